"""Arrays that another thread writes to while the kernel works on them without the lock."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any

import numpy as np
import pytest

from sapper import _kernel
from sapper.batch.running import Boards, Shown
from sapper.batch.seeds import seeded_layout
from sapper.rules.board import Level
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game
from sapper.rules.view import UNOPENED, FirstClick

BOARDS = 400
EVERY = np.ones(BOARDS, bool)
ROUNDS = 30

Array = np.ndarray[Any, np.dtype[Any]]


@contextmanager
def rewritten(array: Array, *contents: Any) -> Iterator[None]:
    """Fill the array with one content after the other, each at once, from a second thread."""
    done, memory = threading.Event(), array.data.cast("B")
    filled = [np.broadcast_to(content, array.shape).astype(array.dtype) for content in contents]

    def write() -> None:
        for content in cycle([one.tobytes() for one in filled]):
            memory[:] = content  # with the interpreter lock, unlike numpy
            if done.is_set():
                return

    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def running(level: Level) -> tuple[Boards, Shown]:
    """Return boards that have not begun, and what they show."""
    shown = Shown.empty(BOARDS, (level.height, level.width), np.int8, level.height * level.width)
    rewards = dict.fromkeys(("win", "loss", "move", "cell", "illegal"), 0.0)
    boards = Boards(
        level,
        FirstClick.SAFE,
        shown,
        flags=False,
        observation_kind="codes",
        autoreset="NextStep",
        most_steps=0,
        rewards=rewards,
        threads=1,
    )
    return boards, shown


def attack_step() -> None:
    """Change legal actions into ones far off the board."""
    boards, _ = running(Level(60, 60, 10))
    boards.begin(EVERY, EVERY, np.zeros(BOARDS, np.uint64))
    actions = np.zeros(BOARDS, np.int64)
    with rewritten(actions, 10**12, 0):
        for _ in range(20 * ROUNDS):
            with suppress(InvalidMove):
                boards.step(actions)


def attack_begin() -> None:
    """Change which boards begin; expect all of them or none."""
    boards, shown = running(Level(200, 200, 0))
    chosen, seeds = EVERY.copy(), np.zeros(BOARDS, np.uint64)
    with rewritten(chosen, False, True):
        for _ in range(ROUNDS):
            shown.observation[:] = 8
            boards.begin(chosen, EVERY, seeds)
            begun = shown.observation[:, 0, 0] == UNOPENED
            assert begun.all() or not begun.any()


def attack_begin_on() -> None:
    """Change which boards begin on a given one; expect all of them or none."""
    boards, shown = running(Level(200, 200, 0))
    chosen, game = EVERY.copy(), Game(Level(200, 200, 0), seed=1)
    with rewritten(chosen, False, True):
        for _ in range(ROUNDS):
            shown.observation[:] = 8
            boards.begin_on(chosen, game)
            begun = shown.observation[:, 0, 0] == UNOPENED
            assert begun.all() or not begun.any()


def attack_seeds() -> None:
    """Change the seeds, the same for all boards; expect one board everywhere."""
    boards, shown = running(Level(100, 100, 2000))
    seeds = np.zeros(BOARDS, np.uint64)
    with rewritten(seeds, 1, 2):
        for _ in range(ROUNDS):
            boards.begin(EVERY, EVERY, seeds)
            boards.step(np.zeros(BOARDS, np.int64))
            assert (shown.observation == shown.observation[0]).all()


def attack_play_batch() -> None:
    """Change the layout, the same for all games; expect the same game everywhere."""
    level, first = Level(9, 9, 10), (4, 4)
    layouts = [
        np.frombuffer(seeded_layout(level, seed, spared=[40]).mask, np.uint8) for seed in (1, 2)
    ]
    masks = np.tile(layouts[0], (5 * BOARDS, 1))
    with rewritten(masks, *layouts):
        for _ in range(ROUNDS):
            games, _ = _kernel.play_batch(9, 9, 10, masks=masks, first=first, strength="fast")
            assert (games["hash"] == games["hash"][0]).all()


@pytest.mark.parametrize(
    "attack", [attack_step, attack_begin, attack_begin_on, attack_seeds, attack_play_batch]
)
def test_an_array_that_changes_does_no_harm(attack: Callable[[], None]) -> None:
    """The kernel works on what an array held when it was passed, whatever is written later."""
    child = subprocess.run([sys.executable, __file__, attack.__name__], timeout=120)
    assert child.returncode == 0


if __name__ == "__main__":  # an attack that succeeds may end its process
    globals()[sys.argv[1]]()
