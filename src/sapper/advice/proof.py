"""Why a cell is certain, in words: the simplest reason, or the best that is known instead."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.knowledge import Conclusion, Reason, Rule
from sapper.rules.board import Cell
from sapper.words import at, verdict


@dataclass(frozen=True, slots=True)
class Proof:
    """A certain cell and why, in one sentence.

    `reason` has the technique and the steps. It is None where the cell follows from trusted
    flags, or where the search for a reason would take too long; `clues` and `cells` are what
    the sentence speaks of.
    """

    cell: Cell
    is_mine: bool
    text: str
    clues: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    reason: Reason | None = None

    @classmethod
    def by(cls, reason: Reason) -> Proof:
        """Return the proof that a reason is."""
        return cls(reason.cell, reason.is_mine, reason.text, reason.clues, reason.cells, reason)

    @classmethod
    def concluded(cls, known: Conclusion) -> Proof:
        """Return what the three rules say, or that a flag is trusted."""
        text = "its flag is trusted" if known.rule is Rule.GIVEN else known.because
        clues = tuple(clue.cell for clue in known.clues)
        cells = tuple(sorted(known.sentence.cells)) if known.sentence else ()
        return cls(known.cell, known.is_mine, text, clues, cells)

    @property
    def steps(self) -> tuple[str, ...]:
        return (self.text,) if self.reason is None else tuple(map(str, self.reason.steps))

    @property
    def because(self) -> str:
        """The sentence after its technique: "by one clue: the 0 at (0,0) …"."""
        return self.text if self.reason is None else f"{self.reason.technique}: {self.text}"

    @property
    def told(self) -> str:
        """What the cell is and why: "safe, by one clue: the 0 at (0,0) …"."""
        return f"{verdict(self.is_mine)}{',' if self.reason else ':'} {self.because}"

    def __str__(self) -> str:
        return f"{at(self.cell)} is {verdict(self.is_mine)}: {self.text}"
