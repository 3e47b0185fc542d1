"""The settings of both environments: level, rules, observations and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar

import numpy as np
from gymnasium import spaces

from sapper.formatting import brief
from sapper.rules.board import Board, Layout, Level
from sapper.rules.board_id import game_from_id
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.first_click import check_room
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FLAG, FirstClick

REWARDS: Final[Mapping[str, float]] = {
    "win": 1.0,  # on top, for the move that wins
    "loss": -1.0,  # for opening a mine, and nothing else
    "move": 0.0,  # for every action that is legal and opens no mine
    "cell": 0.0,  # on top, for each cell that a move opens
    "illegal": -0.1,  # for an action that the mask forbids; it changes nothing
}
"""The default rewards."""

_Kind = TypeVar("_Kind", bound=StrEnum)
PLANES: Final = 10  # one for each number from 0 to 8, one for unopened cells


class BadSetting(SapperError):
    """An unknown or impossible setting of an environment, or option of a reset."""


class Observation(StrEnum):
    """How a view is observed; docs/research.md lists the channels."""

    PLANES = "planes"  # 0 or 1, channels first
    CODES = "codes"  # one number per cell
    RISKS = "risks"  # the planes as floats, and the exact risks


@dataclass(frozen=True)
class Settings:
    """A level and how it is played, observed and rewarded.

    >>> Settings.read("expert", "safe", False, "codes", None).observation_space.shape
    (16, 30)
    """

    level: Level
    first_click: FirstClick
    flags: bool
    observation: Observation
    rewards: Mapping[str, float]

    @classmethod
    def read(
        cls,
        level: str | Level,
        first_click: str,
        flags: bool,
        observation: str,
        rewards: Mapping[str, float] | None,
    ) -> Settings:
        """Check the user's settings; raise SapperError for impossible ones."""
        options = dict(rewards or {})
        if unknown := sorted(options.keys() - REWARDS.keys()):
            raise BadSetting(f"there is no reward {brief(unknown[0])}: use {', '.join(REWARDS)}")
        settings = cls(
            level if isinstance(level, Level) else Level.parse(level),
            _one_of(FirstClick, first_click, "first-click rule"),
            bool(flags),
            _one_of(Observation, observation, "observation"),
            {name: float(options.get(name, usual)) for name, usual in REWARDS.items()},
        )
        settings._check_room()
        return settings

    def _check_room(self) -> None:
        """Refuse a level without a safe cell, or where a first click would leave no room."""
        level = self.level
        if level.mines == level.board.size:
            raise InvalidBoard(f"{level} has no safe cell")
        middle = level.height // 2, level.width // 2  # where a first click spares most
        check_room(level, self.first_click, middle)

    @property
    def board(self) -> Board:
        return self.level.board

    @property
    def actions(self) -> int:
        return self.board.size * (2 if self.flags else 1)

    @property
    def action_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.actions)

    @property
    def observation_space(self) -> spaces.Box:
        height, width = self.level.height, self.level.width
        planes = PLANES + self.flags
        if self.observation is Observation.CODES:
            return spaces.Box(FLAG, 8, (height, width), np.int8)
        if self.observation is Observation.PLANES:
            return spaces.Box(0, 1, (planes, height, width), np.uint8)
        return spaces.Box(0.0, 1.0, (planes + 1, height, width), np.float32)

    def given_game(self, options: Mapping[str, Any] | None) -> Game | None:
        """Start the game that the options of a reset ask for, if any.

        `board_id` names a board, `layout` is one (a Layout, or rows of 0 and 1). Raise
        SapperError if it is of another level, or if its first cell ends the game.
        """
        requested = dict(options or {})
        board_id, layout = requested.pop("board_id", None), requested.pop("layout", None)
        if requested:
            raise BadSetting(
                f"there is no option {brief(next(iter(requested)))}: use board_id or layout"
            )
        if board_id is not None and layout is not None:
            raise BadSetting("give a board_id or a layout, not both")
        if board_id is None and layout is None:
            return None
        game = game_from_id(str(board_id)) if layout is None else Game.of(_layout(layout))
        return self._fitting(game)

    def _fitting(self, game: Game) -> Game:
        if game.level != self.level:
            raise BadSetting(f"this board is of level {game.level}, not {self.level}")
        if game.layout is not None and game.start is not None:
            trial = Game.of(game.layout)
            trial.open(game.start)
            if trial.outcome is not Outcome.PLAYING:
                raise BadSetting("the first cell of this board ends the game")
        return game


def _one_of(kind: type[_Kind], name: str, what: str) -> _Kind:
    try:
        return kind(name)
    except ValueError:
        raise BadSetting(f"there is no {what} {brief(name)}: use {', '.join(kind)}") from None


def _layout(layout: Any) -> Layout:
    if isinstance(layout, Layout):
        return layout
    try:
        rows = np.asarray(layout)
    except ValueError:  # rows of different lengths
        rows = np.empty(0)
    if rows.ndim != 2 or rows.dtype.kind not in "iub" or not np.isin(rows, (0, 1)).all():
        raise BadSetting("a layout is rows of 0 and 1, where 1 is a mine")
    return Layout(Board(*rows.shape), rows.astype(np.uint8).tobytes())
