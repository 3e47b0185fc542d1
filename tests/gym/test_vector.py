"""The native vector environment: step for step the same as Gymnasium's own vectorisation."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sapper.gym  # registers the ids
from sapper import InvalidMove, SapperError

MODES = list(AutoresetMode)


def pair(
    boards: int, mode: AutoresetMode, steps: int | None = None, **settings: Any
) -> tuple[SyncVectorEnv[Any, Any], sapper.gym.MinesweeperVectorEnv]:
    id = "sapper/Minesweeper-v0"
    limit: dict[str, Any] = {} if steps is None else {"max_episode_steps": steps}
    sync = gymnasium.make_vec(
        id, boards, "sync", vector_kwargs={"autoreset_mode": mode}, **limit, **settings
    )
    native = gymnasium.make_vec(
        id, boards, "vector_entry_point", autoreset_mode=mode, threads=2, **limit, **settings
    )
    assert isinstance(sync, SyncVectorEnv)
    assert isinstance(native, sapper.gym.MinesweeperVectorEnv)
    return sync, native


def draw(
    rng: np.random.Generator, masks: npt.NDArray[np.bool_], wild: float
) -> npt.NDArray[np.intp]:
    """Draw a legal action for each board; with the chance `wild` any action at all."""
    weights = rng.random(masks.shape) * (masks + wild * (rng.random((len(masks), 1)) < wild))
    return np.asarray(weights.argmax(axis=1))


def same(first: Any, second: Any) -> bool:
    return data_equivalence(first, second, exact=True)


def walk(sync: Any, native: Any, steps: int, wild: float = 0.02) -> int:
    """Act alike on both and compare everything that they hand out; return the games that ended."""
    rng, ended = np.random.default_rng(5), 0
    assert same(sync.reset(seed=11), native.reset(seed=11))
    mode = native.metadata["autoreset_mode"]
    for _ in range(steps):
        actions = draw(rng, native.action_masks(), wild)
        expected, got = sync.step(actions), native.step(actions)
        assert same(expected[:4], got[:4])
        assert same(expected[4], got[4])
        over = got[2] | got[3]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            expected = sync.reset(options={"reset_mask": over.copy()})
            assert same(expected, native.reset(options={"reset_mask": over}))
    return ended


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("level", "boards", "steps"), [("beginner", 40, 150), ("expert", 8, 150), ("3x2/2", 40, 60)]
)
def test_equal_to_sync(mode: AutoresetMode, level: str, boards: int, steps: int) -> None:
    """Thousands of random steps give the same arrays and infos in every autoreset mode."""
    assert walk(*pair(boards, mode, level=level), steps) > 3


@pytest.mark.parametrize("observation", ["planes", "codes", "risks"])
@pytest.mark.parametrize("flags", [False, True])
@pytest.mark.parametrize("rule", ["none", "safe", "zero"])
def test_equal_to_sync_with_options(observation: str, flags: bool, rule: str) -> None:
    """With any settings, both give the same arrays, bit for bit."""
    rewards = {"win": 3.3, "loss": -2.1, "cell": 0.1, "move": -0.07, "illegal": -0.3}
    sync, native = pair(
        6,
        AutoresetMode.SAME_STEP,
        steps=12,
        level="7x6/8",
        observation=observation,
        flags=flags,
        first_click=rule,
        rewards=rewards,
    )
    assert walk(sync, native, 80, wild=0.2) > 20


def test_equal_resets() -> None:
    """Seeds, lists of seeds, resets halfway and chosen boards begin the same games in both."""
    for mode in MODES:
        sync, native = pair(4, mode, level="6x6/6")
        rng = np.random.default_rng(2)
        for seed in (3, [9, None, 2**63, 0], None, None, 3, None):
            assert same(sync.reset(seed=seed), native.reset(seed=seed))
            for _ in range(5):
                actions = draw(rng, native.action_masks(), 0)
                if mode is AutoresetMode.DISABLED and sync._autoreset_envs.any():
                    break
                assert same(sync.step(actions), native.step(actions))


@pytest.mark.parametrize(
    "board_id", ["6x6x6-safe-4-7", "6x6x6-zero-4-7-2-2", "6x6x6-none-1-0", "6x6x6-zero-4-7"]
)
def test_equal_on_given_boards(board_id: str) -> None:
    """A board id begins the same board in both, and the seed goes on afterwards."""
    sync, native = pair(3, AutoresetMode.NEXT_STEP, level="6x6/6")
    sync.reset(seed=1)
    native.reset(seed=1)
    options = {"board_id": board_id}
    assert same(sync.reset(options=options), native.reset(options=options))
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = draw(rng, native.action_masks(), 0)
        assert same(sync.step(actions), native.step(actions))


def test_threads_and_copies_change_nothing() -> None:
    """One thread or three, copied or shared arrays: the same steps."""
    made = [
        sapper.gym.MinesweeperVectorEnv(300, "beginner", threads=threads, copy=copy)
        for threads, copy in ((1, True), (3, False))
    ]
    one, three = made
    assert same(one.reset(seed=4), three.reset(seed=4))
    rng = np.random.default_rng(1)
    for _ in range(100):
        actions = draw(rng, one.action_masks(), 0)
        assert same(one.step(actions), three.step(actions))


def test_shared_arrays_are_the_kernels_own() -> None:
    """Without copying, every step hands out the same memory, which callers cannot write to."""
    env = sapper.gym.MinesweeperVectorEnv(50, "beginner", copy=False)
    first, info = env.reset(seed=1)
    second, *_, later = env.step(np.zeros(50, np.int64))
    assert np.shares_memory(first, second)
    assert np.shares_memory(info["action_mask"], later["action_mask"])
    assert not second.flags.writeable


def test_fresh_arrays_stay_as_they_are() -> None:
    """With copying, what was handed out does not change with the next step."""
    env = sapper.gym.MinesweeperVectorEnv(5, "beginner")
    first, _ = env.reset(seed=1)
    kept = first.copy()
    env.step(np.full(5, 40))
    assert (first == kept).all()


@pytest.mark.parametrize(
    "actions", [[0, 81], [-1, 0], [0], [[0, 0]], [0.5, 1.5], ["x", "y"], None, [[0], [0, 0]]]
)
def test_what_is_no_action(actions: Any) -> None:
    """An action off the board is refused, and no board changes."""
    env = sapper.gym.MinesweeperVectorEnv(2, "beginner")
    before, _ = env.reset(seed=1)
    with pytest.raises(InvalidMove):
        env.step(actions)
    assert (env._shown.observation == before).all()


def test_a_finished_board_needs_a_reset_when_nothing_is_automatic() -> None:
    """With autoreset disabled a step on a finished board is refused."""
    env = sapper.gym.MinesweeperVectorEnv(1, "2x1/1", autoreset_mode="Disabled")
    env.reset(seed=1)
    assert env.step(np.zeros(1, np.int64))[2].all()
    with pytest.raises(InvalidMove, match="over"):
        env.step(np.zeros(1, np.int64))


@pytest.mark.parametrize(
    "wrong",
    [
        {"num_envs": 0},
        {"threads": 0},
        {"max_episode_steps": 0},
        {"autoreset_mode": "never"},
        {"render_mode": "human"},
        {"observation": "mines"},
        {"rewards": {"luck": 1.0}},
        {"first_click": "lucky"},
        {"level": "3x3/9"},
        {"level": "4x4/8", "first_click": "zero"},
    ],
)
def test_bad_settings(wrong: dict[str, Any]) -> None:
    """An invalid setting is a SapperError."""
    with pytest.raises(SapperError):
        sapper.gym.MinesweeperVectorEnv(**({"num_envs": 2} | wrong))


def test_rendering() -> None:
    """Each board is drawn, as text or pixels, just as the single environment draws it."""
    for mode in ("ansi", "rgb_array"):
        env = sapper.gym.MinesweeperVectorEnv(2, "beginner", flags=True, render_mode=mode)
        single = sapper.gym.MinesweeperEnv("beginner", flags=True, render_mode=mode)
        env.reset(seed=6)
        single.reset(seed=7)
        for action in (40, 81):
            env.step(np.full(2, action))
            single.step(action)
        drawn = env.render()
        assert drawn is not None
        assert len(drawn) == 2
        assert np.array_equal(drawn[1], single.render())
