"""Input for the fuzzer: odd things, positions of real games, and mixtures of both."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.view import FirstClick

Dice = random.Random
NAN = float("nan")
INF = float("inf")

ODD_THINGS: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 9, 255, 2**31, 2**63 - 1, 2**63, -(2**63), 2**64),
    *(10**30, -(10**30), 10**400, 0.0, 0.2, 1.0, -0.5, 1.5, NAN, INF, -INF, 5e-324, 1j),
    *("", "1", "trust", "\ud800", b"x", (), [], {}, [1], [[1]], (0, 0), {"a": 1}, object(), int),
    *(np.int64(1), np.int64(2**60), np.uint64(2**64 - 1), np.float32(0.2), np.float64(NAN)),
    *(np.bool_(True), np.array(1), np.array([1]), np.array(None), np.datetime64("NaT")),
]
DTYPES = [
    *("i1", "i2", "i4", "i8", ">i2", ">i4", ">i8", "u1", "u2", "u4", "u8", ">u8"),
    *("?", "f2", "f4", "f8", "c8", "O", "U1", "S1", "m8[s]", "M8[s]", "V4"),
]


def played_game(dice: Dice) -> Game:
    width, height = dice.choice([(1, 1), (1, 30), (30, 1), (4, 4), (9, 9), (16, 16), (30, 16)])
    mines = dice.randint(0, width * height // 3)
    rule = dice.choice(list(FirstClick))
    game = Game(Level(width, height, mines), seed=dice.getrandbits(64), first_click=rule)
    for _ in range(dice.randint(0, 6)):
        cell = dice.randrange(height), dice.randrange(width)
        try:
            dice.choice([game.open, game.open, game.flag])(cell)
        except SapperError:
            break
    return game


def odd_array(dice: Dice, marks: np.ndarray[Any, Any]) -> Any:
    """Return the same marks in another form, or spoilt ones."""
    form = dice.randrange(12)
    if form == 0:
        return np.asfortranarray(marks)
    if form == 1:
        return marks[:: dice.choice([-1, 2, -2]), :: dice.choice([-1, 1, 3])]
    if form == 2:
        return np.broadcast_to(marks[:1], marks.shape)
    if form == 3:
        return np.lib.stride_tricks.as_strided(marks, marks.shape, (0, 0))
    if form == 4:
        return marks.reshape(dice.choice([(-1,), (1, -1), (1, *marks.shape)]))
    if form == 5:
        return marks[: dice.randint(0, 1), : dice.randint(0, 2)]
    if form == 6:
        return [row[: dice.randint(0, len(row))] for row in marks.tolist()]
    if form == 7:
        record = np.zeros(marks.shape, dtype=[("pad", "i1"), ("mark", dice.choice(DTYPES[:7]))])
        record["mark"] = marks
        return record["mark"]  # strides that are not a multiple of the item size
    spoilt = marks.astype("i8")
    if form == 8:
        cell = dice.randrange(spoilt.size)
        spoilt.flat[cell] = dice.choice([-3, 9, 127, 128, 255, -129, 2**31, 2**62, -(2**63)])
    with np.errstate(all="ignore"):
        try:
            odd = spoilt.astype(dice.choice(DTYPES))
        except (TypeError, ValueError):
            return spoilt.tolist()
    odd.flags.writeable = dice.random() < 0.5
    return odd


def position(dice: Dice) -> Any:
    kind = dice.random()
    if kind < 0.1:
        return dice.choice(ODD_THINGS)
    if kind < 0.15:
        return [[dice.choice(ODD_THINGS) for _ in range(3)] for _ in range(2)]
    if kind < 0.16:
        return np.broadcast_to(np.int8(-1), dice.choice([(5000, 5000), (2**40, 1), (1, 2**62)]))
    view = played_game(dice).view
    if dice.random() < 0.3:
        return view
    marks = np.array(view.array)
    return marks if dice.random() < 0.3 else odd_array(dice, marks)


def options(dice: Dice, *names: str) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "mines": dice.choice([None, None, 1, 10, 40]),
        "density": dice.random(),
        "flags": dice.choice(["trust", "ignore"]),
        "steps": dice.choice([0, 1.5e5, 3e7]),
        "mebibytes": dice.choice([0, 1, 16]),
        "threads": dice.randint(1, 3),
    }
    chosen = {name: usual[name] for name in names if dice.random() < 0.5}
    if dice.random() < 0.3:
        chosen[dice.choice(names)] = dice.choice(ODD_THINGS)
    return {"density": 0.2, "steps": 3e7, "mebibytes": 16} | chosen
