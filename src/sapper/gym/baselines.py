"""Adapts the native vector environment to stable-baselines3, with masks for sb3-contrib.

The only module that knows stable-baselines3, which has to be installed for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from sapper.formatting import brief
from sapper.gym.settings import BadSetting
from sapper.gym.vector import Array, MinesweeperVectorEnv
from sapper.rules.board import Level

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    message = "sapper.gym.baselines needs stable-baselines3: pip install stable-baselines3"
    raise ImportError(message) from None


class BaselinesEnv(VecEnv):  # type: ignore[misc]  # it is not installed where types are checked
    """Many games as one `VecEnv`; the settings are those of `MinesweeperVectorEnv`.

    A finished game is followed by the next at once, and its info has `terminal_observation`,
    `TimeLimit.truncated` and `is_success`, which is true if it was won.
    """

    def __init__(self, num_envs: int, level: str | Level = "beginner", **settings: Any) -> None:
        self.boards = MinesweeperVectorEnv(
            num_envs, level, autoreset_mode=AutoresetMode.SAME_STEP, **settings
        )
        self._actions: Array = np.empty(0)
        boards = self.boards
        super().__init__(num_envs, boards.single_observation_space, boards.single_action_space)

    def reset(self) -> Array:
        """Begin a new game on every board, with the seeds that `seed` was given."""
        observation, _ = self.boards.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: Array) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        observation, reward, terminated, truncated, infos = self.boards.step(self._actions)
        over = terminated | truncated
        details: list[dict[str, Any]] = [{} for _ in over]
        for place in np.flatnonzero(over):
            details[place] = {
                "terminal_observation": infos["final_obs"][place],
                "TimeLimit.truncated": bool(truncated[place] and not terminated[place]),
                "is_success": bool(infos["final_info"]["won"][place]),
            }
        return observation, reward.astype(np.float32), over, details

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, one row per board."""
        return self.boards.action_masks()

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """Return each board's answer to `action_masks` (which sb3-contrib calls) or `render`."""
        if method_name not in ("action_masks", "render"):
            raise AttributeError(f"boards have action_masks and render, not {brief(method_name)}")
        answers = getattr(self.boards, method_name)()
        return [None if answers is None else answers[place] for place in self._places(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.boards, attr_name) for _ in self._places(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise BadSetting(f"{attr_name} is fixed when the environment is made")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._places(indices)]

    def get_images(self) -> list[Any]:
        return list(self.boards.render() or ())

    def close(self) -> None:
        self.boards.close()

    def _places(self, indices: Iterable[int] | int | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
