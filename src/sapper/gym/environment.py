"""One game as a Gymnasium environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from operator import index
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from sapper.formatting import brief
from sapper.gym.observing import action_mask, observe
from sapper.gym.rendering import picture
from sapper.gym.settings import BadSetting, Settings
from sapper.rules.board import Level
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.rules.rendering import render_text
from sapper.rules.seeds import check_seed
from sapper.rules.view import UNOPENED, View

RENDER_MODES = ["human", "ansi", "rgb_array"]


class MinesweeperEnv(gymnasium.Env[npt.NDArray[Any], np.int64]):
    """Minesweeper: an action opens (or flags) a cell, and the observation is the view.

    `reset(seed=s)` begins game 0 of seed s, each further `reset()` the next one. The options
    `board_id` and `layout` choose a board. Neither observations nor infos reveal a mine during
    the game.

    >>> env = MinesweeperEnv("beginner")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, int(info["action_mask"].sum())
    ((10, 9, 9), 81)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        level: str | Level = "beginner",
        *,
        first_click: str = "safe",
        flags: bool = False,
        observation: str = "planes",
        rewards: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.settings = Settings.read(level, first_click, flags, observation, rewards)
        self.action_space = self.settings.action_space
        self.observation_space = self.settings.observation_space
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSetting(f"there is no render mode {brief(render_mode)}: use {RENDER_MODES}")
        self.render_mode = render_mode
        self._seed: int | None = None
        self._episode = 0
        self._game: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        if seed is not None:
            seed, _ = check_seed(seed, 0)
        given = self.settings.given_game(options)
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            self._seed, self._episode = drawn, 0
        else:
            self._episode += 1
        self._game = given or Game(
            self.settings.level,
            seed=self._seed,
            index=self._episode,
            first_click=self.settings.first_click,
        )
        if self._game.start is not None:
            self._game.open(self._game.start)
        return self._observed()

    def step(
        self, action: np.int64 | int
    ) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Act; raise InvalidMove if this is not an action or the game is over."""
        game = self._going_on()
        reward = self._act(game, self._number(action))
        over = game.outcome is not Outcome.PLAYING
        observation, info = self._observed()
        return observation, reward, over, False, info

    def _number(self, action: object) -> int:
        with suppress(TypeError):  # what is no whole number is no action
            if 0 <= (number := index(action)) < self.settings.actions:  # type: ignore[arg-type]
                return number
        raise InvalidMove(f"action {action} is not from 0 to {self.settings.actions - 1}")

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, under the name that sb3-contrib calls."""
        return action_mask(self._view, self.settings.flags).astype(np.bool_)

    def render(self) -> Any:
        """Draw the view: as text, or as an array of pixels; `human` writes it to the terminal."""
        if self.render_mode == "rgb_array":
            return picture(self._view.array)
        if self.render_mode == "ansi":
            return render_text(self._view)
        if self.render_mode == "human":
            self._show()
        return None

    @property
    def _view(self) -> View:
        if self._game is None:
            raise InvalidMove("reset the environment before anything else")
        return self._game.view

    def _going_on(self) -> Game:
        if self._game is None:
            raise InvalidMove("reset the environment before the first step")
        if self._game.outcome is not Outcome.PLAYING:
            raise InvalidMove(f"the game is over: it was {self._game.outcome}")
        return self._game

    def _act(self, game: Game, action: int) -> float:
        size, rewards = self.settings.board.size, self.settings.rewards
        cell = self.settings.board.cell(action % size)
        mark = game.view[cell]
        if action >= size and mark < 0:
            game.flag(cell)
            return rewards["move"]
        if action >= size or mark != UNOPENED:
            return rewards["illegal"]
        opened = len(game.open(cell))
        if game.outcome is Outcome.LOST:
            return rewards["loss"]
        reward = rewards["cell"] * opened + rewards["move"]
        return reward + rewards["win"] if game.outcome is Outcome.WON else reward

    def _observed(self) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        assert self._game is not None
        if self.render_mode == "human":
            self._show()
        info = {
            "action_mask": action_mask(self._view, self.settings.flags),
            "won": self._game.outcome is Outcome.WON,
        }
        return observe(self._view, self.settings), info

    def _show(self) -> None:
        """Write the view to the standard output; on a terminal, in place."""
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        top = "\x1b[H\x1b[2J" if colour else ""
        sys.stdout.write(f"{top}{render_text(self._view, colour=colour)}\n\n")
        sys.stdout.flush()
