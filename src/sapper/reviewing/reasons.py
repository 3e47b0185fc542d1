"""Why a certain cell was certain, in one sentence a person can follow."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.knowledge import KnowledgeBase, Unexplained, explain
from sapper.rules.board import Cell
from sapper.rules.view import View


def why(view: View, cell: Cell, base: KnowledgeBase) -> str:
    """Say why a cell that is certain in the view is so; `base` has read the view."""
    try:
        return explain(view, cell).text
    except Unexplained:
        return _concluded(cell, base)


def _concluded(cell: Cell, base: KnowledgeBase) -> str:
    known = base.conclusion(cell)
    if known is not None:
        return str(known).partition(": ")[2]
    return "all layouts that fit the clues agree there"


def easiest_first(cells: Iterable[Cell], base: KnowledgeBase) -> tuple[Cell, ...]:
    """Order certain cells by how much has to be seen to prove them: fewest clues first."""

    def effort(cell: Cell) -> tuple[bool, int, int, Cell]:
        known = base.conclusion(cell)
        if known is None:
            return True, 0, 0, cell
        return False, len(known.clues), len(known.premises), cell

    return tuple(sorted(cells, key=effort))
