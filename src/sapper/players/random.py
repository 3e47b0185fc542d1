"""The player `random`: any unopened cell; the baseline for every comparison."""

from __future__ import annotations

import random

from sapper.players.opening import with_room
from sapper.players.protocol import Move
from sapper.rules.view import View


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def move(self, view: View) -> Move | None:
        flags = view.flags
        cells = list(with_room(view, (cell for cell in view.unopened if cell not in flags)))
        if not cells:
            return None
        return Move(self._random.choice(cells), False, "picked at random")
