from __future__ import annotations

import pytest
from oracles.certain_moves import is_won_by_certain_moves, rounds

from sapper.batch.boards import is_solvable, solve_layout
from sapper.batch.seeds import seeded_layout
from sapper.knowledge.tier import Tier
from sapper.rules.board import Board, Layout, Level

LEVELS = ["5x5/5", "6x6/9", "9x9/10", "9x9/16", "10x5/12", "16x16/45"]


@pytest.mark.parametrize("name", LEVELS)
def test_rounds_are_those_of_the_definition(name: str) -> None:
    """On random boards each technique takes as many rounds as in the oracle."""
    level = Level.parse(name)
    first = level.height // 2, level.width // 2
    spared = {level.board.index(cell) for cell in [first, *level.board.neighbours(first)]}
    for index in range(40):
        layout = seeded_layout(level, 77, index, spared)
        solution = solve_layout(layout, first)
        assert solution.rounds == rounds(layout, first), layout
        assert solution.solved is is_won_by_certain_moves(layout, first)


@pytest.mark.parametrize("name", LEVELS)
def test_any_order_leads_as_far_as_rounds(name: str) -> None:
    """A board is solvable by techniques up to the hardest that its rounds take, not by fewer."""
    level = Level.parse(name)
    first = level.height // 2, level.width // 2
    spared = {level.board.index(cell) for cell in [first, *level.board.neighbours(first)]}
    for index in range(300):
        layout = seeded_layout(level, 5, index, spared)
        solution = solve_layout(layout, first)
        needed = max((tier for tier in Tier if solution.rounds[tier - 1]), default=Tier.ONE_CLUE)
        for tier in Tier:
            expected = solution.solved and tier >= needed
            assert is_solvable(layout, first, tier) is expected, (tier, layout)


def test_a_board_without_mines_takes_no_round() -> None:
    """A board that one click opens is solved without any technique."""
    solution = solve_layout(Layout.of(Board(4, 5), []), (0, 0))
    assert solution == (True, 20, (0,) * 6)
