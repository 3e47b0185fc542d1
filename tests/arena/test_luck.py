"""Differences without known luck: the same on average, and less left to chance."""

from itertools import combinations

import numpy as np
import pytest

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk
from sapper.arena.statistics import Adjusted
from sapper.rules.board import Board, Layout, Level
from sapper.rules.view import FirstClick

LEVEL = Level.parse("4x3/3")


def all_layouts() -> tuple[Layout, ...]:
    """Return every layout that leaves the first cell, A1, free."""
    board = Board(LEVEL.height, LEVEL.width)
    cells = [cell for cell in board if cell != (0, 0)]
    return tuple(Layout.of(board, mines) for mines in combinations(cells, LEVEL.mines))


def played(
    player: str, level: Level, games: int, layouts: tuple[Layout, ...] | None
) -> ChunkResult:
    contest = Contest(player, level, FirstClick.SAFE, 1, (0, 0), adjusted=True)
    return play_chunk(Task(contest, 0, 0, games, layouts=layouts))


@pytest.mark.parametrize("player", ["master", "fast", "least-risk", "logical"])
def test_luck_is_nothing_over_all_layouts(player: str) -> None:
    """Over all layouts of a level the luck of any player adds up to zero, but not in each game."""
    layouts = all_layouts()
    chunk = played(player, LEVEL, len(layouts), layouts)
    assert chunk.luck is not None
    assert np.abs(chunk.luck).max() > 0.1
    assert abs(chunk.luck.sum()) < 1e-4


def test_the_difference_of_two_players_is_the_true_one() -> None:
    """On all layouts of a level, where it is known, the adjusted difference is the plain one."""
    layouts = all_layouts()
    a, b = (played(name, LEVEL, len(layouts), layouts) for name in ("master", "least-risk"))
    assert a.luck is not None
    assert b.luck is not None
    true = (int(a.won.sum()) - int(b.won.sum())) / len(layouts)
    more = Adjusted.of(((a.won - a.luck) - (b.won - b.luck)).tolist())
    assert more.difference == pytest.approx(true, abs=1e-6)


def test_less_is_left_to_chance() -> None:
    """Without known luck the outcomes of games vary less."""
    chunk = played("fast", Level.NAMED["expert"], 400, None)
    assert chunk.luck is not None
    assert np.var(chunk.won - chunk.luck) < 0.7 * np.var(chunk.won)
