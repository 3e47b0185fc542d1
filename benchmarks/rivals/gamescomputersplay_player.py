"""Let a checkout of github.com/gamescomputersplay/minesweeper-solver play.

sapper duel master "cmd:python benchmarks/rivals/gamescomputersplay_player.py CHECKOUT"

It plays in its deterministic mode, where equal choices are not left to chance, so that a game
can be repeated. It needs numpy and Pillow.
"""

from __future__ import annotations

import sys

import numpy as np
from talking import Cell, talk


def solve(clues: dict[Cell, int], width: int, height: int, mines: int) -> tuple[list[Cell], float]:
    """Ask until it names a cell to open; the mines that it finds first are marked for it."""
    import minesweeper_game as game
    from minesweeper_solver import MinesweeperSolver

    solver = MinesweeperSolver(game.GameSettings((height, width), mines))
    field = np.full((height, width), game.CELL_COVERED)
    for cell, number in clues.items():
        field[cell] = number
    while True:
        safe, found = solver.solve(field, deterministic=True)
        for cell in found or ():
            field[cell] = game.CELL_MINE
        if safe:
            method, _, risk = solver.last_move_info
            return sorted(safe), float(risk or 0.0) if method == "Probability" else 0.0


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    talk("gamescomputersplay", solve)
