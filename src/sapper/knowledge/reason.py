"""Reasons: why a cell is certain, in steps that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sapper.knowledge.steps import Step
from sapper.knowledge.tier import Tier
from sapper.knowledge.wording import join_steps, sentences
from sapper.rules.board import Cell


class Verdict(NamedTuple):
    """The verdict on a certain cell."""

    cell: Cell
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Reason:
    r"""Why a cell is safe or a mine.

    `clues` (with the number of mines, where `uses_mine_count`) force it, given that opened cells
    are not mines. None of them can be left out, unless `is_minimal` is False: then it would have
    taken too long to check. `cells` are its unopened cells. `supposes` is True
    where the steps suppose the opposite: always for cases, and for a chain that would otherwise
    name a clue that is not needed. `steps` are data, `sentences` the words for each of them.
    `flags` are those among the cells; they prove nothing, but the words may point at them.

    >>> from sapper import explain, read_view
    >>> reason = explain(read_view("1 2 1\n# # #"), (1, 0))
    >>> reason.is_mine, str(reason.tier), reason.clues
    (True, 'subset', ((0, 1), (0, 2)))
    >>> print(reason)
    The 1 at C1 has its mine in B2 or C2. The 2 at B1 needs one more: A2 is a mine.
    """

    cell: Cell
    is_mine: bool
    tier: Tier
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    is_minimal: bool = True
    supposes: bool = False
    flags: frozenset[Cell] = frozenset()

    @property
    def uses_mine_count(self) -> bool:
        return self.tier is Tier.MINE_COUNT

    @property
    def sentences(self) -> tuple[str, ...]:
        """The words for each step."""
        return sentences(self.steps, self.flags)

    @property
    def text(self) -> str:
        """The words of all steps, which are numbered if there are more than two."""
        text = join_steps(self.sentences)
        return text if self.is_minimal else f"{text} Perhaps not all of these clues are needed."

    def __str__(self) -> str:
        return self.text
