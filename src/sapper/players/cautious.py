"""The player `cautious`: moves when certain, otherwise stops; never wrong."""

from __future__ import annotations

from sapper.knowledge import Trace
from sapper.players.opening import promised
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import View


class CautiousPlayer:
    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._reader = Reader(trace)

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells known to be mines when the last move was chosen; front ends put flags there."""
        return self._reader.mines

    def move(self, view: View) -> Move | None:
        return promised(view, (0, 0)) or self._reader.certain_move(view)
