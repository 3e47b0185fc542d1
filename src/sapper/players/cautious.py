"""The player `cautious`: moves when certain, otherwise stops; never wrong."""

from __future__ import annotations

from sapper.knowledge import Trace
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import FirstClick, View


class CautiousPlayer:
    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._reader = Reader(trace)

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells known to be mines when the last move was named; front ends put flags there."""
        return self._reader.mines

    def move(self, view: View) -> Move | None:
        if not view.opened and view.first_click is not FirstClick.NONE:
            return Move((0, 0), True, "the first cell is safe by the rules of this game")
        return self._reader.certain_move(view)
