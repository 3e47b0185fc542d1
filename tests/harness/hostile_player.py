"""A player that attacks what runs it, in another way in each game."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from sapper.arena.fairness import player_seed
from sapper.players import Move

SEED = 5
SECRET = "07" * 32  # known here, so that the seed can tell which game it is


class Unreadable(Exception):
    def __str__(self) -> NoReturn:
        raise SystemExit(0)


class Odd(BaseException):
    pass


class Endless:
    def __index__(self) -> NoReturn:
        raise KeyboardInterrupt

    def __eq__(self, other: object) -> NoReturn:
        sys.exit(0)

    __hash__ = None  # type: ignore[assignment]


def honest(view: Any) -> Move | None:
    return None if view.opened else Move((0, 0), False, "only one")


def leave_politely(view: Any) -> None:
    sys.exit(0)


def leave_at_once(view: Any) -> None:
    os._exit(0)


def interrupt(view: Any) -> None:
    raise KeyboardInterrupt


def raise_nothing_else(view: Any) -> None:
    raise KeyError


def raise_odd(view: Any) -> None:
    raise Odd("odd")


def raise_unreadable(view: Any) -> None:
    raise Unreadable


def raise_long(view: Any) -> None:
    raise ValueError("x\x1b[2J\n" * 1_000_000)


def huge_cell(view: Any) -> Move:
    return Move((10**5000, 0), False, "far")


def large_cell(view: Any) -> Move:
    return Move((10**8, -3), False, "off")


def nan_cell(view: Any) -> Any:
    return Move((float("nan"), 0), False, "nan")  # type: ignore[arg-type]


def hostile_cell(view: Any) -> Any:
    return Move((Endless(), Endless()), False, "endless")  # type: ignore[arg-type]


def nan_risk(view: Any) -> Move:
    return Move((0, 0), False, "nan", risk=float("nan"))


def no_move(view: Any) -> Any:
    return [0, 0]


def speak_out_of_turn(view: Any) -> Move | None:
    os.write(1, b"move 0 0\nmove 0 0\n")
    return honest(view)


def half_a_line(view: Any) -> None:
    os.write(1, b"move 0 ")
    os._exit(0)


def chatter(view: Any) -> Move | None:
    print("move 1 1\nstop")
    return honest(view)


def own_move(view: Any) -> Any:
    return None if view.opened else SimpleNamespace(cell=(0, 0), certain=False)


def long_reason(view: Any) -> Move | None:
    return Move((0, 0), False, "\ud800\n€" * 100_000) if not view.opened else None


ATTACKS = [
    raise_nothing_else,
    *(leave_politely, leave_at_once, interrupt, raise_odd, raise_unreadable, raise_long),
    *(huge_cell, large_cell, nan_cell, hostile_cell, nan_risk, no_move),
    *(speak_out_of_turn, half_a_line, chatter, long_reason, own_move, honest),
]
NUMBERS = {attack.__name__: number for number, attack in enumerate(ATTACKS)}
_BY_SEED = {
    player_seed(object, SEED, number, SECRET): attack for number, attack in enumerate(ATTACKS)
}


class Hostile:
    chunk = -3
    strength = "master"  # it is not the kernel's
    known_mines = Endless()

    def __init__(self, seed: int) -> None:
        self._attack: Any = _BY_SEED.get(seed, honest)

    def move(self, view: Any) -> Any:
        return self._attack(view)

    def close(self) -> NoReturn:
        raise SystemExit(0)


class Killer:
    """Kills the worker process that hosts it."""

    def __init__(self, seed: int) -> None: ...

    def move(self, view: Any) -> None:
        supervisor = Path(f"/proc/{os.getppid()}/stat").read_text()
        worker = int(supervisor.rpartition(")")[2].split()[1])
        if b"spawn_main" in Path(f"/proc/{worker}/cmdline").read_bytes():
            os.kill(worker, signal.SIGKILL)
