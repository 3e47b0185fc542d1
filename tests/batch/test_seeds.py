from __future__ import annotations

import pytest

from sapper.batch.seeds import seeded_layout
from sapper.rules import seeds
from sapper.rules.board import Level
from sapper.rules.first_click import mine_free_cells
from sapper.rules.view import FirstClick


@pytest.mark.parametrize("level", ["beginner", "expert", "1x1/0", "1x7/3", "50x40/600"])
@pytest.mark.parametrize("rule", FirstClick)
def test_native_seeds_are_the_python_ones(level: str, rule: FirstClick) -> None:
    """Kernel and Python lay the same mines for the same seed, index and first click."""
    size = Level.parse(level)
    board = size.board
    for index in range(20):
        first = board.cell(index * 37 % board.size)
        kept = set(map(board.index, mine_free_cells(board, rule, first)))
        expected = seeds.seeded_layout(size, 77, index, rule, first)
        assert seeded_layout(size, 77, index, kept) == expected
