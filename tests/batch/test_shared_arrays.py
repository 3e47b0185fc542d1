"""Arrays that another thread writes to while the kernel works on them without the lock."""

from __future__ import annotations

import multiprocessing
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

BOARDS = 400  # numpy keeps the lock while it fills so few: no thread sees half of a change
EVERY = np.ones(BOARDS, bool)
ROUNDS = 30

Array = np.ndarray[Any, np.dtype[Any]]


@contextmanager
def rewritten(array: Array, *contents: Any) -> Iterator[None]:
    """Fill the array with one content after the other, from a second thread."""
    done = threading.Event()

    def write() -> None:
        for content in cycle(contents):
            array[...] = content
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
    boards, shown = running(Level(100, 100, 50))
    seeds = np.zeros(BOARDS, np.uint64)
    with rewritten(seeds, 1, 2):
        for _ in range(ROUNDS):
            boards.begin(EVERY, EVERY, seeds)
            boards.step(np.zeros(BOARDS, np.int64))
            assert (shown.observation == shown.observation[0]).all()


def attack_play_batch() -> None:
    """Change a layout; expect the games of the right one, or an error."""
    level = Level(9, 9, 10)
    layouts = [seeded_layout(level, 1, index).mask for index in range(2000)]
    right = np.array([list(layout) for layout in layouts], np.uint8)
    first = 4, 4
    expected = _kernel.play_batch(9, 9, 10, masks=right, first=first, strength="fast")["hashes"]
    masks = right.copy()
    with rewritten(masks[-1:], 1, right[-1:]):
        for _ in range(ROUNDS):
            with suppress(ValueError):
                played = _kernel.play_batch(
                    9, 9, 10, masks=masks, first=first, strength="fast", threads=2
                )
                assert (played["hashes"] == expected).all()


@pytest.mark.parametrize(
    "attack", [attack_step, attack_begin, attack_begin_on, attack_seeds, attack_play_batch]
)
def test_an_array_that_changes_does_no_harm(attack: Callable[[], None]) -> None:
    """The kernel works on what an array held when it was passed, whatever is written later."""
    child = multiprocessing.get_context("spawn").Process(target=attack)
    child.start()
    child.join(120)
    assert child.exitcode == 0
