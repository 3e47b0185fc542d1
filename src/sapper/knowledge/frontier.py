"""The clues of a view, the unopened cells that they see, and which clues stand near a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from sapper.formatting import at, clue_at, counted
from sapper.knowledge.links import Link, Origin, places, union
from sapper.rules.arguments import need, refuse_cell
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove, InvalidPosition
from sapper.rules.view import View


class Frontier:
    """Reads the clues of a view as links over its unopened cells, and only the requested ones.

    Each unopened cell gets a bit when it is first met; `cells` lists them by the bit's place.
    """

    def __init__(self, view: View) -> None:
        need(view, View)
        self.view = view
        self.cells: list[Cell] = []
        self._bits: dict[Cell, int] = {}
        self._links: dict[Cell, Link] = {}
        self._seen_by: dict[Cell, tuple[Cell, ...]] = {}

    @cached_property
    def _opened(self) -> frozenset[Cell]:
        """The clues of the view; looking a cell up here is quicker than in the view."""
        return frozenset(self.view.opened)

    def bit(self, cell: Cell) -> int:
        """Return the mask of an unopened cell alone."""
        bit = self._bits.get(cell)
        if bit is None:
            bit = self._bits[cell] = 1 << len(self.cells)
            self.cells.append(cell)
        return bit

    def cells_of(self, mask: int) -> list[Cell]:
        """Return the cells of a mask in board order."""
        return sorted(self.cells[place] for place in places(mask))

    def link(self, clue: Cell) -> Link:
        """Return the link of a clue; raise InvalidPosition for too few unopened neighbours."""
        link = self._links.get(clue)
        if link is None:
            link = self._links[clue] = self._read(clue)
        return link

    def links(self, clues: Iterable[Cell]) -> list[Link]:
        """Return the link of each clue."""
        return [self.link(clue) for clue in clues]

    def _read(self, clue: Cell) -> Link:
        view, mask = self.view, 0
        for cell in view.board.neighbours(clue):
            if cell not in self._opened:
                mask |= self.bit(cell)
        count = view[clue]
        if count > mask.bit_count():
            room = counted(mask.bit_count(), "unopened neighbour")
            raise InvalidPosition(f"{clue_at(count, clue)} has only {room}", clue)
        return Link(mask, count, Origin.CLUE, clue=clue)

    def seen_by(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the clues beside an unopened cell."""
        clues = self._seen_by.get(cell)
        if clues is None:
            near = self.view.board.neighbours(cell)
            clues = self._seen_by[cell] = tuple(c for c in near if c in self._opened)
        return clues

    def sharing(self, clue: Cell) -> list[Cell]:
        """Return the other clues that see a cell which this one sees."""
        return self._around([clue], {clue})

    def rings(self, cell: Cell) -> Iterator[list[Cell]]:
        """Yield the clues around a cell, nearest first: each ring shares cells with the one before.

        All rings together are the clues of the cell's component.
        """
        ring = list(self.seen_by(cell))
        seen = set(ring)
        while ring:
            yield ring
            ring = self._around(ring, seen)

    def _around(self, ring: list[Cell], seen: set[Cell]) -> list[Cell]:
        cells = (self.cells[place] for place in places(union(self.links(ring))))
        found = [clue for cell in cells for clue in self.seen_by(cell) if clue not in seen]
        seen.update(found)
        return list(dict.fromkeys(found))

    def check_unopened(self, cell: Cell) -> None:
        """Raise InvalidMove for an open cell or no cell at all, InvalidBoard off the board."""
        check_cell(cell)
        if (number := self.view[cell]) >= 0:
            raise InvalidMove(f"{at(cell)} is open and shows {number}")


def check_cell(cell: object) -> None:
    """Raise InvalidMove unless this is a pair of integers, of any library."""
    whole = isinstance(cell, tuple) and all(hasattr(number, "__index__") for number in cell)
    if not whole or len(cell) != 2:  # type: ignore[arg-type]  # a tuple has a length
        refuse_cell(cell)
