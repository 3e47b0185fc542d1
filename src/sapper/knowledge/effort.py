"""How much work a question may cost: counted in steps, so that every machine answers alike."""

from __future__ import annotations


class OutOfEffort(Exception):
    """The steps are used up; whoever asked decides what is said instead."""


class Effort:
    """A number of steps that may still be taken; a step is some microseconds."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self._steps = steps

    @property
    def spent(self) -> int:
        return self._steps - max(self.left, 0)

    def spend(self, steps: int = 1) -> None:
        """Take steps; raise OutOfEffort when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfEffort


class TooWide(OutOfEffort):
    """One question among several is too hard by itself; the others may still be answered."""
