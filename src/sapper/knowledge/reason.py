"""What a reason is: why a cell is certain, in steps that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell
from sapper.words import at, verdict

_BY = {
    Tier.ONE_CLUE: "by one clue",
    Tier.SUBSET: "by a subset",
    Tier.OVERLAP: "by an overlap",
    Tier.CHAIN: "by a chain of clues",
    Tier.CASES: "by going through the cases",
    Tier.MINE_COUNT: "by the number of mines",
}


class Verdict(NamedTuple):
    """What a cell is for certain."""

    cell: Cell
    is_mine: bool

    @property
    def opposite(self) -> str:
        """The clause that supposes the opposite: "if E4 were safe"."""
        return f"if {at(self.cell)} were {verdict(not self.is_mine)}"

    def __str__(self) -> str:
        return f"{at(self.cell)} is {verdict(self.is_mine)}"


class Step(NamedTuple):
    """One step of a reason: a sentence, the clues that it uses, and the cells that it speaks of."""

    text: str
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Reason:
    r"""Why a cell is safe or a mine.

    `clues` (with the number of mines, where `uses_mine_count`) force it, given that opened cells
    are not mines. None of them can be left out, unless `is_minimal` is False: then it would have
    taken too long to check. `cells` are the unopened cells that it speaks of. `supposes` is True
    where the steps suppose the opposite: always for cases, and for a chain that would otherwise
    name a clue that is not needed.

    >>> from sapper import explain, read_view
    >>> reason = explain(read_view("1 2 1\n# # #"), (1, 0))
    >>> reason.is_mine, str(reason.tier), reason.clues
    (True, 'subset', ((0, 1), (0, 2)))
    """

    cell: Cell
    is_mine: bool
    tier: Tier
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    is_minimal: bool = True
    supposes: bool = False

    @property
    def uses_mine_count(self) -> bool:
        return self.tier is Tier.MINE_COUNT

    @property
    def text(self) -> str:
        """The steps one after the other, without the verdict that `str` puts before them."""
        text = "; ".join(step.text for step in self.steps)
        return text if self.is_minimal else f"{text} (perhaps not all of these clues are needed)"

    @property
    def technique(self) -> str:
        """The technique in words that follow a verdict: "by a chain of clues"."""
        spared = self.supposes and self.tier is Tier.CHAIN
        return _BY[self.tier] + (" (here the same by cases, with fewer clues)" if spared else "")

    def __str__(self) -> str:
        return f"{Verdict(self.cell, self.is_mine)}: {self.text}"
