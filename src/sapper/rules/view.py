"""What a player may see: the only thing that inference ever gets.

A view holds opened numbers, flags, the size, the mine total where it is known,
and the first-click rule that was announced. It has no way to the mines.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.words import at

UNOPENED: Final = -1
FLAG: Final = -2


class FirstClick(StrEnum):
    """What the game promises about the first cell that is opened."""

    NONE = "none"  # nothing
    SAFE = "safe"  # it is no mine
    ZERO = "zero"  # neither it nor any of its neighbours is a mine


class View:
    """A player's sight of a board; `opened` lists the opened cells in the order of opening.

    A follower of the game remembers how much of `opened` it has read: what comes
    after is new.
    """

    __slots__ = ("_marks", "board", "first_click", "flags", "mines", "opened")

    def __init__(
        self,
        height: int,
        width: int,
        mines: int | None = None,
        first_click: FirstClick = FirstClick.NONE,
    ) -> None:
        self.board = Board(height, width)
        if mines is not None and not 0 <= mines <= self.board.size:
            raise InvalidBoard(f"{mines} mines do not fit on {width}x{height} cells")
        self.mines = mines
        self.first_click = FirstClick(first_click)
        self.opened: list[Cell] = []
        self.flags: set[Cell] = set()
        self._marks = array("b", [UNOPENED]) * self.board.size

    @property
    def height(self) -> int:
        return self.board.height

    @property
    def width(self) -> int:
        return self.board.width

    def __repr__(self) -> str:
        mines = "?" if self.mines is None else self.mines
        return f"<View {self.width}x{self.height}/{mines}, {len(self.opened)} opened>"

    def __getitem__(self, cell: Cell) -> int:
        """Return the cell's number, or UNOPENED, or FLAG."""
        return self._marks[self.board.index(cell)]

    def is_opened(self, cell: Cell) -> bool:
        return self[cell] >= 0

    @property
    def unopened(self) -> Iterator[Cell]:
        """The cells not opened yet, flagged or not, row by row."""
        cell = self.board.cell
        return (cell(index) for index, mark in enumerate(self._marks) if mark < 0)

    @property
    def mines_left(self) -> int | None:
        """The mine total less the flags, as the counter shows it; may be negative."""
        return None if self.mines is None else self.mines - len(self.flags)

    @property
    def array(self) -> npt.NDArray[np.int8]:
        """The marks as a read-only 2-D array, without copying."""
        marks = np.frombuffer(self._marks, dtype=np.int8).reshape(self.height, self.width)
        marks.flags.writeable = False
        return marks

    def reveal(self, cell: Cell, clue: int) -> None:
        """Show that the cell was opened and is a number."""
        index = self.board.index(cell)
        if not 0 <= clue <= 8:
            raise InvalidMove(f"a clue is a number from 0 to 8, not {clue}")
        if self._marks[index] >= 0:
            raise InvalidMove(f"cell {at(cell)} is open already")
        self.flags.discard(cell)
        self._marks[index] = clue
        self.opened.append(cell)

    def reveal_run(self, row: int, left: int, clues: bytes) -> list[Cell]:
        """Show the numbers of cells side by side; leave alone what is open or flagged."""
        marks, base = self._marks, row * self.width + left
        fresh = [place for place in range(len(clues)) if marks[base + place] == UNOPENED]
        for place in fresh:
            marks[base + place] = clues[place]
        cells = [(row, left + place) for place in fresh]
        self.opened += cells
        return cells

    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on an unopened cell, or take it away."""
        index = self.board.index(cell)
        if self._marks[index] >= 0:
            raise InvalidMove(f"cell {at(cell)} is open: no flag can stand there")
        self._marks[index] = FLAG if self._marks[index] == UNOPENED else UNOPENED
        self.flags ^= {cell}

    def copy(self) -> View:
        twin = View(self.height, self.width, self.mines, self.first_click)
        twin._marks = self._marks[:]
        twin.opened = self.opened.copy()
        twin.flags = self.flags.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        """Tell whether both show the same board; the order of opening does not matter."""
        if not isinstance(other, View):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # a view changes as the game goes on

    def _key(self) -> tuple[object, ...]:
        return self.board, self.mines, self.first_click, self._marks

    def __str__(self) -> str:
        """Draw the view, in colour when the program speaks to a terminal."""
        from sapper.rules.picture import text_picture, wants_colour  # which need this type

        return text_picture(self, colour=wants_colour())

    def _repr_svg_(self) -> str:
        from sapper.rules.picture import svg_picture

        return svg_picture(self)
