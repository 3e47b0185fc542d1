"""Let a checkout of github.com/mrgriscom/minesweepr choose by risk alone.

sapper duel master "cmd:python benchmarks/rivals/minesweepr_player.py CHECKOUT"

It is written for Python 2: convert your copy once, with Python 3.12 or older, by
`python -m lib2to3 -x import -w -n minesweeper.py util.py`.
"""

from __future__ import annotations

import sys

from talking import Cell, least_risk, talk

_OTHER = "other"


def solve(clues: dict[Cell, int], width: int, height: int, mines: int) -> tuple[list[Cell], float]:
    from minesweeper import MineCount, Rule
    from minesweeper import solve as weigh

    board = {(row, column) for row in range(height) for column in range(width)}
    closed = board - clues.keys()
    rules = [
        Rule(number, sorted(closed & around(cell)))
        for cell, number in clues.items()
        if closed & around(cell)
    ]
    known = weigh(rules, MineCount(len(closed), mines), _OTHER)
    return least_risk({cell: known.get(cell, known.get(_OTHER, 1.0)) for cell in closed})


def around(cell: Cell) -> set[Cell]:
    return {(cell[0] + down, cell[1] + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}


def prepare() -> None:
    """Let equally good reductions be compared, as Python 2 did; their order does not matter."""
    from minesweeper import Reduceable

    Reduceable.__lt__ = lambda one, other: False


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    prepare()
    talk("minesweepr", solve)
