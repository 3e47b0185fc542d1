"""The luck of a game: how the results of its guesses changed the chance of winning.

A guess with risk r and chance c of winning is worth c / (1 - r) on average if it is survived,
and nothing if not. The change from c has mean zero whatever the player does, and however rough
the forecast c is, since r is exact and both are known before the cell is opened. Outcomes less
luck therefore have the same mean as outcomes, and vary less.
"""

from __future__ import annotations

from math import isnan

import numpy as np
import numpy.typing as npt

from sapper.batch.games import Forecasts, Games
from sapper.engine.analysis import analyse
from sapper.engine.chooser import Chooser
from sapper.rules.board import Cell
from sapper.rules.view import FirstClick, View


def luck_of_games(games: Games, guesses: Forecasts) -> npt.NDArray[np.float64]:
    """Return the luck of each game of a kernel player, from the forecasts of its guesses."""
    risk = guesses.risk.astype(np.float64)
    chance = np.nan_to_num(guesses.chance.astype(np.float64))
    gained = chance * risk / (1 - risk)
    luck = np.zeros(len(games.won))
    np.add.at(luck, guesses.game, gained)
    last = np.flatnonzero(np.diff(guesses.game, append=-1))
    fatal = last[~games.won[guesses.game[last]]]
    luck[guesses.game[fatal]] -= gained[fatal] + chance[fatal]
    return luck


class LuckMeter:
    """Follows a game that is played move by move.

    The first click is left out: what it is promised is not a risk. So are moves that the player
    calls certain, to save time.
    """

    def __init__(self) -> None:
        self.luck = 0.0
        self._chooser = Chooser("master", FirstClick.NONE)
        self._staked: tuple[float, float] | None = None

    def before(self, view: View, cell: Cell, certain: bool) -> None:
        """Note the stakes of a move; the cell is opened next."""
        self._staked = None
        if certain or not view.opened or view.mines is None or cell not in view.board:
            return
        known = analyse(view)
        risk = float(known.risk[cell])
        if known.exact and 0 < risk < 1:
            self._staked = risk, self._chooser.chance_of(view, [cell]) or 0.0

    def after(self, survived: bool) -> None:
        if self._staked is None:
            return
        risk, chance = self._staked
        self.luck += chance * risk / (1 - risk) if survived else -chance


def checked_luck(values: object, count: int) -> npt.NDArray[np.float64]:
    """Read the luck of a number of games from a record; raise ValueError if it is not that."""
    if not isinstance(values, list) or len(values) != count:
        raise ValueError
    if not all(isinstance(value, float) and not isnan(value) for value in values):
        raise ValueError
    return np.array(values, dtype=np.float64)
