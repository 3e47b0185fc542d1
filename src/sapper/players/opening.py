"""The first move, where the game promises that it is safe."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.first_click import room
from sapper.rules.view import UNOPENED, FirstClick, View


def promised(view: View, cell: Cell) -> Move | None:
    """Return a certain move to a cell if the first click is still to come and promised safe.

    If the cell has a flag, or the mines leave no room for a 0 there, take the first cell
    that will do.
    """
    if view.opened or view.first_click is FirstClick.NONE:
        return None
    free = (place for place in chain([cell], view.unopened) if view[place] == UNOPENED)
    for candidate in with_room(view, free):
        reason = "the first cell is safe by the rules of this game"
        return Move(candidate, True, reason, risk=0.0)
    return None


def with_room(view: View, cells: Iterable[Cell]) -> Iterable[Cell]:
    """Return the cells at which a first click leaves room for the mines; later on, all."""
    rule, mines = view.first_click, view.mines
    if rule is not FirstClick.ZERO or mines is None or view.opened:
        return cells
    return (cell for cell in cells if mines <= room(view.board, rule, cell))


def opening_cell(view: View) -> Cell:
    """Return where to begin: where a 0 is likeliest, or away from the edge if a 0 is promised.

    A corner has the fewest neighbours, so it is a 0 most often. A promised 0 opens all
    its neighbours, of which an inner cell has the most.
    """
    if view.first_click is FirstClick.ZERO:
        return min(3, view.height // 2), min(3, view.width // 2)
    return 0, 0
