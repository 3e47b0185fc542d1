"""Many running games in the kernel; learners see them as arrays, and never the mines."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Level
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game
from sapper.rules.view import FirstClick


class Shown(NamedTuple):
    """The arrays that the kernel writes at every step: one row per board.

    The `final` arrays show the end of games whose boards began the next one in the same step.
    """

    observation: npt.NDArray[Any]
    mask: npt.NDArray[np.int8]
    reward: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    won: npt.NDArray[np.bool_]
    final_observation: npt.NDArray[Any]
    final_mask: npt.NDArray[np.int8]
    final_won: npt.NDArray[np.bool_]

    @classmethod
    def empty(
        cls, boards: int, shape: tuple[int, ...], dtype: npt.DTypeLike, actions: int
    ) -> Shown:
        def view() -> npt.NDArray[Any]:
            return np.zeros((boards, *shape), dtype)

        def mask() -> npt.NDArray[np.int8]:
            return np.zeros((boards, actions), np.int8)

        def mark() -> npt.NDArray[np.bool_]:
            return np.zeros(boards, np.bool_)

        reward = np.zeros(boards, np.float64)
        return cls(view(), mask(), reward, mark(), mark(), mark(), view(), mask(), mark())


class Boards:
    """Games of one level side by side; board k plays the games of seed s + k."""

    def __init__(
        self,
        level: Level,
        first_click: FirstClick,
        shown: Shown,
        *,
        flags: bool,
        observation_kind: str,
        autoreset: str,
        most_steps: int,
        rewards: dict[str, float],
        threads: int,
    ) -> None:
        with kernel_errors():
            self._native = _kernel.Boards(
                level.height,
                level.width,
                level.mines,
                first_click=str(first_click),
                flags=flags,
                observation_kind=observation_kind,
                autoreset=autoreset,
                most_steps=most_steps,
                rewards=rewards,
                threads=threads,
                **shown._asdict(),
            )

    def begin(
        self,
        chosen: npt.NDArray[np.bool_],
        fresh: npt.NDArray[np.bool_],
        seeds: npt.NDArray[np.uint64],
    ) -> None:
        """Begin the chosen boards: fresh ones on game 0 of a seed, others on their next game."""
        self._native.begin(chosen.view(np.uint8), fresh.view(np.uint8), seeds)

    def begin_on(self, chosen: npt.NDArray[np.bool_], game: Game) -> None:
        """Restart the chosen boards on the board of a game that has no moves yet."""
        layout = None if game.layout is None else np.frombuffer(game.layout.mask, np.uint8)
        self._native.begin_on(
            chosen.view(np.uint8),
            seed=game.seed or 0,
            game=game.index or 0,
            first_click=str(game.first_click),
            layout=layout,
            first=None if game.start is None else game.board.index(game.start),
        )

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Act on every board; raise InvalidMove, and change nothing, if an action is invalid."""
        with kernel_errors(kind=InvalidMove):
            self._native.step(actions)
