"""The cells that the first click keeps free of mines, and room for the mines beside them."""

from __future__ import annotations

from sapper.formatting import at, counted
from sapper.rules.board import Board, Cell, Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import FirstClick

CORNER: Cell = (0, 0)
"""Where a first click spares the fewest cells: mines without room here have none anywhere."""


def mine_free_cells(board: Board, rule: FirstClick, first: Cell) -> list[Cell]:
    """Return the cells that a first click keeps free of mines."""
    if rule is FirstClick.NONE:
        return []
    return [first, *board.neighbours(first)] if rule is FirstClick.ZERO else [first]


def room(board: Board, rule: FirstClick, first: Cell = CORNER) -> int:
    """Count the cells that a first click leaves for mines."""
    return board.size - len(mine_free_cells(board, rule, first))


def check_room(level: Level, rule: FirstClick, first: Cell = CORNER) -> None:
    """Raise InvalidBoard if the mines have no room beside a first click."""
    left = room(level.board, rule, first)
    if level.mines > left:
        leave = "leaves" if level.mines == 1 else "leave"
        raise InvalidBoard(
            f"{counted(level.mines, 'mine')} {leave} no room for a first click "
            f"under the rule '{rule}' on {level}: "
            f"one at {at(first)} leaves {counted(left, 'cell')}"
        )
