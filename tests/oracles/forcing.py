"""Check with the reference engine that a reason is valid and minimal."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sapper.engine.reference import Box, boxes_of, components, product, sweep
from sapper.rules.board import Cell
from sapper.rules.view import View

if TYPE_CHECKING:
    from sapper.knowledge import Reason


def fault(view: View, reason: Reason, *, is_mine: bool) -> str:
    """Name what is wrong with a reason; nothing if it is right."""
    if reason.is_mine is not is_mine:
        return "the verdict is wrong"
    if not forced(view, reason, reason.clues):
        return "its clues do not force it"
    for clue in reason.clues:
        if forced(view, reason, set(reason.clues) - {clue}):
            return f"the clue at {clue} can be left out"
    return ""


def forced(view: View, reason: Reason, clues: Collection[Cell]) -> bool:
    """Return whether these clues alone, with open cells safe, force what the reason says."""
    needs = {cell: view[cell] for cell in clues}
    boxes, floating = boxes_of(view, set(), needs)
    boxes, witnesses = without(boxes, reason.cell)
    for witness in witnesses:
        needs[witness] -= not reason.is_mine
    seen = frozenset[Cell]().union(*(box.witnesses for box in boxes))
    if any(need < 0 or (need and cell not in seen) for cell, need in needs.items()):
        return True
    swept = [sweep(part, needs) for part in components(boxes)]
    totals = [used for used, ways in product(swept).items() if ways]
    if not reason.uses_mine_count:
        return not totals
    assert view.mines is not None
    left, rest = view.mines - (not reason.is_mine), len(floating) - (not witnesses)
    return not any(0 <= left - used <= rest for used in totals)


def without(boxes: list[Box], cell: Cell) -> tuple[list[Box], frozenset[Cell]]:
    """Take a cell out of its box; return the boxes left and the witnesses of the cell."""
    at = next((box for box in boxes if cell in box.cells), None)
    if at is None:
        return boxes, frozenset()
    others = tuple(other for other in at.cells if other != cell)
    rest = [box for box in boxes if box is not at]
    return rest + ([Box(others, at.witnesses)] if others else []), at.witnesses
