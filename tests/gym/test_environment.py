"""The single environment: what Gymnasium asks for, and what a learner gets."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sapper.gym
from sapper import Game, InvalidMove, Layout, Level, SapperError, analyse, board_id
from sapper.gym import IDS, MinesweeperEnv


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("settings", [{}, {"flags": True, "observation": "codes"}], ids=str)
def test_check_env(id: str, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Gymnasium's own checker has no warnings in any render mode."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id, **settings).unwrapped)
    assert "│" in capsys.readouterr().out  # what `human` has drawn


@pytest.mark.parametrize("observation", ["planes", "codes", "risks"])
@pytest.mark.parametrize("flags", [False, True])
def test_spaces(observation: str, flags: bool) -> None:
    """Every observation of random games lies in the space, every mask row is legal."""
    env = MinesweeperEnv("6x5/5", observation=observation, flags=flags)
    env.action_space.seed(3)
    for episode in range(20):
        shown, info = env.reset(seed=episode)
        over = False
        while not over:
            assert shown in env.observation_space
            assert (env.action_masks() == info["action_mask"]).all()
            action = env.action_space.sample(mask=info["action_mask"])
            shown, reward, over, _, info = env.step(action)
            assert reward != env.settings.rewards["illegal"]


def test_module_in_the_id() -> None:
    """An id that names the module needs no import."""
    env = gymnasium.make("sapper.gym:sapper/Expert-v0")
    assert env.observation_space.shape == (10, 16, 30)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_make_vec(id: str, mode: str) -> None:
    """Both ways of vectorising work for every id."""
    envs = gymnasium.make_vec(id, num_envs=3, vectorization_mode=mode)
    shown, infos = envs.reset(seed=1)
    assert shown in envs.observation_space
    for _ in range(5):
        actions = infos["action_mask"].argmax(axis=1)
        shown, rewards, *_, infos = envs.step(actions)
        assert shown in envs.observation_space
        assert rewards.dtype == np.float64
    envs.close()


def test_planes_codes_and_risks_tell_the_same() -> None:
    """Planes are the codes one by one; the last plane of risks is what `analyse` says."""
    shown = {}
    for kind in ("planes", "codes", "risks"):
        env = MinesweeperEnv("beginner", observation=kind, flags=True)
        env.reset(seed=8)
        env.step(81 + 3)
        shown[kind], *_ = env.step(40)
    codes, planes, risks = shown["codes"], shown["planes"], shown["risks"]
    for clue in range(9):
        assert (planes[clue] == (codes == clue)).all()
    assert (planes[9] == (codes < 0)).all()
    assert (planes[10] == (codes == -2)).all()
    assert (risks[:11] == planes).all()
    exact = np.nan_to_num(analyse(codes, mines=10).risk)
    assert np.abs(risks[11] - exact).max() < 1e-7
    assert ((risks[11] == 1) == (exact == 1)).all()


def test_seeding_is_the_rule_of_the_house() -> None:
    """Reset with a seed begins its game 0, each further reset the next game of that seed."""
    env = MinesweeperEnv("beginner", observation="codes", first_click="zero")
    for index in range(4):
        env.reset(seed=21 if index == 0 else None)
        shown, *_ = env.step(4 * 9 + 4)
        game = Game(Level.NAMED["beginner"], seed=21, index=index, first_click="zero")  # type: ignore[arg-type]
        game.open((4, 4))
        assert (shown == game.view.array).all()


def test_without_a_seed_games_differ() -> None:
    """Unseeded environments play different boards."""
    openings = set()
    for _ in range(6):
        env = MinesweeperEnv("expert", observation="codes", first_click="zero")
        env.reset()
        openings.add(env.step(200)[0].tobytes())
    assert len(openings) > 1


def test_rewards() -> None:
    """Each reward comes when it should, as configured."""
    layout = [[0, 0, 0, 1], [0, 0, 1, 0]]
    rewards = {"win": 10, "loss": -5, "move": 1, "cell": 0.5, "illegal": -3}
    env = MinesweeperEnv("4x2/2", rewards=rewards, flags=True)

    def played(*actions: int) -> list[tuple[float, bool]]:
        env.reset(options={"layout": layout})
        return [(step[1], step[2]) for step in map(env.step, actions)]

    assert played(0, 0, 2, 7) == [(3.0, False), (-3, False), (1.5, False), (11.5, True)]
    assert played(3) == [(-5, True)]
    assert played(8, 0, 8, 8 + 7) == [(1, False), (-3, False), (1, False), (1, False)]


def test_a_loss_shows_nothing_new() -> None:
    """The observation after a mine was opened is the one from before."""
    env = MinesweeperEnv("2x1/1", first_click="none")
    before, _ = env.reset(options={"layout": [[1, 0]]})
    after, _, terminated, _, info = env.step(0)
    assert terminated
    assert not info["won"]
    assert (after == before).all()


def test_given_boards() -> None:
    """A board id, a Layout and rows of 0 and 1 give that board; a pinned one is already begun."""
    game = Game(Level.NAMED["beginner"], seed=4, index=9)
    env = MinesweeperEnv("beginner", observation="codes")
    env.reset(options={"board_id": board_id(game)})
    shown, *_ = env.step(0)
    game.open((0, 0))
    assert (shown == game.view.array).all()
    begun, _ = env.reset(options={"board_id": board_id(game)})
    assert (begun == game.view.array).all()
    assert isinstance(game.layout, Layout)
    for layout in (game.layout, game.layout.array):
        env.reset(options={"layout": layout})
        assert (env.step(0)[0] == game.view.array).all()


@pytest.mark.parametrize(
    "options",
    [
        {"layout": [[0, 1]]},
        {"layout": [0, 1]},
        {"layout": [[0, 3]]},
        {"layout": [[0, 1], [0]]},
        {"board_id": "nonsense"},
        {"board_id": "30x16x99-safe-1-1"},
        {"board_id": "9x9x10-safe-1-1", "layout": [[1]]},
        {"boards": 1},
    ],
)
def test_boards_that_do_not_fit(options: dict[str, Any]) -> None:
    """A board of another level, or an invalid one, is refused, and the game goes on."""
    env = MinesweeperEnv("beginner", observation="codes")
    env.reset(seed=1)
    shown, *_ = env.step(40)
    with pytest.raises(SapperError):
        env.reset(options=options)
    assert (env._view.array == shown).all()


def test_wrong_moves() -> None:
    """Steps before the reset, after the end or off the board are refused."""
    env = MinesweeperEnv("2x1/1")
    with pytest.raises(InvalidMove, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 2, 0.5, "0", None):
        with pytest.raises(InvalidMove, match="0 to 1"):
            env.step(action)  # type: ignore[arg-type]  # so says the test
    env.step(0)
    with pytest.raises(InvalidMove, match="over"):
        env.step(1)


def test_pixels() -> None:
    """Each mark has its own picture, 16 pixels a cell."""
    env = gymnasium.make("sapper/Beginner-v0", render_mode="rgb_array", flags=True)
    env.reset(seed=2)
    for action in (40, 81):
        env.step(action)
    pixels = np.asarray(env.render())
    assert pixels.shape == (9 * 16, 9 * 16, 3)
    assert pixels.dtype == np.uint8
    tiles = {
        pixels[16 * r : 16 * r + 16, 16 * c : 16 * c + 16].tobytes()
        for r in range(9)
        for c in range(9)
    }
    assert len(tiles) == len(np.unique(env.unwrapped._view.array))  # type: ignore[attr-defined]


def test_a_loop_with_masks() -> None:
    """A learner that asks for masks as sb3-contrib does never makes an illegal move."""
    env = gymnasium.make("sapper/Beginner-v0", max_episode_steps=100)
    rng, rewards, ended = np.random.default_rng(1), [], 0
    env.reset(seed=1)
    for _ in range(500):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        _, reward, terminated, truncated, _ = env.step(rng.choice(np.flatnonzero(masks)))
        rewards.append(reward)
        if terminated or truncated:
            ended += 1
            env.reset()
    assert ended > 20
    assert set(rewards) <= {0.0, 1.0, -1.0}


def test_sapper_itself_needs_no_gymnasium() -> None:
    """Only `sapper.gym` imports Gymnasium."""
    source = Path(sapper.__file__).parent
    users = {
        path.relative_to(source).parts[0]
        for path in source.rglob("*.py")
        if "import gymnasium" in (text := path.read_text()) or "from gymnasium" in text
    }
    assert users == {"gym"}


def test_masks_through_make() -> None:
    """`env.action_masks()` works as documented on what `gymnasium.make` returns."""
    env: Any = gymnasium.make("sapper/Beginner-v0")
    with pytest.raises(InvalidMove, match="reset the environment"):
        env.action_masks()
    _, info = env.reset(seed=7)
    assert (env.action_masks() == info["action_mask"]).all()
    limited: Any = gymnasium.make("sapper/Beginner-v0", max_episode_steps=5)
    limited.reset(seed=7)
    assert (limited.get_wrapper_attr("action_masks")() == info["action_mask"]).all()
