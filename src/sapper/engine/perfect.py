"""Perfect play: the exact chance of winning, where it can be computed."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.engine.validation import Position, marks_of, total_of
from sapper.rules.board import Cell, Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.first_click import check_room
from sapper.rules.view import FirstClick, View

NODES = 50_000_000


class Perfect(NamedTuple):
    """The chance of winning under the best play, and all first moves that reach it.

    >>> value, moves = perfect([[-1, -1, -1]], mines=1)
    >>> print(value, sorted(moves))
    2/3 [(0, 0), (0, 2)]
    """

    value: Fraction
    moves: frozenset[Cell]


def perfect(position: Position, *, mines: int | None = None, nodes: int = NODES) -> Perfect:
    """Return the exact chance of winning a small position, and the moves that reach it.

    A view's first-click rule applies while nothing is open. Raise TooLarge if the search
    takes more than `nodes` positions, and InvalidPosition when no layout fits.

    >>> perfect([[1, -1], [-1, -1]], mines=1).value
    Fraction(1, 3)
    """
    chances = first_chances(position, mines=mines, nodes=nodes, every_cell=False)
    best = max(chances.values(), default=Fraction(1))
    return Perfect(best, frozenset(cell for cell, chance in chances.items() if chance == best))


def first_chances(
    position: Position, *, mines: int | None = None, nodes: int = NODES, every_cell: bool = True
) -> dict[Cell, Fraction]:
    """Return, for each first move, the chance of winning with perfect play after it.

    Without `every_cell`, return only the best moves, which is much quicker.
    """
    total = total_of(position, mines)
    if total is None:
        raise InvalidBoard("perfect play needs the mine total")
    rule = position.first_click if isinstance(position, View) else FirstClick.NONE
    with kernel_errors():
        answer = _kernel.perfect(
            marks_of(position),
            total,
            first_click=str(rule),
            every_cell=every_cell,
            nodes=nodes,
        )
    if isinstance(position, View) and not position.opened:
        check_room(Level(position.width, position.height, total), rule)
    return {
        (row, column): Fraction(wins, layouts) for row, column, wins, layouts in answer if layouts
    }
