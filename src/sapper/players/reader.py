"""Read a view into a knowledge base as the game goes on."""

from __future__ import annotations

from sapper.knowledge import KnowledgeBase, Trace
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.view import UNOPENED, View


class Reader:
    """Follows a view: each reading takes in only the newly opened cells.

    Another view is another game, read from its beginning.
    """

    def __init__(self, trace: Trace | None = None) -> None:
        self.trace = trace
        self._view: View | None = None
        self._base: KnowledgeBase | None = None
        self._read = 0

    def read(self, view: View) -> KnowledgeBase:
        if self._base is None or self._view is not view:
            self._view, self._read = view, 0
            self._base = KnowledgeBase(view.board, self.trace)
        fresh = view.opened[self._read :]
        self._base.observe({cell: view[cell] for cell in fresh})
        self._read += len(fresh)
        return self._base

    @property
    def mines(self) -> frozenset[Cell]:
        """The mines known at the last reading."""
        return frozenset() if self._base is None else frozenset(self._base.mines)

    def certain_move(self, view: View) -> Move | None:
        """Return the oldest conclusion that a cell is safe, unless it has a flag."""
        for cell, conclusion in self.read(view).moves.items():
            if view[cell] == UNOPENED:
                return Move(cell, True, str(conclusion), risk=0.0)
        return None
