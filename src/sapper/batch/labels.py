"""Positions of played games with exact labels, made in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Labels(NamedTuple):
    """One row per position; arrays about cells have one value per cell, row by row.

    `risk` is 0 where a cell is open and, though rounded to 32 bits, 0 or 1 elsewhere only
    where that is certain. `certain` is 1 for a safe cell and 2 for a mine. `best` is the cell
    that the player opened next, as row * width + column; `won` is how its game ended.
    """

    game: npt.NDArray[np.uint64]
    move: npt.NDArray[np.int32]
    view: npt.NDArray[np.int8]
    risk: npt.NDArray[np.float32]
    certain: npt.NDArray[np.uint8]
    exact: npt.NDArray[np.bool_]
    best: npt.NDArray[np.int32]
    won: npt.NDArray[np.bool_]


def label_games(
    strength: str,
    level: Level,
    first_click: FirstClick,
    *,
    seed: int,
    start: int,
    positions: int,
    every: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Labels:
    """Play games from `start` on until there are enough positions, one every `every` clicks.

    The empty board is never one of them. Raise KeyboardInterrupt when `stopped()` is true.
    """
    with kernel_errors():
        columns = _kernel.label_games(
            level.height,
            level.width,
            level.mines,
            first_click=str(first_click),
            strength=strength,
            seed=seed,
            begin=start,
            positions=positions,
            every=every,
            stopped=stopped,
        )
    return Labels(**columns)
