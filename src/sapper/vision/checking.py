"""The rules of the game as a check of a reading.

A zero's neighbours are all opened, and at least one layout of mines fits. That refuses most
misread numbers. It says little for "unopened" and "flag", which only take clues away, so for
these there must be a cell that cannot be anything else.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.engine import analyse
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import FLAG, UNOPENED

Marks = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
_DENSITY = 0.2  # any will do: only whether a layout fits matters


def near(mask: Bools) -> Bools:
    """Return the cells that have a neighbour in the mask."""
    return neighbours(mask) > 0


def neighbours(mask: Bools) -> npt.NDArray[np.int64]:
    """Return how many neighbours of each cell are in the mask."""
    padded = np.pad(mask.astype(np.int64), 1)
    height, width = mask.shape
    total = sum(
        padded[row : row + height, column : column + width]
        for row in range(3)
        for column in range(3)
    )
    return np.asarray(total - mask, np.int64)


def wrong_zeros(marks: Marks) -> list[Cell]:
    """Return the zeros that have an unopened neighbour, which no program leaves so."""
    closed = (marks == UNOPENED) | (marks == FLAG)
    return _cells((marks == 0) & near(closed))


def misfit(marks: Marks) -> Cell | None:
    """Return a clue to blame if no layout of mines fits, otherwise None."""
    shown = np.where(marks < FLAG, UNOPENED, marks).astype(np.int8)
    short = (shown > 0) & (neighbours(shown < 0) < shown)
    if short.any():
        return _cells(short)[0]
    try:
        analyse(shown, density=_DENSITY, steps=45e6)
    except InvalidPosition as error:
        return error.cell or (0, 0)
    return None


def cannot_be_zero(marks: Marks, tested: Bools) -> bool:
    """Return whether cells must be unopened: as zeros they would break a rule.

    They would if one has another unopened neighbour, or if a number needs them for its mines.
    """
    closed = ((marks == UNOPENED) | (marks == FLAG)) & ~tested
    if (near(closed) & tested).any():
        return True
    enough = neighbours((marks < 0) & ~tested) >= marks
    return bool(((marks > 0) & ~enough).any())


def _cells(mask: Bools) -> list[Cell]:
    return [(int(row), int(column)) for row, column in np.argwhere(mask)]
