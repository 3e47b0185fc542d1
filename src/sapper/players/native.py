"""The players `fast`, `master` and `deep`: they live in the kernel; here they give their reasons.

All three open certain cells first, play small endgames perfectly, and otherwise open the
cell that promises most for the whole game, not just for the next click.
"""

from __future__ import annotations

from typing import ClassVar

from sapper.engine import Chooser, Decision, Strength
from sapper.formatting import percent, unanimous
from sapper.knowledge import Trace
from sapper.players.least_risk import LeastRiskPlayer
from sapper.players.opening import BY_THE_RULES
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import UNOPENED, View


class NativePlayer:
    """Asks the kernel, cell by cell; with a `strength`, the arena plays whole games there."""

    strength: ClassVar[Strength]

    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._view: View | None = None
        self._certain: list[Cell] = []
        self._reader = Reader(trace)
        self._by_risk = LeastRiskPlayer(seed)
        self.decision: Decision | None = None

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells that the three rules of knowledge show to be mines."""
        return self._reader.mines

    def move(self, view: View) -> Move | None:
        if view.mines is None:
            return self._by_risk.move(view)  # no endgame can be searched without the total
        if self._view is not view:
            self._view, self._certain = view, []
            self._chooser = Chooser(self.strength, view.first_click)
        self._reader.read(view)
        return self._certain_move(view) or self._decided(view)

    def _certain_move(self, view: View) -> Move | None:
        """Return the next of the certain cells that the last decision named all at once."""
        self._certain = [cell for cell in self._certain if view[cell] == UNOPENED]
        for cell in self._certain:
            known = self._reader.read(view).conclusion(cell)
            return Move(cell, True, str(known) if known else unanimous(cell, False), risk=0.0)
        return None

    def _decided(self, view: View) -> Move | None:
        self.decision = decision = self._chooser.decide(view)
        if decision.kind == "certain":
            self._certain = decision.cells
            return self._certain_move(view) or (
                self._by_risk.move(view) if decision.cells else None
            )
        return guessed(view, decision) or self._by_risk.move(view)


def guessed(view: View, decision: Decision) -> Move | None:
    """Return the move of a decision that is not certain; None if the cell has a flag."""
    if decision.kind == "certain" or view[decision.cells[0]] != UNOPENED:
        return None
    return Move(
        decision.cells[0],
        certain=decision.kind == "first" and decision.risk == 0.0,
        reason=_reason(decision),
        risk=decision.risk,
        chance=decision.chance,
        candidates=tuple(decision.candidates),
    )


def _reason(decision: Decision) -> str:
    risk = percent(decision.risk)
    wins = "" if decision.chance is None else percent(decision.chance)
    if decision.kind == "first":
        safe = f"{BY_THE_RULES}; " if decision.risk == 0.0 else ""
        return f"{safe}no other first cell wins more often" + (wins and f" ({wins})")
    if decision.kind == "perfect":
        return f"risk {risk}; searched to the end, the best play wins {wins} from here"
    if decision.kind == "judged" and decision.chance is None:
        return f"risk {risk}; by what the safest cells may show, it promises most"
    considered = len(decision.candidates)
    if considered < 2:
        return f"risk {risk}, the least there is"
    return f"risk {risk}; of {considered} cells compared it promises most: about {wins} to win"


class FastPlayer(NativePlayer):
    strength = "fast"


class MasterPlayer(NativePlayer):
    strength = "master"


class DeepPlayer(NativePlayer):
    strength = "deep"
    chunk = 20  # games that the arena gives to a worker at once: these are slow
