"""The adapter for stable-baselines3: the native vector environment under its names."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from sapper import SapperError
from sapper.gym import MinesweeperVectorEnv


class VecEnv:
    """What stable-baselines3's class of this name keeps; the library itself needs torch."""

    def __init__(self, num_envs: int, observation_space: object, action_space: object) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space
        self._reset_seeds()
        self._reset_options()
        self.render_mode = self.get_attr("render_mode")[0]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        raise NotImplementedError

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _reset_options(self) -> None:
        self._options: list[dict[str, Any]] = [{}] * self.num_envs

    def seed(self, seed: int) -> None:
        self._seeds = [seed + place for place in range(self.num_envs)]

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def baselines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the module, on top of stable-baselines3 or, where it is missing, of its stand-in."""
    if "stable_baselines3" not in sys.modules:
        stand_in = ModuleType("stable_baselines3.common.vec_env")
        stand_in.VecEnv = VecEnv  # type: ignore[attr-defined]
        for name in ("stable_baselines3", "stable_baselines3.common"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    monkeypatch.delitem(sys.modules, "sapper.gym.baselines", raising=False)
    return import_module("sapper.gym.baselines")


def test_it_steps_as_the_native_environment(baselines: Any) -> None:
    """Observations, rewards and ends are the native ones, and every end has its last view."""
    env = baselines.BaselinesEnv(32, "4x4/2", max_episode_steps=5)
    native = MinesweeperVectorEnv(
        32, "4x4/2", max_episode_steps=5, autoreset_mode=AutoresetMode.SAME_STEP
    )
    env.seed(5)
    assert (env.reset() == native.reset(seed=5)[0]).all()
    rng, ends, wins, cut = np.random.default_rng(1), 0, 0, 0
    for _ in range(60):
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == native.action_masks()).all()
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        observation, reward, over, infos = env.step(actions)
        expected = native.step(actions)
        assert (observation == expected[0]).all()
        assert (reward == expected[1].astype(np.float32)).all()
        assert (over == expected[2] | expected[3]).all()
        for place, info in enumerate(infos):
            assert ("terminal_observation" in info) == over[place]
            if over[place]:
                last = info["terminal_observation"]
                assert (last == expected[4]["final_obs"][place]).all()
                assert info["is_success"] == expected[4]["final_info"]["won"][place]
                assert info["TimeLimit.truncated"] == (expected[3] & ~expected[2])[place]
        ends += int(over.sum())
        wins += sum(info.get("is_success", False) for info in infos)
        cut += sum(info.get("TimeLimit.truncated", False) for info in infos)
    assert ends > 100
    assert wins > 0
    assert cut > 0


def test_it_answers_as_stable_baselines_asks(baselines: Any) -> None:
    """Masks of some boards, attributes, pictures; what boards do not have is refused."""
    env = baselines.BaselinesEnv(3, "5x5/3", render_mode="rgb_array")
    env.reset()
    assert env.action_masks().shape == (3, 25)
    assert len(env.env_method("action_masks", indices=[0, 2])) == 2
    assert len(env.get_attr("action_masks", indices=1)) == 1  # how sb3-contrib finds out
    assert env.env_is_wrapped(object) == [False] * 3
    assert [picture.shape for picture in env.get_images()] == [(80, 80, 3)] * 3
    with pytest.raises(AttributeError, match="action_masks and render"):
        env.env_method("cheat")
    with pytest.raises(SapperError, match="fixed"):
        env.set_attr("level", "expert")
    env.close()


def test_missing_stable_baselines_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without stable-baselines3, the import says what to install."""
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.delitem(sys.modules, "sapper.gym.baselines", raising=False)
    with pytest.raises(ImportError, match="pip install stable-baselines3"):
        import_module("sapper.gym.baselines")
