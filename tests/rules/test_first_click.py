from __future__ import annotations

from itertools import product

import pytest

from sapper.rules.board import Board, Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.first_click import check_room, mine_free_cells, room
from sapper.rules.view import FirstClick


@pytest.mark.parametrize("rule", FirstClick)
def test_a_corner_leaves_most_room_and_the_middle_least(rule: FirstClick) -> None:
    """On every board up to 5x5, a corner click leaves the most room, a middle one the least.

    The check of a whole level relies on this.
    """
    for height, width in product(range(1, 6), repeat=2):
        board = Board(height, width)
        rooms = [board.size - len(set(mine_free_cells(board, rule, cell))) for cell in board]
        assert room(board, rule) == max(rooms)
        assert room(board, rule, (height // 2, width // 2)) == min(rooms)


def test_the_last_mine_that_has_room() -> None:
    """As many mines as there is room for are taken; one more names the rule and the cell."""
    check_room(Level(3, 3, 5), FirstClick.ZERO)
    with pytest.raises(InvalidBoard, match=r"'zero' on 3x3/6: one at A1 leaves 5 cells"):
        check_room(Level(3, 3, 6), FirstClick.ZERO)
    with pytest.raises(InvalidBoard, match=r"one at B2 leaves 0 cells"):
        check_room(Level(3, 3, 1), FirstClick.ZERO, (1, 1))
