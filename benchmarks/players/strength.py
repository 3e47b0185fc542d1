"""Measure the kernel's players: speed, threads, memory, and how far perfect play reaches.

    python benchmarks strength [speed] [threads] [memory] [perfect]

Win rates come from the product itself; docs/strength.md has the commands.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import time
from pathlib import Path

from sapper.arena.statistics import rate_interval
from sapper.batch.games import Series, play_games
from sapper.engine import Chooser, analyse
from sapper.rules.board import Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick

SEED = 2_027
EXPERT = Level.NAMED["expert"]


def play(strength: str, games: int, threads: int = 1) -> tuple[float, float, int]:
    """Play expert games; return wall seconds, CPU seconds and wins."""
    wall, cpu = time.perf_counter(), time.process_time()
    played = play_games(
        Series(strength, EXPERT, FirstClick.SAFE, seed=SEED, count=games, threads=threads)
    )
    return time.perf_counter() - wall, time.process_time() - cpu, int(played.won.sum())


def speed() -> None:
    print("expert, first click safe, games per second of one core's time")
    for strength, games in (("fast", 20_000), ("master", 10_000), ("deep", 200)):
        _, cpu, wins = play(strength, games)
        low, high = rate_interval(wins, games)
        rate = f"{100 * wins / games:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"
        print(f"  {strength:7} {games / cpu:7.0f}   n = {games}, wins {rate}")


def threads() -> None:
    games = 20_000
    one, _, wins = play("master", games)
    two, _, again = play("master", games, threads=2)
    print(f"master, {games} expert games: one thread {one:.1f} s, two {two:.1f} s,")
    print(f"  {one / two:.2f} times as fast, same wins: {wins == again}")


def memory() -> None:
    code = "import runpy, sys; sys.argv[1:] = ['peak']; runpy.run_path(%r, run_name='__main__')"
    subprocess.run([sys.executable, "-c", code % str(Path(__file__))], check=True)


def peak() -> None:
    play("master", 100_000, threads=2)
    status = Path("/proc/self/status").read_text(encoding="ascii").split()
    used = int(status[status.index("VmHWM:") + 1]) / 1024
    print(f"master, 100,000 expert games on two threads: peak {used:.0f} MiB")


def perfect() -> None:
    """Count the games of `master` that come to perfect play, and the layouts left then."""
    games = 1_000
    chooser = Chooser("master", FirstClick.SAFE)
    found = [first_searched(Game(EXPERT, seed=SEED, index=i), chooser) for i in range(games)]
    layouts = sorted(count for count in found if count is not None)
    few, middle, many = (layouts[int(share * len(layouts))] for share in (0.1, 0.5, 0.9))
    print(f"master, {games} expert games: {len(layouts) / games:.1%} come to perfect play,")
    print(f"  from {few:,.0f} layouts on (10 %), {middle:,.0f} (middle), {many:,.0f} (90 %)")


def first_searched(game: Game, chooser: Chooser) -> float | None:
    """Play up to the first guess by perfect play; return how many layouts there were."""
    while game.outcome is Outcome.PLAYING:
        decision = chooser.decide(game.view)
        if decision.kind == "perfect":
            return math.exp(analyse(game.view).log_layouts)
        for cell in decision.cells:
            if game.outcome is Outcome.PLAYING and not game.view.is_opened(cell):
                game.open(cell)
    return None


def main() -> None:
    parts = {
        "speed": speed,
        "threads": threads,
        "memory": memory,
        "perfect": perfect,
        "peak": peak,
    }
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    usual = ["speed", "threads", "memory", "perfect"]
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=usual)
    for part in parser.parse_args().parts:
        parts[part]()


if __name__ == "__main__":
    main()
