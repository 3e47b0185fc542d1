"""Attack a real server and real commands, in rounds that a seed decides, until the time is over.

    PYTHONPATH=tests python -m attack.run [SECONDS] [SEED] [NAME…]

It prints a table: the rounds of each attack that were tried, held and lost, the slowest click of an
honest player, the most memory, the longest command. It ends with code 1 at the first loss, and says
how to repeat that round.
"""

from __future__ import annotations

import itertools
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import httpx
from attack import of_commands, of_server
from attack.target import Figures, Lost, target


@dataclass
class Line:
    """What became of an attack."""

    held: int = 0
    lost: int = 0
    figures: Figures = field(default_factory=Figures)


def names() -> list[str]:
    return [attack.__name__ for attack in (*of_server.ROUNDS, *of_commands.ROUNDS)]


def one_round(name: str, seed: int) -> Figures:
    """Attack once; raise Lost if it got through."""
    dice = Random(f"{name} {seed}")
    for attack in of_commands.ROUNDS:
        if attack.__name__ == name:
            return of_commands.attempt(attack, dice)
    (found,) = [attack for attack in of_server.ROUNDS if attack.__name__ == name]
    with target() as server:
        found(server, dice)
        server.close()
        return server.figures


def attack_for(seconds: float, seed: int, chosen: list[str]) -> int:
    """Attack in turn until the time is over; print the table; return the exit code."""
    lines = {name: Line() for name in chosen}
    lost = ""
    with suppress(KeyboardInterrupt):
        lost = _rounds(lines, time.monotonic() + seconds, seed)
    print(table(lines))
    if lost:
        print(f"LOST: {lost}", file=sys.stderr)
    return 1 if lost else 0


def _rounds(lines: dict[str, Line], ends: float, seed: int) -> str:
    """Attack until then; return how an attack got through, or an empty text."""
    for round_seed in itertools.count(seed):
        for name, line in lines.items():
            if time.monotonic() > ends:
                return ""
            if sys.stderr.isatty():
                print(f"{name}, seed {round_seed}", end="\033[K\r", file=sys.stderr, flush=True)
            try:
                line.figures.add(one_round(name, round_seed))
            except (Lost, httpx.TransportError) as how:
                line.lost += 1
                return f"{name}, seed {round_seed}: {how}"
            line.held += 1
    raise AssertionError("seeds have no end")


def table(lines: dict[str, Line]) -> str:
    """Return the table as Markdown."""
    heads = "attack | tried | held | lost | slowest click | memory | longest command"
    rows = [f"| {heads} |", "|---" * 7 + "|"]
    for name, line in lines.items():
        found = line.figures
        click = f"{1000 * found.slowest:.0f} ms" if found.slowest else ""
        memory = f"{found.memory:.0f} MB" if found.memory else ""
        longest = f"{found.longest:.1f} s" if found.longest else ""
        counts = f"{line.held + line.lost} | {line.held} | {line.lost}"
        rows.append(f"| {name.replace('_', ' ')} | {counts} | {click} | {memory} | {longest} |")
    return "\n".join(rows)


def main(words: list[str]) -> int:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and programs inherit that
    seconds = float(words[0]) if words else 300.0
    seed = int(words[1]) if words[1:] else 1
    return attack_for(seconds, seed, words[2:] or names())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
