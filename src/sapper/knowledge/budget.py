"""How much work a question may cost: counted in steps, so that every machine answers alike."""

from __future__ import annotations


class OverBudget(Exception):
    """All steps are spent; the caller decides how to continue."""


class TooWide(OverBudget):
    """One question is too hard; others may still have answers."""


class Budget:
    """A number of steps that may still be taken; a step takes a few microseconds."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self._steps = steps

    @property
    def spent(self) -> int:
        return self._steps - max(self.left, 0)

    def spend(self, steps: int = 1) -> None:
        """Take steps; raise OverBudget when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OverBudget
