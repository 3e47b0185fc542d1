"""Positions to analyse: midgames, and grids too wide to count quickly."""

from __future__ import annotations

import random

import numpy as np

from sapper.engine import Analysis, analyse
from sapper.rules.board import Board, Layout, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import View, ViewWriter


def checkerboard(height: int, width: int, mines: int, seed: int) -> View:
    """Every other cell of every other row open, mines among the rest."""
    board = Board(height, width)
    shown = [cell for cell in board if cell[0] % 2 == cell[1] % 2 == 0]
    hidden = sorted(set(board) - set(shown))
    layout = Layout.of(board, random.Random(seed).sample(hidden, mines))
    writer = ViewWriter(height, width, mines)
    numbers = layout.clues()
    for cell in shown:
        writer.reveal(cell, numbers[board.index(cell)])
    return writer.view


def side_by_side(sizes: list[tuple[int, int]], mines: float) -> list[list[int]]:
    """Checkerboards with a share of mines, far enough from each other to be components."""
    tall = max(height for height, _ in sizes)
    rows = [list[int]() for _ in range(tall)]
    for seed, (height, width) in enumerate(sizes):
        part = checkerboard(height, width, round(mines * height * width), seed).array.tolist()
        for row, marks in zip(rows, part + [[-1] * width] * (tall - height), strict=True):
            row += [*marks, -1, -1, -1]
    return rows


def midgame(index: int, level: str = "expert") -> Game:
    """Play by least risk up to a random moment."""
    game = Game(Level.parse(level), seed=31, index=index)
    game.open((0, 0))
    for _ in range(random.Random(index).randrange(5, 60)):
        if game.outcome is not Outcome.PLAYING:
            break
        best = analyse(game.view).best()
        assert best is not None
        game.open(best)
    return game


def same(first: Analysis, second: Analysis) -> bool:
    return (
        np.array_equal(first.risk, second.risk, equal_nan=True)
        and first.safe == second.safe
        and first.mines == second.mines
        and first.log_layouts == second.log_layouts
    )
