"""Review games of four players on the same boards: their accuracy, and the time of a review.

Accuracy must be exactly 100 for `master`, and fall from player to player. Prints for each level
and player the mean accuracy, the faults of each severity in a game, and the seconds of a review.

    python benchmarks/review.py [--games 200] [--levels beginner expert]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from statistics import fmean, median

from rich.console import Console
from rich.progress import track

from sapper import Game, Level, Review, make_player, review, turns
from sapper.reviewing import LEAST_LOSS

SEED = 20_264
PLAYERS = ("master", "least-risk", "textbook", "random")
STATUS = Console(stderr=True)  # progress goes here, the table to standard output


def reviewed(player: str, level: str, index: int) -> tuple[Review, float]:
    """Let a player play a board; return the review of its game and the seconds it took."""
    game = Game(Level.parse(level), seed=SEED, index=index)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    start = time.perf_counter()
    judged = review(game)
    judged.accuracy  # noqa: B018  # it is computed when it is asked for
    return judged, time.perf_counter() - start


def line(player: str, level: str, games: int) -> str:
    """Return the figures of one player as a row of the table."""
    whose = f"{player} on {level}"
    results = [
        reviewed(player, level, index)
        for index in track(range(games), whose, console=STATUS, transient=True)
    ]
    faults = sum((judged.severities for judged, _ in results), Counter())
    each = " | ".join(f"{faults[severity] / games:.2f}" for severity in LEAST_LOSS)
    accuracy = [judged.accuracy for judged, _ in results]
    seconds = [taken for _, taken in results]
    return (
        f"| {level} | {player} | {fmean(accuracy):.2f} | {min(accuracy):.1f} | {each} "
        f"| {median(seconds):.3f} | {max(seconds):.3f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", nargs="+", default=["beginner", "expert"])
    options = parser.parse_args()
    named = " | ".join(f"{severity} a game" for severity in LEAST_LOSS)
    print(f"| level | player | accuracy | least | {named} | s, median | s, most |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for level in options.levels:
        for player in PLAYERS:
            print(line(player, level, options.games), flush=True)


if __name__ == "__main__":
    main()
