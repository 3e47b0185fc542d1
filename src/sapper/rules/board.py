"""Geometry, levels and layouts of mines; nothing here knows about play.

A cell is a tuple (row, column), counted from 0 at the top left. Arrays over the
board are flat and row-major: cell (row, column) is at row * width + column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, ClassVar

from sapper.formatting import at, brief, counted
from sapper.rules.arguments import need, need_text, refuse_cell, whole
from sapper.rules.errors import InvalidBoard

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Cell = tuple[int, int]

MAX_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of cells, each with up to 8 neighbours.

    >>> board = Board(height=2, width=3)
    >>> board.size, (1, 2) in board, board.neighbours((0, 0))
    (6, True, [(0, 1), (1, 0), (1, 1)])
    """

    height: int
    width: int

    def __post_init__(self) -> None:
        for name in ("height", "width"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        if self.height < 1 or self.width < 1:
            raise InvalidBoard(f"a board needs at least one cell, not {self._size_text}")
        if self.size > MAX_CELLS:
            raise InvalidBoard(f"{self._size_text} has more than {MAX_CELLS:,} cells")

    @property
    def _size_text(self) -> str:
        return f"{brief(self.width)}x{brief(self.height)}"

    @property
    def size(self) -> int:
        return self.height * self.width

    def check_mines(self, mines: int) -> int:
        """Return a number of mines as an int; raise InvalidBoard unless it fits on the board."""
        if not 0 <= (count := whole("number of mines", mines)) <= self.size:
            raise InvalidBoard(
                f"{brief(count)} mines do not fit on the {counted(self.size, 'cell')} "
                f"of {self.width}x{self.height}"
            )
        return count

    def __contains__(self, cell: Cell) -> bool:
        try:
            row, column = cell
            row, column = index(row), index(column)
        except (TypeError, ValueError):
            refuse_cell(cell)
        return 0 <= row < self.height and 0 <= column < self.width

    def __iter__(self) -> Iterator[Cell]:
        return ((row, column) for row in range(self.height) for column in range(self.width))

    def index(self, cell: Cell) -> int:
        """Return the cell's place in a flat array; raise InvalidBoard off the board."""
        try:
            row, column = cell
            row, column = index(row), index(column)
        except (TypeError, ValueError):
            refuse_cell(cell)
        if 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        raise InvalidBoard(
            f"cell {at((row, column))} is off the board: "
            f"it has {counted(self.height, 'row')} and {counted(self.width, 'column')}"
        )

    def cell(self, place: int) -> Cell:
        """Return the cell at a place in a flat array; raise InvalidBoard off the board."""
        place = whole("place", place)
        if not 0 <= place < self.size:
            raise InvalidBoard(f"the board has no place {brief(place)}: it has {self.size} cells")
        return divmod(place, self.width)

    def neighbours(self, cell: Cell) -> list[Cell]:
        try:
            row, column = cell
            row, column = index(row), index(column)
        except (TypeError, ValueError):
            refuse_cell(cell)
        rows = range(max(row - 1, 0), min(row + 2, self.height))
        columns = range(max(column - 1, 0), min(column + 2, self.width))
        return [(r, c) for r in rows for c in columns if r != row or c != column]


@dataclass(frozen=True, slots=True)
class Level:
    """A size and a number of mines, by name or as WIDTHxHEIGHT/MINES.

    >>> Level.parse("expert")
    Level(width=30, height=16, mines=99)
    >>> Level(9, 9, 10).name, str(Level(9, 9, 10))
    ('beginner', '9x9/10')
    """

    width: int
    height: int
    mines: int

    NAMED: ClassVar[dict[str, Level]]

    def __post_init__(self) -> None:
        board = self.board
        for name, number in (
            ("height", board.height),
            ("width", board.width),
            ("mines", board.check_mines(self.mines)),
        ):
            object.__setattr__(self, name, number)

    @classmethod
    def of(cls, level: Level | str) -> Level:
        """Return a level from a level or from text."""
        if isinstance(level, Level):
            return level
        if isinstance(level, str):
            return cls.parse(level)
        raise InvalidBoard(
            f"a level is 'beginner', '30x16/99' or Level(30, 16, 99), not {brief(level)}"
        )

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read 'expert' or '30x16/99', in upper or lower case."""
        need_text(text)
        name = text.lower()
        if name in cls.NAMED:
            return cls.NAMED[name]
        match = re.fullmatch(r"(\d{1,7})x(\d{1,7})/(\d{1,7})", name, re.ASCII)
        if match is None:
            names = ", ".join(cls.NAMED)
            raise InvalidBoard(
                f"unknown level {brief(text)}: use {names} or WIDTHxHEIGHT/MINES (30x16/99)"
            )
        width, height, mines = map(int, match.groups())
        return cls(width, height, mines)

    @property
    def board(self) -> Board:
        return Board(self.height, self.width)

    @property
    def name(self) -> str:
        """The level's name where it has one, else WIDTHxHEIGHT/MINES."""
        return next((name for name, level in self.NAMED.items() if level == self), str(self))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"


Level.NAMED = {
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}


@dataclass(frozen=True)
class Layout:
    """The positions of the mines: one byte per cell, 1 for a mine.

    >>> layout = Layout.of(Board(1, 3), [(0, 2)])
    >>> layout.is_mine((0, 2)), list(layout.clues())
    (True, [0, 1, 0])
    """

    board: Board
    mask: bytes

    def __post_init__(self) -> None:
        need(self.board, Board)
        need(self.mask, bytes)
        if len(self.mask) != self.board.size or self.mask.strip(b"\x00\x01"):
            raise InvalidBoard("a layout has one byte, 0 or 1, for each cell of its board")

    @classmethod
    def of(cls, board: Board, mines: Iterable[Cell]) -> Layout:
        need(board, Board)
        if not isinstance(mines, Iterable):
            raise InvalidBoard(f"the mines are cells, such as [(0, 2)], not {brief(mines)}")
        mask = bytearray(board.size)
        try:
            for cell in mines:
                mask[board.index(cell)] = 1
        except TypeError:  # an array without dimensions
            raise InvalidBoard(f"the mines are cells, not {brief(mines)}") from None
        return cls(board, bytes(mask))

    @cached_property
    def mines(self) -> frozenset[Cell]:
        return frozenset(self.board.cell(index) for index, mine in enumerate(self.mask) if mine)

    @property
    def level(self) -> Level:
        return Level(self.board.width, self.board.height, sum(self.mask))

    def is_mine(self, cell: Cell) -> bool:
        return bool(self.mask[self.board.index(cell)])

    def clues(self) -> bytes:
        """Count the mines among the neighbours of every cell, whether or not it is a mine."""
        import numpy as np  # here and below, so that `sapper.knowledge` loads without it

        grid = self.array
        padded = np.pad(grid, 1)
        height, width = grid.shape
        total = np.zeros_like(grid)
        for row in range(3):
            for column in range(3):
                total += padded[row : row + height, column : column + width]
        return (total - grid).tobytes()

    @property
    def array(self) -> npt.NDArray[np.uint8]:
        """The mask as a 2-D array, without copying."""
        import numpy as np

        return np.frombuffer(self.mask, dtype=np.uint8).reshape(self.board.height, self.board.width)
