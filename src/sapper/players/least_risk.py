"""The player `least-risk`: a cell that is certainly safe, else the one of least exact risk."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sapper.engine import Tracker
from sapper.formatting import percent, unanimous
from sapper.knowledge import Trace
from sapper.players.opening import opening_cell, promised
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import UNOPENED, View

# Used where the mine total is unknown: expert has 99 mines on 480 cells, 0.206, and the
# other well-known levels have fewer.
ASSUMED_DENSITY = 0.2

# Risks this close are taken for equal: the order of opening may change the last digits,
# and must not change the move.
EQUAL = 1e-9


class LeastRiskPlayer:
    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._reader = Reader(trace)
        self._tracker: Tracker | None = None
        self._safe: dict[Cell, None] = {}
        self._mines: set[Cell] = set()

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells known to be mines when the last move was chosen; front ends put flags there."""
        return self._reader.mines | self._mines

    def move(self, view: View) -> Move | None:
        tracker = self._follow(view)
        return (
            promised(view, opening_cell(view))
            or self._reader.certain_move(view)
            or self._counted_move(view)
            or self._guess(view, tracker)
        )

    def _follow(self, view: View) -> Tracker:
        if self._tracker is None or self._tracker.view is not view:
            self._tracker = Tracker(view, density=ASSUMED_DENSITY)
            self._safe, self._mines = {}, set()
        new = self._tracker.update()
        self._safe |= dict.fromkeys(new.safe)
        self._mines |= set(new.mines)
        return self._tracker

    def _counted_move(self, view: View) -> Move | None:
        """Return a safe cell that the knowledge base has no reason for."""
        self._safe = {cell: None for cell in self._safe if not view.is_opened(cell)}
        for cell in self._safe:
            if view[cell] == UNOPENED:
                return Move(cell, True, unanimous(cell, False), risk=0.0)
        return None

    def _guess(self, view: View, tracker: Tracker) -> Move | None:
        analysis = tracker.analysis()
        return guess(view, analysis.risk, self.known_mines, exact=analysis.exact)


def guess(
    view: View, risk: npt.NDArray[np.float64], mines: Iterable[Cell], *, exact: bool
) -> Move | None:
    """Return a move to the unflagged cell of least risk, the first of equals row by row.

    Return None if every cell without a flag is known to be a mine.
    """
    risks = np.where(view.array == UNOPENED, risk, np.inf)
    for cell in mines:
        risks[cell] = np.inf
    least, count = risks.min(), int(np.isfinite(risks).sum())
    if not count:
        return None
    row, column = divmod(int(np.argmax(risks <= least + EQUAL)), view.width)
    about = "" if exact else "about "
    share = "of the only cell left" if count == 1 else f"the least of {count} cells"
    reason = f"risk {about}{percent(float(least))}, {share}"
    return Move((row, column), False, reason, risk=float(least))
