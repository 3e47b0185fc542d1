"""Forecasts: the chance of winning that a player saw at each guess, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from sapper.arena.chunk import Contest, Task, strength_of
from sapper.batch.games import forecast_games
from sapper.players.registry import player_class
from sapper.rules.errors import SapperError


class NoForecast(SapperError):
    """A player that does not say how likely it is to win."""


class FirstCellGiven(NoForecast):
    """A contest that begins at a given cell, which the player's forecasts know nothing of."""


def check_forecasts(contest: Contest) -> str:
    """Return the strength of a contest's player; raise NoForecast if it makes no forecasts."""
    strength = strength_of(player_class(contest.player))
    if strength is None:
        raise NoForecast(f"player {contest.player!r} does not estimate its chance of winning")
    if contest.first is not None:
        raise FirstCellGiven("forecasts are made from the player's own first cell")
    return strength


def forecasts(tasks: Iterable[Task], threads: int = 1) -> npt.NDArray[np.float64]:
    """Play games; return a row for each guess: the predicted chance, and 1 if it was won."""
    parts = [np.empty((0, 2))]
    for task in tasks:
        series = replace(task.series(check_forecasts(task.contest)), threads=threads)
        games, foreseen = forecast_games(series)
        parts.append(np.column_stack([foreseen.chance, games.won[foreseen.game]]))
    rows = np.concatenate(parts)
    return rows[~np.isnan(rows[:, 0])]
