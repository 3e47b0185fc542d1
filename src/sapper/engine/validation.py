"""Validates positions and options before they reach the kernel."""

from __future__ import annotations

from operator import index
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from sapper.rules.board import MAX_CELLS
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import View

Flags = Literal["trust", "ignore"]
Position = View | npt.ArrayLike
"""A view, or rows of whole numbers: −1 unopened, −2 flag, 0–8 opened."""

STEPS = 300_000_000  # about two seconds of one core
MEBIBYTES = 512

EXPECTED: Final = (
    "steps and density are numbers; mines, mebibytes and threads are whole numbers of at most "
    "64 bits; flags are 'trust' or 'ignore'"
)


def marks_of(position: Position) -> npt.NDArray[np.signedinteger[Any]]:
    if isinstance(position, View):
        return position.array
    try:
        marks = np.asarray(position)
    except (ValueError, TypeError):
        raise InvalidBoard("the rows of a position must have the same length") from None
    if marks.ndim != 2 or marks.dtype.kind not in "iu":
        raise InvalidBoard("a position is rows of whole numbers: -1 unopened, -2 flag, 0-8 opened")
    if marks.dtype.kind == "u":  # a large number must not wrap round to a mark
        return np.minimum(marks.astype(np.uint64), np.uint64(2**63 - 1)).astype(np.int64)
    if marks.dtype.isnative and marks.flags.aligned:
        return marks
    return marks.astype(marks.dtype.newbyteorder("="))


def total_of(position: Position, mines: int | None) -> int | None:
    if isinstance(position, View) and mines is None:
        return position.mines
    if mines is None:
        return None
    kind = type(mines).__name__
    try:
        total = index(mines)
    except TypeError:
        raise InvalidBoard(f"a mine total is a whole number, not of type {kind}") from None
    if isinstance(mines, bool) or not 0 <= total <= MAX_CELLS:
        raise InvalidBoard(f"a mine total is a whole number from 0 to {MAX_CELLS:,}")
    return total


def density_for(total: int | None, density: float | None) -> float | None:
    """Return the density that an unknown total needs; None if the total is known."""
    if total is not None:
        return None
    if density is None:
        raise InvalidBoard("the mine total is unknown: give it, or a density between 0 and 1")
    return density


def bytes_of(mebibytes: int) -> int:
    return min(index(mebibytes), 1 << 40) << 20  # more would overflow in the kernel
