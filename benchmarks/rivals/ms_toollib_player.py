"""Let the installed package ms_toollib choose by risk alone.

sapper duel master "cmd:python benchmarks/rivals/ms_toollib_player.py"
"""

from __future__ import annotations

import ms_toollib
from talking import Cell, least_risk, talk

_UNOPENED = 10


def solve(clues: dict[Cell, int], width: int, height: int, mines: int) -> tuple[list[Cell], float]:
    rows = [
        [clues.get((row, column), _UNOPENED) for column in range(width)] for row in range(height)
    ]
    found, *_ = ms_toollib.cal_probability_onboard(rows, mines)
    board = {(row, column) for row in range(height) for column in range(width)}
    return least_risk({(row, column): found[row][column] for row, column in board - clues.keys()})


if __name__ == "__main__":
    talk("ms_toollib", solve)
