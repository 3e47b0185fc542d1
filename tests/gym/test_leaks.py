"""Nothing that an environment hands out tells where the mines of a running game are.

The proof is by exchange: two boards that agree on what has been opened, but hide their mines
elsewhere, must give the same bytes everywhere. Anything read from those bytes would
be the same for both, so it cannot be where the mines are.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest

from sapper import Game, Level, Outcome
from sapper.gym import MinesweeperEnv, MinesweeperVectorEnv

LEVEL = Level.parse("8x8/12")


def same_views(seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], list[int]]:
    """Return two layouts that differ, and moves after which both show the same.

    Mines that no opened cell touches are moved among the other cells that none touches.
    """
    rng = np.random.default_rng(seed)
    while True:
        game = Game(LEVEL, seed=int(rng.integers(2**32)))
        moves: list[int] = []
        for _ in range(int(rng.integers(1, 5))):
            if game.outcome is Outcome.PLAYING:
                moves.append(int(rng.choice(np.flatnonzero(game.view.array.ravel() < 0))))
                game.open(game.board.cell(moves[-1]))
        assert game.layout is not None
        touched = np.pad(game.view.array >= 0, 1)
        near = sum(touched[r : r + 8, c : c + 8] for r in range(3) for c in range(3))
        loose = np.flatnonzero(np.asarray(near).ravel() == 0)
        layout = np.array(game.layout.array).ravel()
        other = layout.copy()
        other[loose] = rng.permutation(layout[loose])
        if game.outcome is Outcome.PLAYING and (other != layout).any():
            return layout.reshape(8, 8), other.reshape(8, 8), moves


def bytes_of(thing: Any) -> list[bytes]:
    """Flatten everything that was handed out, with the memory behind every array."""
    if isinstance(thing, dict):
        return [part for key in sorted(thing) for part in [key.encode(), *bytes_of(thing[key])]]
    if isinstance(thing, tuple | list):
        return [part for one in thing for part in bytes_of(one)]
    if isinstance(thing, np.ndarray):
        parts = [str(thing.dtype).encode(), str(thing.shape).encode(), thing.tobytes()]
        base = thing.base
        return parts + (bytes_of(base) if isinstance(base, np.ndarray) else [])
    return [repr(thing).encode()]


def handed_out(env: Any, layout: npt.NDArray[np.uint8], moves: list[int], many: int) -> list[bytes]:
    """Play moves on a layout; return all bytes that the environment gives away."""
    given = bytes_of(env.reset(seed=5, options={"layout": layout}))
    for move in moves:
        given += bytes_of(env.step(np.full(many, move) if many else move))
        given += bytes_of(env.action_masks())
        if env.render_mode is not None:
            given += bytes_of(env.render())
    return given


@pytest.mark.parametrize("observation", ["planes", "codes", "risks"])
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_single(observation: str, mode: str | None) -> None:
    """The single environment's arrays, infos, masks and pictures are the same for both boards."""
    for seed in range(15):
        first, second, moves = same_views(seed)
        env = MinesweeperEnv(
            "8x8/12", observation=observation, first_click="none", render_mode=mode
        )
        assert handed_out(env, first, moves, 0) == handed_out(env, second, moves, 0)


@pytest.mark.parametrize("observation", ["planes", "codes", "risks"])
@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep", "Disabled"])
def test_vector(observation: str, copy: bool, autoreset: str) -> None:
    """The vector environment's are the same too, including shared memory."""
    for seed in range(10):
        first, second, moves = same_views(seed)
        env = MinesweeperVectorEnv(
            3, "8x8/12", observation=observation, copy=copy, autoreset_mode=autoreset
        )
        assert handed_out(env, first, moves, 3) == handed_out(env, second, moves, 3)


def test_the_exchange_can_find_a_leak() -> None:
    """The comparison finds a single bit of the layout among the infos."""
    first, second, _ = same_views(0)
    assert bytes_of({"hint": first}) != bytes_of({"hint": second})


def test_no_buffer_holds_the_layout() -> None:
    """No array reachable from the vector environment holds the mines, in whatever shape."""
    first, _, moves = same_views(3)
    env = MinesweeperVectorEnv(1, "8x8/12", copy=False)
    handed_out(env, first, moves, 1)
    seen: set[int] = set()
    waiting: list[Any] = [vars(env)]
    arrays: list[npt.NDArray[Any]] = []
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            arrays.append(thing)
        elif isinstance(thing, dict):
            waiting += thing.values()
        elif isinstance(thing, tuple | list):
            waiting += thing
        elif type(thing).__module__.startswith("sapper"):
            names = [name for name in dir(thing) if not name.startswith("__")]
            waiting += [getattr(thing, name, None) for name in names]
    assert len(arrays) >= 9
    for array in arrays:
        flat = array.ravel()
        for start in range(0, max(flat.size - 63, 0), 1):
            assert not np.array_equal(flat[start : start + 64] != 0, first.ravel() != 0)


def test_the_order_of_mines_in_time_tells_nothing() -> None:
    """Before the first click an environment is the same whatever its seed."""
    for id in ("sapper/Beginner-v0", "sapper/Expert-v0"):
        env = gymnasium.make(id)
        assert bytes_of(env.reset(seed=1)) == bytes_of(env.reset(seed=2))
        envs = gymnasium.make_vec(id, 2, "vector_entry_point")
        assert bytes_of(envs.reset(seed=1)) == bytes_of(envs.reset(seed=9))
