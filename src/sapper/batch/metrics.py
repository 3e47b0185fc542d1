"""How much work boards are: counted in the kernel, many at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Layout
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import View


def measure(mines: npt.ArrayLike, *, threads: int = 1) -> dict[str, npt.NDArray[np.int32]]:
    """Return the metrics of every board of an array (boards, height, width), by their names."""
    with kernel_errors("threads must be a whole number from 1 to 1024"):
        return _kernel.measure(_masks(mines), threads=threads)


def solved_bbbv(layout: Layout, view: View) -> int:
    """Count the clicks of the layout's 3BV that the view shows as done."""
    if view.board != layout.board:
        raise InvalidBoard(
            f"a view of {view.width}x{view.height} does not show "
            f"a layout of {layout.board.width}x{layout.board.height}"
        )
    return _kernel.solved_bbbv(layout.array, (view.array >= 0).astype(np.uint8))


def _masks(mines: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    try:
        masks = np.asarray(mines)
    except ValueError:
        raise InvalidBoard("boards measured together must have the same size") from None
    if masks.ndim != 3:
        raise InvalidBoard(
            f"many boards are an array with 3 dimensions (boards, height, width), not {masks.ndim}"
        )
    if masks.dtype.kind not in "biu" or not ((masks == 0) | (masks == 1)).all():
        raise InvalidBoard("each cell of a board is True for a mine, else False")
    return np.ascontiguousarray(masks, dtype=np.uint8)
