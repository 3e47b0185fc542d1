"""Review games of four players on the same boards: their accuracy, and the time of a review.

Accuracy must be exactly 100 for `master`, and fall from player to player. Prints for each level
and player the mean and the least accuracy, the faults of each severity in a game, and the seconds
of a review; the last line has those of all games. Seconds are of the processor, so that other
programs do not count.

    python benchmarks review [--games 200] [--levels beginner expert]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median

from rich.console import Console
from rich.progress import track

from sapper import Game, Level, Review, make_player, review, turns
from sapper.reviewing import LEAST_LOSS, Severity

SEED = 20_264
PLAYERS = ("master", "least-risk", "textbook", "random")
STATUS = Console(stderr=True)  # progress goes here, the table to standard output


def reviewed(player: str, level: str, index: int) -> tuple[Review, float]:
    """Let a player play a board; return the review of its game and the seconds it took."""
    game = Game(Level.parse(level), seed=SEED, index=index)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    start = time.process_time()
    judged = review(game)
    return judged, time.process_time() - start


def row(name: str, judged: Sequence[Review], seconds: Iterable[float]) -> str:
    """Return the figures of some games as a row of the table."""
    faults = sum((each.severities for each in judged), Counter[Severity]())
    rates = " | ".join(f"{faults[severity] / len(judged):.2f}" for severity in LEAST_LOSS)
    accuracy = [each.accuracy for each in judged]
    taken = sorted(seconds)
    return (
        f"| {name} | {len(judged)} | {fmean(accuracy):.2f} | {min(accuracy):.1f} | {rates} "
        f"| {median(taken):.3f} | {taken[-1]:.3f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", nargs="+", default=["beginner", "expert"])
    options = parser.parse_args()
    named = " | ".join(f"{severity} a game" for severity in LEAST_LOSS)
    print(f"| games | number | accuracy | least | {named} | s, median | s, most |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    every: list[tuple[Review, float]] = []
    for level in options.levels:
        for player in PLAYERS:
            name, games = f"{level}, `{player}`", range(options.games)
            shown = track(games, name, console=STATUS, transient=True)
            results = [reviewed(player, level, index) for index in shown]
            print(row(name, *zip(*results, strict=True)), flush=True)
            every += results
    print(row("all", *zip(*every, strict=True)))


if __name__ == "__main__":
    main()
