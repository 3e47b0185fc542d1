"""Trials of the code that makes, grades, measures and labels boards, and of the environments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from fuzz.material import ODD_THINGS, Dice

from sapper.batch.boards import is_solvable
from sapper.batch.labels import label_games
from sapper.batch.seeds import seeded_layout
from sapper.boards.generate import generate, generate_many
from sapper.boards.grade import grade
from sapper.boards.metrics import metrics_many
from sapper.gym.vector import MinesweeperVectorEnv
from sapper.knowledge.tier import Tier
from sapper.rules.board import Level
from sapper.rules.view import FirstClick


def small_level(dice: Dice, most: int = 12) -> Level:
    width, height = dice.randint(1, most), dice.randint(1, most)
    share = dice.choice([0.1, 0.2, 0.3, 1.0])
    return Level(width, height, dice.randint(0, int(share * width * height)))


def near(dice: Dice, level: Level) -> tuple[int, int]:
    """Return a cell of the board, or one just beside it."""
    return dice.randint(-1, level.height), dice.randint(-1, level.width)


def try_generate(dice: Dice) -> None:
    level = small_level(dice)
    chosen: dict[str, Any] = {
        "first": near(dice, level),
        "seed": dice.getrandbits(64),
        "method": dice.choice(["uniform", "repair"]),
        "hardest": dice.choice(list(Tier)),
        "count_mines": dice.random() < 0.5,
        "first_click": dice.choice(list(FirstClick)),
        "attempts": dice.choice([1, 10, 200]),
    }
    if dice.random() < 0.2:
        chosen[dice.choice(list(chosen))] = dice.choice(ODD_THINGS)
    if dice.random() < 0.5:
        boards = [generate(level, **chosen)]
    else:
        boards = list(generate_many(level, count=3, threads=dice.randint(1, 3), **chosen))
    for board in boards:
        assert is_solvable(board.layout, board.first)


def try_grade(dice: Dice) -> None:
    level = small_level(dice, 16)
    layout = seeded_layout(level, dice.getrandbits(64))
    first: Any = near(dice, level) if dice.random() < 0.9 else dice.choice(ODD_THINGS)
    assert grade(layout, first).difficulty >= 0


def try_metrics(dice: Dice) -> None:
    shape = dice.randint(0, 4), dice.randint(0, 20), dice.randint(0, 40)
    boards: Any = np.array([dice.random() < 0.3 for _ in range(int(np.prod(shape)))])
    boards = boards.reshape(shape).astype(dice.choice(["u1", "?", "i8", "f4", "O"]))
    if dice.random() < 0.2:
        boards = dice.choice([boards[0:0], boards.T, boards[..., ::-1], dice.choice(ODD_THINGS)])
    found = metrics_many(boards, threads=dice.choice([1, 2, 3, 0, -1]))
    assert (found["zini"] <= found["bbbv"]).all()


def try_labels(dice: Dice) -> None:
    numbers: dict[str, Any] = {
        "seed": dice.getrandbits(64),
        "start": dice.choice([0, 7, 2**40]),
        "positions": dice.randint(0, 30),
        "every": dice.choice([1, 2, 9]),
    }
    if dice.random() < 0.2:
        numbers[dice.choice(list(numbers))] = dice.choice([-1, 0, 2**31, 2**64, 10**30])
    level = Level(dice.randint(2, 12), dice.randint(2, 12), dice.randint(1, 3))
    if numbers["positions"] < 10**6:  # more would take too long
        label_games("fast", level, dice.choice(list(FirstClick)), **numbers)


def try_environments(dice: Dice) -> None:
    level = small_level(dice)
    env = MinesweeperVectorEnv(
        dice.randint(1, 5),
        level,
        first_click=dice.choice(["safe", "zero", "none"]),
        flags=dice.random() < 0.5,
        observation=dice.choice(["planes", "codes", "risks", "risks", "rubbish"]),
        max_episode_steps=dice.choice([None, 1, 5]),
        autoreset_mode=dice.choice(["NextStep", "SameStep", "Disabled", "Never"]),
        copy=dice.random() < 0.5,
        threads=dice.randint(1, 3),
    )
    env.reset(seed=dice.choice([0, 2**31 - 1, None]))
    for _ in range(dice.randint(0, 12)):
        actions: Any = env.action_space.sample()
        if dice.random() < 0.05:
            actions = dice.choice([actions + 10**6, -actions - 1, actions[:-1], None, "x"])
        env.step(actions)


TRIALS: dict[Callable[[Dice], None], float] = {
    try_generate: 2,
    try_grade: 1,
    try_metrics: 1,
    try_labels: 1,
    try_environments: 2,
}
