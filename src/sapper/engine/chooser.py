"""The decisions of `fast`, `master` and `deep`, which `kernel/play/player.cpp` makes."""

from __future__ import annotations

from math import isnan
from typing import Literal, NamedTuple

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import FirstClick, View

Strength = Literal["fast", "master", "deep"]


class Candidate(NamedTuple):
    """A cell that was considered: its risk, and its score (more is better)."""

    cell: Cell
    risk: float
    score: float


class Decision(NamedTuple):
    """What to open now, and the numbers behind it.

    `kind` is first, certain, perfect (searched to the end), judged (by looking ahead) or
    safest. Certain cells come all at once; a guess comes alone. `chance` is the estimated
    chance of winning the game; before the first click nothing is estimated.
    """

    cells: list[Cell]
    kind: str
    risk: float
    chance: float | None
    candidates: list[Candidate]


class Chooser:
    """A kernel player: the same view always gets the same decision."""

    def __init__(self, strength: Strength, first_click: FirstClick) -> None:
        with kernel_errors():
            self._native = _kernel.Player(strength, str(first_click))

    def decide(self, view: View) -> Decision:
        """Return the cells to open; the view must know its mine total."""
        if view.mines is None:
            raise InvalidBoard("this player needs the mine total")
        with kernel_errors():
            cells, kind, risk, chance, found = self._native.decide(view.array, view.mines)
        candidates = [Candidate(*each) for each in found]
        return Decision(cells, kind, risk, None if isnan(chance) else chance, candidates)
