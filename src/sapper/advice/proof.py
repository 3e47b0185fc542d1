"""Why a cell is certain, in words: the simplest reason, or the best one known."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.knowledge import Conclusion, Reason, Rule
from sapper.rules.board import Cell
from sapper.words import at, verdict


@dataclass(frozen=True, slots=True)
class Proof:
    """A certain cell and why, in one sentence.

    `reason` has the technique and the steps. It is None where the cell follows from trusted
    flags, or where the search for a reason would take too long; `clues` and `cells` are those
    that the sentence mentions.
    """

    cell: Cell
    is_mine: bool
    text: str
    clues: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    reason: Reason | None = None

    @classmethod
    def by(cls, reason: Reason) -> Proof:
        """Turn a reason into a proof."""
        return cls(reason.cell, reason.is_mine, reason.text, reason.clues, reason.cells, reason)

    @classmethod
    def concluded(cls, known: Conclusion) -> Proof:
        """Turn a conclusion of the three rules, or a trusted flag, into a proof."""
        text = "its flag is trusted" if known.rule is Rule.GIVEN else known.because
        clues = tuple(clue.cell for clue in known.clues)
        cells = tuple(sorted(known.sentence.cells)) if known.sentence else ()
        return cls(known.cell, known.is_mine, text, clues, cells)

    @property
    def steps(self) -> tuple[str, ...]:
        return (self.text,) if self.reason is None else tuple(map(str, self.reason.steps))

    @property
    def because(self) -> str:
        """The sentence after its technique: "by one clue: the 0 at A1 …"."""
        return self.text if self.reason is None else f"{self.reason.technique}: {self.text}"

    @property
    def description(self) -> str:
        """What the cell is and why: "safe, by one clue: the 0 at A1 …"."""
        return f"{verdict(self.is_mine)}{',' if self.reason else ':'} {self.because}"

    def __str__(self) -> str:
        return f"{at(self.cell)} is {verdict(self.is_mine)}: {self.text}"
