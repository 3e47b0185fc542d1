from __future__ import annotations

import pytest

from sapper.batch.boards import solve_layout
from sapper.batch.seeds import seeded_layout
from sapper.boards.grade import MOST_CELLS, grade
from sapper.engine import TooLarge
from sapper.knowledge.tier import Tier
from sapper.rules.board import Board, Layout, Level


@pytest.mark.parametrize(
    ("level", "boards"), [("5x5/6", 150), ("beginner", 60), ("intermediate", 12), ("expert", 5)]
)
def test_the_readable_grader_and_the_native_one_agree(level: str, boards: int) -> None:
    """Board by board, both open as many cells, in as many rounds of each technique."""
    size = Level.parse(level)
    first = size.height // 2, size.width // 2
    spared = [size.board.index(cell) for cell in [first, *size.board.neighbours(first)]]
    for index in range(boards):
        layout = seeded_layout(size, 81, index, spared)
        read, native = grade(layout, first), solve_layout(layout, first)
        assert read.solvable == native.solved
        assert round(read.solved * (size.board.size - size.mines)) == native.opened
        assert tuple(read.rounds.get(tier, 0) for tier in Tier) == native.rounds


def test_a_board_that_is_too_large_is_refused_at_once() -> None:
    """The rounds of a million cells would take minutes."""
    largest = Layout.of(Board(200, MOST_CELLS // 200), [(0, 0)])
    assert grade(largest, (100, 100)).solved > 0
    with pytest.raises(TooLarge, match="201x200 has more than the 40,000 cells"):
        grade(Layout.of(Board(200, 201), [(0, 0)]), (100, 100))
