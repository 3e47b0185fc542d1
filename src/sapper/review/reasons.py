"""Why a certain cell was certain, in one sentence a person can follow.

`why` is the one place that knows where reasons come from: `sapper.knowledge.explain` where it is
there, else the knowledge base.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from sapper.knowledge import KnowledgeBase
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.view import View

_EXPLAIN = "sapper.knowledge.explain"


def why(view: View, cell: Cell, base: KnowledgeBase) -> str:
    """Say why a cell that is certain in the view is so; `base` has read the view."""
    return _explained(view, cell) or _concluded(cell, base)


def _explained(view: View, cell: Cell) -> str | None:
    """Return the simplest reason; None where there is nobody to ask, or it takes too long."""
    if find_spec(_EXPLAIN) is None:
        return None
    try:
        return str(import_module(_EXPLAIN).explain(view, cell).text)
    except SapperError:
        return None


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
