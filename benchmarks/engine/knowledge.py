"""Measure the players that use knowledge alone.

Prints, for `textbook`, win rates with 95 % intervals on the boards of an earlier
command-line assistant beside the figures reported for that one; then, for `cautious`,
how many of its games had a wrong move, and how many of its stops were premature
under its three rules applied by a naive rescan of all pairs.

    python benchmarks knowledge [--games 2000] [--cautious 20000]
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor

from oracles.naive_knowledge import naive_fixpoint
from rich.console import Console
from rich.progress import track

from sapper.arena.statistics import rate_interval
from sapper.players import make_player, turns
from sapper.rules.board import Level
from sapper.rules.game import Game, Outcome

SEED = 20_261
STATUS = Console(stderr=True)  # progress goes here, the table to standard output
EARLIER = {"10x10/9": 82.0, "16x16/40": 22.0, "30x16/99": 0.0}


def played(player: str, level: str, index: int) -> Game:
    game = Game(Level.parse(level), seed=SEED, index=index)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    return game


def measure_textbook(games: int) -> None:
    print(f"textbook, first click safe, n = {games} each, one core, seed {SEED}")
    for level, earlier in EARLIER.items():
        start = time.process_time()
        indices = track(range(games), description=level, transient=True, console=STATUS)
        wins = sum(played("textbook", level, index).outcome is Outcome.WON for index in indices)
        speed = games / (time.process_time() - start)
        low, high = (100 * bound for bound in rate_interval(wins, games))
        rate = 100 * wins / games
        print(
            f"  {level:9} {rate:5.2f} % [{low:.2f}, {high:.2f}]  earlier program {earlier:.0f} %"
            f"  {speed:.0f} games per second"
        )


def judge_cautious(task: tuple[str, int]) -> tuple[bool, bool, bool]:
    """Return whether it won, whether it was wrong, and whether it stopped too early."""
    game = played("cautious", *task)
    won, wrong = game.outcome is Outcome.WON, game.outcome is Outcome.LOST
    if won or wrong:
        return won, wrong, False
    clues = {cell: game.view[cell] for cell in game.view.opened}
    _, safes = naive_fixpoint(game.board, clues)
    return won, wrong, safes != set(clues)


def measure_cautious(games: int) -> None:
    print(f"cautious, first click safe, {games} games over the three levels, seed {SEED}")
    share = math.ceil(games / len(Level.NAMED))
    for level in Level.NAMED:
        tasks = [(level, index) for index in range(share)]
        with ProcessPoolExecutor() as pool:
            verdicts = pool.map(judge_cautious, tasks, chunksize=50)
            judged = list(track(verdicts, level, len(tasks), transient=True, console=STATUS))
        won, wrong, early = (sum(column) for column in zip(*judged, strict=True))
        print(f"  {level:13} n = {share}: won {won}, wrong {wrong}, stopped too early {early}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--cautious", type=int, default=20_000)
    options = parser.parse_args()
    measure_textbook(options.games)
    measure_cautious(options.cautious)


if __name__ == "__main__":
    main()
