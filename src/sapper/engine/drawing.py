"""Drawing mines that fit a view: all layouts have the same chance."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from sapper.engine.analysis import Analysis, analyse
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard
from sapper.rules.seeds import words
from sapper.rules.view import FLAG, UNOPENED, View


def draw_mines(view: View, seed: int) -> frozenset[Cell]:
    """Draw the mines of one of the layouts that fit a view, all equally likely.

    Flags prove nothing. One uncertain cell after the other is drawn by its exact chances,
    given those before it: a mine, or the number that it shows. Raise InvalidBoard if the mine
    total is unknown, InvalidPosition if no layout fits.

    >>> sorted(draw_mines(View.of([[1, -1, -1]], mines=2), seed=3))
    [(0, 1), (0, 2)]
    """
    if view.mines is None:
        raise InvalidBoard("no mines can be drawn: the mine total is unknown")
    marks = np.array(view.array)
    marks[marks == FLAG] = UNOPENED
    source = words(seed, 0)
    while True:
        known = analyse(marks, mines=view.mines, flags="trust")
        for mine in known.mines:
            marks[mine] = FLAG
        cell = _uncertain(marks, known)
        if cell is None:
            return frozenset(map(view.board.cell, np.flatnonzero(marks == FLAG).tolist()))
        marks[cell] = _drawn(known, cell, source)


def _uncertain(marks: npt.NDArray[np.int8], known: Analysis) -> Cell | None:
    """Return the first unopened cell that is neither safe nor a mine."""
    waiting = marks == UNOPENED
    for cell in known.safe:
        waiting[cell] = False
    if not waiting.any():
        return None
    row, column = divmod(int(waiting.argmax()), marks.shape[1])
    return row, column


def _drawn(known: Analysis, cell: Cell, source: Iterator[int]) -> int:
    """Draw what a cell is: a mine (a flag), or the number that it shows."""
    chances = (float(known.risk[cell]), *known.number_chances(cell))
    possible = [each for each in zip((FLAG, *range(9)), chances, strict=True) if each[1] > 0]
    sums = list(accumulate(chance for _, chance in possible))
    place = bisect(sums, next(source) / 2**64)
    mark: int = possible[min(place, len(possible) - 1)][0]  # the sum may be rounded below 1
    return mark
