"""Drawing mines that fit a view: all layouts have the same chance."""

from __future__ import annotations

from itertools import islice

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine.analysis import analyse
from sapper.engine.kernel_errors import TooLarge, kernel_errors
from sapper.engine.validation import marks_of
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard
from sapper.rules.seeds import shuffled, words
from sapper.rules.view import FLAG, UNOPENED, View

_MOST_WORK = 8_000_000  # the cells of the board, times the analyses that a drawing takes
_STEPS = 7.5e6  # for one of them


def draw_mines(view: View, seed: int) -> frozenset[Cell]:
    """Draw the mines of one of the layouts that fit a view, all equally likely.

    Flags prove nothing. One cell next to a number after the other is drawn by its exact risk,
    given those before it; the other cells get what is left. Raise InvalidBoard if the mine
    total is unknown, InvalidPosition if no layout fits, TooLarge if it is too much work.

    >>> sorted(draw_mines(View.of([[1, -1, -1]], mines=2), seed=3))
    [(0, 1), (0, 2)]
    """
    if view.mines is None:
        raise InvalidBoard("no mines can be drawn: the mine total is unknown")
    drawn, source = _Drawn(view, view.mines), words(seed, 0)
    while True:
        cell = drawn.settle()
        if cell is None:
            break
        drawn.set(cell, next(source) / 2**64 < drawn.risk[cell])
    rest = [view.board.cell(index) for index in np.flatnonzero(drawn.marks == UNOPENED).tolist()]
    places = islice(shuffled(len(rest), source), view.mines - len(drawn.mines))
    return frozenset(drawn.mines) | {rest[place] for place in places}


def sample_layouts(view: View, count: int, seed: int) -> npt.NDArray[np.uint8]:
    """Draw many layouts that fit a view, all equally likely, as `deep` does for its playouts.

    Return a row for each, with 1 for a mine, row by row. Flags prove nothing. Raise as
    `draw_mines` does; boards above 900 cells are too large.

    >>> sample_layouts(View.of([[1, -1, -1]], mines=2), count=2, seed=3).tolist()
    [[0, 1, 1], [0, 1, 1]]
    """
    if view.mines is None:
        raise InvalidBoard("no mines can be drawn: the mine total is unknown")
    with kernel_errors():
        return _kernel.sample_layouts(marks_of(view), view.mines, count=count, seed=seed)


class _Drawn:
    """A view in which cells are settled, one after the other.

    A cell that is safe is no longer part of the question: it gets a flag, like a mine, and the
    numbers around it and the mine total count one more.
    """

    def __init__(self, view: View, mines: int) -> None:
        self.mines = set[Cell]()
        self.marks = np.array(view.array)
        self.marks[self.marks == FLAG] = UNOPENED
        self._clues = self.marks >= 0
        self._total = mines
        self._waiting = _near(self._clues) & (self.marks == UNOPENED)
        self._work = 0

    def settle(self) -> Cell | None:
        """Settle the certain cells next to the numbers; return the first uncertain one there."""
        known = analyse(self.marks, mines=self._total, flags="trust", steps=_STEPS)
        self._work += self.marks.size
        if not known.exact or self._work > _MOST_WORK:
            raise TooLarge("too much is open here to draw mines that fit: take a smaller position")
        self.risk: npt.NDArray[np.float64] = known.risk
        for certain, is_mine in ((known.mines, True), (known.safe, False)):
            for cell in certain:
                if self._waiting[cell]:
                    self.set(cell, is_mine)
        if not self._waiting.any():
            return None
        row, column = divmod(int(self._waiting.argmax()), self.marks.shape[1])
        return row, column

    def set(self, cell: Cell, is_mine: bool) -> None:
        self.marks[cell] = FLAG
        self._waiting[cell] = False
        if is_mine:
            self.mines.add(cell)
            return
        row, column = cell
        around = slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2)
        self.marks[around] += self._clues[around]
        self._total += 1


def _near(cells: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the cells that touch one of these, or are one."""
    padded = np.pad(cells, 1)
    height, width = cells.shape
    found = np.zeros_like(cells)
    for row in range(3):
        for column in range(3):
            found |= padded[row : row + height, column : column + width]
    return found
