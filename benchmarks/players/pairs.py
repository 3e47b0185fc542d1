"""Compare the players of several records on the boards that they share.

    sapper duel master "cmd:node benchmarks/rivals/jsminesweeper.js CHECKOUT" --adjusted \
        --games 60000 --seed 5000 --resume rival.jsonl
    sapper duel deep master --adjusted --games 60000 --seed 5000 --resume ours.jsonl
    python benchmarks pairs rival.jsonl ours.jsonl

A rival that takes hours is played once, in any duel; every later player is compared with it in
the time that its own games take. Two players are a pair where level, first click and seed are
the same, and each game counts that both have finished. A chunk of games in which a program failed
(it gave no answer in time, say) is left out, and the output says so; remove its line and resume to
play it again.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from sapper.arena.statistics import Adjusted


class Played(NamedTuple):
    """One player's games of a record: the outcome of each, and the outcome less its luck."""

    player: str
    boards: tuple[Any, ...]
    won: dict[int, float]
    adjusted: dict[int, float]


def read(path: Path) -> list[Played]:
    header, *lines = path.read_text().splitlines()
    contests = json.loads(header)["contests"]
    if any(contest["sealed"] for contest in contests) or json.loads(header)["boards"]:
        sys.exit(f"{path} has other boards")
    names = ("level", "first_click", "seed")
    rows = [Played(c["player"], tuple(c[name] for name in names), {}, {}) for c in contests]
    chunks = [json.loads(line) for line in lines]
    whole = [chunk for chunk in chunks if not chunk["failures"]]
    for chunk in whole:
        add(rows, chunk)
    if len(whole) < len(chunks):
        print(f"{path}: {len(chunks) - len(whole)} of {len(chunks)} chunks left out, with failures")
    return rows


def add(rows: list[Played], chunk: dict[str, Any]) -> None:
    row = rows[chunk["row"]]
    bits = bin(int("1" + chunk["won"], 16))[3:]
    luck = chunk.get("luck")
    for place in range(chunk["count"]):
        won = float(bits[place])
        row.won[chunk["start"] + place] = won
        if luck is not None:
            row.adjusted[chunk["start"] + place] = won - luck[place]


def report(a: Played, b: Played) -> None:
    print(f"{a.boards[0]}, first click {a.boards[1]}, seed {a.boards[2]}: {a.player} − {b.player}")
    for name in ("won", "adjusted"):
        ours, theirs = getattr(a, name), getattr(b, name)
        shared = sorted(ours.keys() & theirs.keys())
        if shared:
            found = Adjusted.of([ours[game] - theirs[game] for game in shared])
            points, error = 100 * found.difference, 100 * found.error
            print(f"  {name:8} {len(shared):9,} games {points:+.3f} points, SE {error:.3f}")


def main() -> None:
    rows = [row for name in sys.argv[1:] for row in read(Path(name))]
    if not rows:
        sys.exit(__doc__)
    for a, b in combinations(rows, 2):
        if a.boards == b.boards and a.player != b.player:
            report(a, b)


if __name__ == "__main__":
    main()
