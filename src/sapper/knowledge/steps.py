"""The steps of a reason as data: premises, conclusion, and the earlier steps in use.

The words for them are in `sapper.knowledge.wording`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from sapper.knowledge.sentence import Clue
from sapper.rules.board import Cell


class Kind(StrEnum):
    """The way in which a step uses its premises."""

    ALONE = "alone"  # one sentence settles its cells
    SAFE = "safe"  # the second has all mines of the first: the first's other cells are safe
    MINES = "mines"  # the second has too few mines of the first: the first's other cells are mines
    REST = "rest"  # the second lies within the first: the rest of the first is a sentence too
    SUPPOSE = "suppose"  # something is supposed, to see where that leads
    SUPPOSE_ALSO = "suppose also"  # one more thing
    SUPPOSE_INSTEAD = "suppose instead"  # the opposite of that one thing
    CLASH = "clash"  # the sentences cannot be true, so what was supposed is wrong
    LAYOUTS = "layouts"  # no layout fits the sentences if the cell is not what it is
    COUNT = "count"  # the number of mines on the board decides


class Constraint(NamedTuple):
    """A sentence in a reason: `mines` of `cells` are mines.

    A clue says so, the step of number `step` (from 0), or neither, if it is supposed or follows
    here. `known` mines and `safe` cells belong to the same sentence but are settled already.
    """

    cells: tuple[Cell, ...]
    mines: int
    clue: Clue | None = None
    step: int | None = None
    known: tuple[Cell, ...] = ()
    safe: tuple[Cell, ...] = ()

    @property
    def is_safe(self) -> bool:
        return not self.mines

    def whole(self) -> Constraint:
        """Return the sentence before its settled cells were taken out."""
        cells = sorted((*self.cells, *self.known, *self.safe))
        return Constraint(tuple(cells), self.mines + len(self.known), self.clue, self.step)


class Tally(NamedTuple):
    """Mines: all on the board, and the least and most there could be against the conclusion."""

    total: int
    least: int
    most: int


class Step(NamedTuple):
    """One step of a reason; `uses` are the numbers of the earlier steps that it builds on."""

    kind: Kind
    said: tuple[Constraint, ...]
    follows: Constraint | None = None
    uses: tuple[int, ...] = ()
    tally: Tally | None = None

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The clues that it uses."""
        return tuple(sorted({said.clue.cell for said in self.said if said.clue is not None}))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The unopened cells of its sentences."""
        every = (*self.said, *([] if self.follows is None else [self.follows]))
        return tuple(sorted(set[Cell]().union(*map(_seen, every))))


def _seen(said: Constraint) -> Iterable[Cell]:
    return (*said.cells, *said.known, *said.safe)
