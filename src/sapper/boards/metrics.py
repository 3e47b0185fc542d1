"""How much work a board is, and how a game did it; docs/metrics.md defines every number.

Nothing here judges moves or reads a clock: times come from the game's record or the caller.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.batch import metrics as batch
from sapper.boards.generate import NoGuessBoard
from sapper.rules.arguments import need
from sapper.rules.board import Layout
from sapper.rules.errors import InvalidBoard
from sapper.rules.game import ActionType, Game


@dataclass(frozen=True, slots=True)
class Metrics:
    """Measures of a layout: `bbbv` is its 3BV.

    >>> from sapper import read_layout
    >>> found = metrics(read_layout("..*.."))
    >>> found.bbbv, found.openings
    (2, 2)
    """

    bbbv: int
    openings: int
    islands: int
    zini: int
    human_zini: int


@dataclass(frozen=True, slots=True)
class GameMetrics:
    """A game compared with its board: the 3BV done, the clicks used, the seconds if known."""

    board: Metrics
    solved_bbbv: int
    clicks: int
    seconds: float | None

    @property
    def solved(self) -> float:
        """The share of the board's 3BV that is done; 1 for a board that has none."""
        return self.solved_bbbv / self.board.bbbv if self.board.bbbv else 1.0

    @property
    def bbbv_per_second(self) -> float | None:
        """The 3BV done per second; None if the time is unknown or 0."""
        return self.solved_bbbv / self.seconds if self.seconds else None

    @property
    def ioe(self) -> float | None:
        """The index of efficiency, 3BV done per click; None before the first click."""
        return self.solved_bbbv / self.clicks if self.clicks else None

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "solved": self.solved,
            "bbbv_per_second": self.bbbv_per_second,
            "ioe": self.ioe,
        }


def metrics(board: Layout | Game | NoGuessBoard) -> Metrics:
    r"""Measure one layout; raise InvalidBoard if there is none.

    >>> from sapper import read_layout
    >>> metrics(read_layout("*...\n..*.\n...."))
    Metrics(bbbv=7, openings=1, islands=1, zini=5, human_zini=6)
    """
    found = batch.measure(layout_of(board).array[np.newaxis])
    return Metrics(**{name: int(values[0]) for name, values in found.items()})


def layout_of(board: Layout | Game | NoGuessBoard) -> Layout:
    """Return where the mines are; raise InvalidBoard if none are laid or this is not a board."""
    need(board, Layout, Game, NoGuessBoard)
    layout = board if isinstance(board, Layout) else board.layout
    if layout is None:
        raise InvalidBoard("this game has no mines before its first cell is opened")
    return layout


def metrics_many(mines: npt.ArrayLike, *, threads: int = 1) -> dict[str, npt.NDArray[np.int32]]:
    """Measure many boards of one size: an array (boards, height, width), True for a mine.

    Return an array for each name of `Metrics`. Raise InvalidBoard for any other shape.

    >>> metrics_many([[[True, False, False]], [[False, True, False]]])["bbbv"].tolist()
    [1, 2]
    """
    return batch.measure(mines, threads=threads)


def game_metrics(game: Game, seconds: float | None = None) -> GameMetrics:
    """Measure a game, finished or not; the time is that of its record unless given.

    Every action but undo is a click: opening, flagging, taking a flag away, chording. Raise
    InvalidBoard before the mines are laid.
    """
    if game.layout is None:
        raise InvalidBoard("nothing can be measured before the first cell is opened")
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise InvalidBoard("the duration must be a finite number greater than 0")
    return GameMetrics(
        metrics(game.layout),
        batch.solved_bbbv(game.layout, game.view),
        sum(action.type is not ActionType.UNDO for action in game.actions),
        recorded_seconds(game) if seconds is None else seconds,
    )


def recorded_seconds(game: Game) -> float | None:
    """Return the time from the first opening to the last action; None if it was not kept."""
    opened = next((action.time for action in game.actions if action.type is ActionType.OPEN), None)
    ended = game.actions[-1].time if game.actions else None
    return None if opened is None or ended is None else max(ended - opened, 0.0)
