"""Measure how much stronger one kernel player is than another, with a small error.

    python benchmarks/advantage.py deep master --level expert --games 4000 --seed 6000 --keep FILE

Only the first player's games are played. Wherever it guesses otherwise than the other would,
both guesses are played out by the other on layouts that fit the view. The mean of what is gained
over a game is the difference of the two win rates (docs/strength.md). FILE keeps what is done, a
line for each twenty games: the same command goes on after Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from statistics import fmean, stdev

from sapper.batch.games import Series, advantages
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

CHUNK = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("player")
    parser.add_argument("other")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--first-click", type=FirstClick, default=FirstClick.SAFE)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=6_000)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True)
    asked = parser.parse_args()
    done = asked.keep.read_text().splitlines() if asked.keep.exists() else []
    for start in range(len(done) * CHUNK, asked.games, CHUNK):
        with asked.keep.open("a") as file:
            file.write(played(asked, start) + "\n")
    report(asked.keep)


def played(asked: argparse.Namespace, start: int) -> str:
    level, count = Level.parse(asked.level), min(CHUNK, asked.games - start)
    series = Series(
        asked.player,
        level,
        asked.first_click,
        seed=asked.seed,
        start=start,
        count=count,
        threads=asked.threads,
    )
    before = time.process_time()
    found = advantages(series, asked.other, playouts=asked.playouts)
    line = {
        "gained": found.gained.tolist(),
        "differences": found.differences.tolist(),
        "won": int(found.won.sum()),
        "seconds": time.process_time() - before,
    }
    return json.dumps(line)


def report(keep: Path) -> None:
    lines = [json.loads(line) for line in keep.read_text().splitlines()]
    gained = [value for line in lines for value in line["gained"]]
    differences = [value for line in lines for value in line["differences"]]
    wins, games = sum(line["won"] for line in lines), len(gained)
    error = stdev(gained) / math.sqrt(games)
    seconds = sum(line["seconds"] for line in lines) / games
    print(
        f"{games:,} games, {wins / games:.2%} won, {fmean(differences):.3f} other guesses a game: "
        f"{100 * fmean(gained):+.3f} points, standard error {100 * error:.3f}, "
        f"{seconds:.3f} s of processor time a game"
    )


if __name__ == "__main__":
    main()
