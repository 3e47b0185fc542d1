"""Measure how fast no-guess boards are made, compared with two peers, and certify them.

    python benchmarks boards [speed] [certify]

Speed: boards per second on one core (CPU time). Ours uniform against ms_toollib's
laymine_solvable, which also lays random boards with an opening at the first click until its
solver needs no guess; its boards never need the mine count, so the ratio is to ours without it
(both kinds are shown). Ours by repair against Simon Tatham's Mines (Debian: apt-get install
sgt-puzzles), which moves mines too. Certify: 10,000 boards per level, each won again by playing
only what `sapper.analyse` proves safe.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from itertools import count

from rich.console import Console
from rich.progress import track

from sapper.batch.boards import Method
from sapper.boards.generate import generate_many
from sapper.rules.board import Level

STATUS = Console(stderr=True)
SECONDS = 4.0
CERTIFIED = 10_000
DENSE = Level(30, 16, 150)


def rate(make: Callable[[], int], seconds: float = SECONDS) -> tuple[float, int]:
    """Make boards for that many seconds of CPU time; return boards per second, and the boards."""
    start, made = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        made += make()
    return made / spent, made


def middle(level: Level) -> tuple[int, int]:
    return level.height // 2, level.width // 2


def ours(level: Level, method: Method, count_mines: bool = True) -> tuple[float, int]:
    seeds = count()

    def make() -> int:
        size = 50 if level.board.size > 300 else 500
        boards = generate_many(
            level,
            count=size,
            first=middle(level),
            seed=next(seeds),
            method=method,
            count_mines=count_mines,
        )
        return sum(1 for _ in boards)

    return rate(make)


def toollib(level: Level) -> tuple[float, int]:
    import ms_toollib  # the peer; only needed here

    row, column = middle(level)

    def make() -> int:
        found: bool = ms_toollib.laymine_solvable(
            level.height, level.width, level.mines, row, column
        )[1]
        return int(found)

    return rate(make)


def tatham(level: Level) -> tuple[float, int] | None:
    program = next(filter(None, map(shutil.which, ("sgt-mines", "/usr/games/sgt-mines"))), None)
    if program is None:
        return None
    boards = 600
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = f"{level.width}x{level.height}n{level.mines}"
    subprocess.run([program, "--generate", str(boards), size], stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return boards / spent, boards


def row(name: str, figures: tuple[float, int], ratio: float | None = None) -> None:
    lead = "" if ratio is None else f"   ours is {ratio:.1f} times as fast"
    print(f"  {name:34} {figures[0]:10,.0f} boards/s  (n = {figures[1]:,}){lead}", flush=True)


def speed() -> None:
    print("boards without guessing, one core, CPU time, first click an opening in the middle")
    for name, level in Level.NAMED.items():
        row(f"{name}: sapper uniform", ours(level, "uniform"))
        mine, theirs = ours(level, "uniform", count_mines=False), toollib(level)
        row(f"{name}: the same, no mine count", mine)
        row(f"{name}: ms_toollib", theirs, mine[0] / theirs[0])
    expert = Level.NAMED["expert"]
    mine = ours(expert, "repair")
    row("expert: sapper repair", mine)
    peer = tatham(expert)
    if peer is None:
        print("  Simon Tatham's Mines is not installed: apt-get install sgt-puzzles")
    else:
        row("expert: Simon Tatham's Mines", peer, mine[0] / peer[0])
    row(f"{DENSE}: sapper repair", ours(DENSE, "repair"))


def certify() -> None:
    from oracles.certain_moves import is_won_by_certain_moves

    jobs: list[tuple[str, Level, Method, int]] = [
        (name, level, "uniform", CERTIFIED) for name, level in Level.NAMED.items()
    ]
    jobs.append(("expert", Level.NAMED["expert"], "repair", CERTIFIED))
    jobs.append((str(DENSE), DENSE, "repair", 1_000))
    for name, level, method, number in jobs:
        boards = generate_many(level, count=number, first=middle(level), seed=99, method=method)
        shown = track(boards, name, total=number, transient=True, console=STATUS)
        won = sum(is_won_by_certain_moves(board.layout, board.first) for board in shown)
        print(f"  {name}, {method}: {won:,} of {number:,} boards won by certain moves", flush=True)


def main() -> None:
    parts = {"speed": speed, "certify": certify}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=list(parts))
    for part in parser.parse_args().parts:
        parts[part]()


if __name__ == "__main__":
    main()
