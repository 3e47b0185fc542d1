from __future__ import annotations

import pytest

from sapper.batch.boards import solve_layout
from sapper.batch.seeds import seeded_layout
from sapper.boards.grade import grade
from sapper.knowledge.tier import Tier
from sapper.rules.board import Level


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
