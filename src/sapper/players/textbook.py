"""The player `textbook`: knowledge first, else a random cell not known to be a mine."""

from __future__ import annotations

import random

from sapper.knowledge import Trace
from sapper.players.opening import promised, with_room
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import View


class TextbookPlayer:
    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._random = random.Random(seed)
        self._reader = Reader(trace)

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells known to be mines when the last move was chosen; front ends put flags there."""
        return self._reader.mines

    def move(self, view: View) -> Move | None:
        return self._reader.certain_move(view) or self._guess(view)

    def _guess(self, view: View) -> Move | None:
        avoided = self._reader.read(view).mines | view.flags
        cells = list(with_room(view, (cell for cell in view.unopened if cell not in avoided)))
        if not cells:
            return None
        cell = self._random.choice(cells)
        reason = f"no cell is certain: one of {len(cells)} at random"
        return promised(view, cell) or Move(cell, False, reason)
