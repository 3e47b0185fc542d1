"""What a view says, clue by clue, and which clues stand near a cell.

Sets of unopened cells are whole numbers here, a bit for each cell that was met so far:
sentences are compared by the thousand, and this makes it quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition
from sapper.rules.view import View
from sapper.words import at


class Said(NamedTuple):
    """Exactly `number` of the cells whose bits are set in `mask` are mines."""

    mask: int
    number: int


class Sight:
    """The clues of a view as sentences over its unopened cells; looks only where it is asked."""

    def __init__(self, view: View) -> None:
        if not isinstance(view, View):
            raise InvalidBoard(f"a View is needed, not {view!r:.40}")
        self.view = view
        self.cells: list[Cell] = []  # by bit
        self._bits: dict[Cell, int] = {}
        self._said: dict[Cell, Said] = {}
        self._seen_by: dict[Cell, tuple[Cell, ...]] = {}

    def bit(self, cell: Cell) -> int:
        """Return the number whose only bit stands for an unopened cell."""
        bit = self._bits.get(cell)
        if bit is None:
            bit = self._bits[cell] = 1 << len(self.cells)
            self.cells.append(cell)
        return bit

    def cells_of(self, mask: int) -> list[Cell]:
        """Return the cells of a mask in board order."""
        return sorted(self.cells[place] for place in places(mask))

    def said(self, clue: Cell) -> Said:
        """Return what a clue says; raise InvalidPosition if its mines cannot be there."""
        said = self._said.get(clue)
        if said is None:
            said = self._said[clue] = self._read(clue)
        return said

    def _read(self, clue: Cell) -> Said:
        view, mask = self.view, 0
        for cell in view.board.neighbours(clue):
            if view[cell] < 0:
                mask |= self.bit(cell)
        count = view[clue]
        if count > mask.bit_count():
            room = f"only {mask.bit_count()} unopened neighbours" if mask else "none unopened"
            raise InvalidPosition(f"clue {count} at {at(clue)} has {room}", clue)
        return Said(mask, count)

    def seen_by(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the clues beside an unopened cell."""
        clues = self._seen_by.get(cell)
        if clues is None:
            near = self.view.board.neighbours(cell)
            clues = self._seen_by[cell] = tuple(c for c in near if self.view[c] >= 0)
        return clues

    def beside(self, clue: Cell) -> list[Cell]:
        """Return the other clues that see a cell which this one sees."""
        return self._around([clue], {clue})

    def rings(self, cell: Cell) -> Iterator[list[Cell]]:
        """Yield the clues around a cell, nearest first: each ring shares cells with the one before.

        All rings together are the cell's component.
        """
        ring = list(self.seen_by(cell))
        seen = set(ring)
        while ring:
            yield ring
            ring = self._around(ring, seen)

    def _around(self, ring: list[Cell], seen: set[Cell]) -> list[Cell]:
        found: dict[Cell, None] = {}
        mask = 0
        for clue in ring:
            mask |= self.said(clue).mask
        for place in places(mask):
            for other in self.seen_by(self.cells[place]):
                if other not in seen:
                    found[other] = None
        seen.update(found)
        return list(found)

    def check_unopened(self, cell: Cell) -> None:
        """Raise InvalidBoard off the board, InvalidMove for an open cell or what is no cell."""
        if not is_cell(cell):
            raise InvalidMove(f"a cell is a tuple (row, column) of numbers, not {cell!r:.40}")
        if (number := self.view[cell]) >= 0:
            raise InvalidMove(f"{at(cell)} is open and shows {number}")


def is_cell(cell: object) -> bool:
    """Tell whether this is a pair of whole numbers, of whatever library."""
    whole = isinstance(cell, tuple) and all(hasattr(number, "__index__") for number in cell)
    return whole and len(cell) == 2  # type: ignore[arg-type]  # a tuple has a length


def places(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
