"""The player's view of a game: the only input to inference.

A view holds opened numbers, flags, the size, the mine total where it is known,
and the first-click rule that was announced. It has no way to the mines, and
only its ViewWriter can write to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence, Set
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NoReturn, overload

from sapper.formatting import at, brief
from sapper.rules.arguments import refuse_cell, whole
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidBoard, InvalidMove

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

UNOPENED: Final = -1
FLAG: Final = -2


class FirstClick(StrEnum):
    """The guarantee for the first opened cell: none, safe, or zero.

    >>> from sapper import Game, Level
    >>> game = Game(Level(9, 9, 10), seed=7, first_click=FirstClick.ZERO)
    >>> _ = game.open((4, 4))
    >>> game.view[4, 4]
    0
    """

    NONE = "none"  # nothing
    SAFE = "safe"  # it is not a mine
    ZERO = "zero"  # neither it nor any of its neighbours is a mine

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise InvalidBoard(f"{brief(value)} is not a first-click rule: use {', '.join(cls)}")


def as_first_click(rule: object) -> FirstClick:
    """Return a first-click rule from a rule or from text."""
    if isinstance(rule, str):
        return FirstClick(rule)
    raise InvalidBoard(f"{brief(rule)} is not a first-click rule: use {', '.join(FirstClick)}")


class OpenedCells(Sequence[Cell]):
    """The opened cells in the order of opening, read-only; a slice is a new list."""

    __slots__ = ("_cells",)

    def __init__(self, cells: list[Cell]) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, place: int) -> Cell: ...
    @overload
    def __getitem__(self, place: slice) -> list[Cell]: ...
    def __getitem__(self, place: int | slice) -> Cell | list[Cell]:
        return self._cells[place]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return self._cells == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows as the game goes on

    def __repr__(self) -> str:
        return repr(self._cells)


class View:
    """The player's view of a board: live, and read-only.

    `opened` lists the opened cells in the order of opening and only grows: to follow
    a game, remember how much of it was read; the rest is new. `flags` is a
    set of cells.

    >>> view = View(9, 9, 10)
    >>> view[4, 4] == UNOPENED, len(view.opened), view.mines_left
    (True, 0, 10)
    """

    __slots__ = (
        "_cells",
        "_flags",
        "_marks",
        "_shown",
        "board",
        "first_click",
        "flags",
        "mines",
        "opened",
    )

    board: Board
    mines: int | None
    first_click: FirstClick
    opened: OpenedCells
    flags: Set[Cell]
    _marks: array[int]
    _shown: memoryview
    _cells: list[Cell]
    _flags: dict[Cell, None]

    def __init__(
        self,
        height: int,
        width: int,
        mines: int | None = None,
        first_click: FirstClick = FirstClick.NONE,
    ) -> None:
        board = Board(height, width)
        if mines is not None:
            mines = board.check_mines(mines)
        cells: list[Cell] = []
        flags: dict[Cell, None] = {}
        hold = object.__setattr__  # gets past the refusal below
        hold(self, "board", board)
        hold(self, "mines", mines)
        hold(self, "first_click", as_first_click(first_click))
        hold(self, "opened", OpenedCells(cells))
        hold(self, "flags", flags.keys())
        hold(self, "_cells", cells)
        hold(self, "_flags", flags)
        hold(self, "_marks", array("b", [UNOPENED]) * board.size)
        hold(
            self,
            "_shown",
            memoryview(self._marks).toreadonly().cast("b", (board.height, board.width)),
        )

    @classmethod
    def of(
        cls,
        rows: Sequence[Sequence[int]],
        mines: int | None = None,
        first_click: FirstClick = FirstClick.NONE,
    ) -> View:
        """Return a view that shows rows of marks: numbers, UNOPENED or FLAG.

        >>> View.of([[0, 1, UNOPENED], [0, 1, FLAG]], mines=1)
        <View 3x2/1, 4 opened>
        """
        try:
            height, widths = len(rows), {len(row) for row in rows}
        except TypeError:
            raise InvalidBoard(f"a view is rows of marks, not {brief(rows)}") from None
        if len(widths) > 1:
            raise InvalidBoard("the rows of a view must have the same length")
        writer = ViewWriter(height, max(widths, default=0), mines, first_click)
        for cell in writer.board:
            if (mark := rows[cell[0]][cell[1]]) == FLAG:
                writer.toggle_flag(cell)
            elif mark != UNOPENED:
                writer.reveal(cell, whole("mark", mark))
        return writer.view

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a view cannot be changed: only the game writes to it")

    __delattr__ = __setattr__  # type: ignore[assignment]  # it refuses any arguments

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
        try:
            return self._marks[self.board.index(cell)]
        except TypeError:  # of numbers that are not whole
            refuse_cell(cell)

    def is_opened(self, cell: Cell) -> bool:
        return self[cell] >= 0

    @property
    def unopened(self) -> Iterator[Cell]:
        """The cells not opened yet, flagged or not, row by row."""
        width = self.board.width
        return (divmod(place, width) for place, mark in enumerate(self._marks) if mark < 0)

    @property
    def mines_left(self) -> int | None:
        """The mine total less the flags, as the counter shows it; may be negative."""
        return None if self.mines is None else self.mines - len(self.flags)

    @property
    def array(self) -> npt.NDArray[np.int8]:
        """The marks as a read-only 2-D array, without copying."""
        import numpy as np  # the rules can do without it

        return np.asarray(self._shown)

    def copy(self) -> View:
        """Return a copy of the view as it is now; the game does not write to it."""
        return ViewWriter.of(self).view

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.mines, self.first_click, bytes(self._marks), self._cells[:], [*self._flags]
        return _restored, (self.height, self.width, *state)

    def __eq__(self, other: object) -> bool:
        """Return whether both show the same board; the order of opening does not matter."""
        if not isinstance(other, View):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # a view changes as the game goes on

    def _key(self) -> tuple[object, ...]:
        return self.board, self.mines, self.first_click, self._marks

    def __str__(self) -> str:
        from sapper.rules.rendering import render_text  # which needs this type

        return render_text(self)

    def _repr_svg_(self) -> str:
        from sapper.rules.rendering import svg_picture

        return svg_picture(self)


class ViewWriter:
    """The right to write to a view; only the game holds it.

    `writer.view` may be handed out. What was written is kept here too, so that the game
    never reads the view, even if a player has tampered with it.
    """

    __slots__ = ("_cells", "_flags", "_marks", "_shown", "board", "flags", "view")

    def __init__(
        self,
        height: int,
        width: int,
        mines: int | None = None,
        first_click: FirstClick = FirstClick.NONE,
    ) -> None:
        self._take(View(height, width, mines, first_click))

    @classmethod
    def of(cls, view: View) -> ViewWriter:
        """Return a writer for a copy of a view."""
        writer = cls.__new__(cls)
        writer._take(_restored(*view.__reduce__()[1]))
        return writer

    def _take(self, view: View) -> None:
        self.view, self.board = view, view.board
        self._cells, self._flags = view._cells, view._flags
        self._marks, self.flags = view._marks[:], set(view._flags)
        self._shown = memoryview(view._marks)  # while this is held, the size cannot change

    def without(self, cells: Iterable[Cell]) -> ViewWriter:
        """Return a writer for a new view, in which these cells are not open."""
        writer, closed = ViewWriter.of(self.view), set(cells)
        for index in map(self.board.index, closed):
            writer._marks[index] = writer._shown[index] = UNOPENED
        writer._cells[:] = [cell for cell in writer._cells if cell not in closed]
        return writer

    def __reduce__(self) -> tuple[Any, ...]:
        return ViewWriter.of, (self.view,)

    def __getitem__(self, cell: Cell) -> int:
        """Return the cell's number, or UNOPENED, or FLAG."""
        try:
            return self._marks[self.board.index(cell)]
        except TypeError:
            refuse_cell(cell)

    def reveal(self, cell: Cell, clue: int) -> None:
        """Show that the cell was opened, and its number."""
        index = self.board.index(cell)
        if not 0 <= clue <= 8:
            raise InvalidMove(f"a clue is a number from 0 to 8, not {clue}")
        if self._marks[index] >= 0:
            raise InvalidMove(f"cell {at(cell)} is open already")
        if self._marks[index] == FLAG:
            self.toggle_flag(cell)
        self._marks[index] = self._shown[index] = clue
        self._cells.append(cell)

    def reveal_run(self, row: int, left: int, clues: bytes) -> list[Cell]:
        """Show the numbers of cells side by side; skip open and flagged ones."""
        marks, shown, base = self._marks, self._shown, row * self.board.width + left
        fresh = [place for place in range(len(clues)) if marks[base + place] == UNOPENED]
        for place in fresh:
            marks[base + place] = shown[base + place] = clues[place]
        cells = [(row, left + place) for place in fresh]
        self._cells.extend(cells)
        return cells

    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on an unopened cell, or take it away."""
        index = self.board.index(cell)
        if self._marks[index] >= 0:
            raise InvalidMove(f"cell {at(cell)} is open: it cannot be flagged")
        if cell in self.flags:
            self.flags.remove(cell)
            self._flags.pop(cell, None)
        else:
            self.flags.add(cell)
            self._flags[cell] = None
        self._marks[index] = self._shown[index] = FLAG if cell in self.flags else UNOPENED


def _restored(
    height: int,
    width: int,
    mines: int | None,
    first_click: FirstClick,
    marks: bytes,
    opened: list[Cell],
    flags: list[Cell],
) -> View:
    view = View(height, width, mines, first_click)
    view._marks[:] = array("b", marks)
    view._cells.extend(opened)
    view._flags.update(dict.fromkeys(flags))
    return view
