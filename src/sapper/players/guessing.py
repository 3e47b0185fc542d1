"""Why to guess here: the risk, what the cell may open up, and which guess it settles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sapper.engine import Analysis, analyse
from sapper.players.least_risk import ASSUMED_DENSITY, percent
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.view import View

_SAME = 1e-9  # risks this close are equal
_LARGEST = 10_000  # cells of a board on which what comes next is looked at


def explain_guess(view: View, move: Move) -> str:
    """Say in one sentence why a cell that is not certain is opened.

    Raise InvalidMove if the cell is open, InvalidPosition if no layout fits the view.
    """
    analysis = analyse(view, density=ASSUMED_DENSITY)
    parts = [_compared(analysis, move.cell)]
    if view.board.size <= _LARGEST and float(analysis.risk[move.cell]) < 1:
        parts.append(_promise(view, analysis, move.cell))
    parts += _settled(view, analysis, move.cell)
    if move.chance is not None:
        parts.append(f"the game is won from here about {100 * move.chance:.1f} % of the time")
    return "; ".join(parts)


def _compared(analysis: Analysis, cell: Cell) -> str:
    """Set the cell's risk against the least there is."""
    chances = analysis.number_chances(cell)  # which refuses an open cell
    risk, least = max(0.0, 1 - sum(chances)), float(np.nanmin(analysis.risk))
    about = "" if analysis.exact else "about "
    told = f"its risk is {about}{percent(risk)}"
    if risk <= least + _SAME:
        return f"{told}, the least there is"
    best = analysis.best()
    assert best is not None
    if not least:
        return f"{told}, although ({best[0]},{best[1]}) is safe"
    return f"{told}; the least is {percent(least)}, at ({best[0]},{best[1]})"


def _promise(view: View, analysis: Analysis, cell: Cell) -> str:
    """Tell how likely the cell is to lead to a safe one."""
    chances = analysis.number_chances(cell)
    certain = sum(
        chance
        for number, chance in enumerate(chances)
        if chance > 0 and (not number or _leads_on(view, cell, number))
    )
    if certain <= 0:
        return "no number there can show a safe cell at once"
    zero = f" (a 0: {percent(chances[0])})" if chances[0] > 0 else ""
    return f"it shows a safe cell next with a chance of {percent(certain)}{zero}"


def _leads_on(view: View, cell: Cell, number: int) -> bool:
    after = view.copy()
    after.reveal(cell, number)
    return bool(analyse(after, density=ASSUMED_DENSITY).safe)


def _settled(view: View, analysis: Analysis, cell: Cell) -> Iterator[str]:
    """Name an enclosed pair that the cell belongs to: no number elsewhere can ever decide it."""
    for other in _partners(view, analysis, cell):
        beyond = {*_unsure(view, analysis, cell), *_unsure(view, analysis, other)}
        if beyond <= {cell, other}:
            row, column = other
            yield (
                f"one of it and ({row},{column}) is a mine, and no later number can tell which: "
                "the guess is unavoidable, so it may as well be now"
            )


def _partners(view: View, analysis: Analysis, cell: Cell) -> set[Cell]:
    """Return the cells of which, with this one, a clue needs exactly one more mine."""
    found = set()
    for clue in view.board.neighbours(cell):
        if view.is_opened(clue):
            unsure = _unsure(view, analysis, clue)
            mines = sum(near in analysis.mines for near in view.board.neighbours(clue))
            if len(unsure) == 2 and view[clue] - mines == 1:
                found |= set(unsure) - {cell}
    return found


def _unsure(view: View, analysis: Analysis, cell: Cell) -> list[Cell]:
    known = analysis.mines
    shut = (near for near in view.board.neighbours(cell) if not view.is_opened(near))
    return [near for near in shut if near not in known]
