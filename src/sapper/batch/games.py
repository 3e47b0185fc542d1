"""Whole games of the players that live in the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import FirstClick

REASONS: Final = ("first", "certain", "perfect", "judged", "safest")
MOST_GAMES: Final = 10_000_000  # in one call: the answer holds some bytes for each


@dataclass(frozen=True, slots=True)
class Series:
    """Games start … start + count − 1 of a seed, or one on each layout, and who plays them.

    Play begins at `first`; without it the player chooses.
    """

    strength: str
    level: Level
    first_click: FirstClick
    seed: int = 0
    start: int = 0
    count: int = 0
    first: Cell | None = None
    threads: int = 1
    layouts: Sequence[Layout] | None = None


_Columns = dict[str, npt.NDArray[Any]]


class Games(NamedTuple):
    """The outcome of each game; `hash` covers all its moves."""

    won: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]
    hash: npt.NDArray[np.uint64]


class Forecasts(NamedTuple):
    """For each move, or each guess, of many games: which game, which move, the forecast.

    `chance` is NaN where the board is too large for a forecast. The rest is what it rests on:
    why the move was made, as an index of REASONS, its score if it was judged, and `features`, whose
    columns are the members of `WinChanceFeatures` in kernel/play/win_chance.hpp.
    """

    game: npt.NDArray[np.int64]
    move: npt.NDArray[np.int32]
    reason: npt.NDArray[np.uint8]
    risk: npt.NDArray[np.float32]
    chance: npt.NDArray[np.float32]
    score: npt.NDArray[np.float32]
    features: npt.NDArray[np.float32]


def play_games(series: Series) -> Games:
    """Play the games of a series."""
    games, _ = _played(series, keep="nothing")
    return Games(**games)


def forecast_games(series: Series, *, every_move: bool = False) -> tuple[Games, Forecasts]:
    """Play games and keep the player's forecasts of winning, at guesses or at every move."""
    games, forecasts = _played(series, keep="moves" if every_move else "guesses")
    return Games(**games), Forecasts(**forecasts)


class Advantages(NamedTuple):
    """For each game: the gain over another player, in chances of winning.

    `differences` are the guesses where the other would have opened another cell.
    """

    gained: npt.NDArray[np.float64]
    differences: npt.NDArray[np.int32]
    won: npt.NDArray[np.bool_]


def advantages(series: Series, other: str, *, playouts: int = 64) -> Advantages:
    """Play the games of a series and compare each guess with another player's.

    Where they differ, both guesses are played out by the other on layouts that fit the view.
    The mean of what is gained over a game is the difference of the two win rates, with a much
    smaller error than the outcomes of games have.
    """
    level = series.level
    with kernel_errors():
        return Advantages(
            *_kernel.find_advantages(
                level.height,
                level.width,
                level.mines,
                first_click=str(series.first_click),
                strength=series.strength,
                other=other,
                seed=series.seed,
                begin=series.start,
                games=series.count,
                playouts=playouts,
                threads=series.threads,
            )
        )


def _played(series: Series, *, keep: str) -> tuple[_Columns, _Columns]:
    level, count = series.level, series.count
    if isinstance(count, int) and count > MOST_GAMES:
        raise InvalidBoard(f"play at most {MOST_GAMES:,} games in one call, not {count}")
    with kernel_errors():
        return _kernel.play_batch(
            level.height,
            level.width,
            level.mines,
            first_click=str(series.first_click),
            strength=series.strength,
            seed=series.seed,
            begin=series.start,
            games=count,
            masks=_masks(series),
            first=series.first,
            threads=series.threads,
            keep=keep,
        )


def _masks(series: Series) -> npt.NDArray[np.uint8] | None:
    if series.layouts is None:
        return None
    flat = b"".join(layout.mask for layout in series.layouts)
    return np.frombuffer(flat, dtype=np.uint8).reshape(len(series.layouts), series.level.board.size)
