"""Compare your own player with one of Sapper's: same boards, paired statistics.

python examples/arena_compare.py
"""

import random
import sys
from pathlib import Path

from sapper import Level, Move
from sapper.arena.chunk import Contest
from sapper.arena.duel import compare
from sapper.arena.match import Match
from sapper.arena.run import play_match
from sapper.rules.view import FirstClick


class Border:
    """Opens the cell whose opened neighbours show the smallest numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def move(self, view):
        def weight(cell):
            around = [view[near] for near in view.board.neighbours(cell) if view.is_opened(near)]
            return sum(around) / len(around) if around else 2.5

        cells = [cell for cell in view.unopened if cell not in view.flags]
        best = min(cells, key=lambda cell: (weight(cell), self.random.random()))
        return Move(best, certain=False, reason="the numbers around it are small")


def main(games=200, level="beginner", mine=f"{Path(__file__).stem}:Border", theirs="textbook"):
    level = Level.parse(level)
    contests = tuple(Contest(name, level, FirstClick.SAFE, seed=1) for name in (mine, theirs))
    run = play_match(Match(contests, games, interleaved=True))
    for row in run.rows():
        if row["failures"]:
            sys.exit(f"{row['player']} failed: {row['failures']}")
        low, high = 100 * row["low"], 100 * row["high"]
        print(f"{row['player']:20} {100 * row['rate']:.1f} % [{low:.1f}, {high:.1f}]")
    both = compare(run).counts
    print(f"of {both.games} boards each: only mine won {both.only_a}, only theirs {both.only_b}")
    return run.tallies


if __name__ == "__main__":
    main()
