"""The players `fast`, `master` and `deep`: they live in the kernel, and say here what they think.

All three open certain cells first, play small endgames perfectly, and otherwise open the
cell that promises most for the whole game, not just for the next click.
"""

from __future__ import annotations

from typing import ClassVar

from sapper.engine import Chooser, Decision, Strength
from sapper.knowledge import Trace
from sapper.players.least_risk import LeastRiskPlayer, percent
from sapper.players.protocol import Move
from sapper.players.reader import Reader
from sapper.rules.board import Cell
from sapper.rules.view import UNOPENED, View


class NativePlayer:
    """Asks the kernel, cell by cell; `strength` tells the arena that whole games go there too."""

    strength: ClassVar[Strength]

    def __init__(self, seed: int, trace: Trace | None = None) -> None:
        self._seed = seed
        self._view: View | None = None
        self._waiting: list[Cell] = []
        self._reader = Reader(trace)
        self._blind: LeastRiskPlayer | None = None
        self.decision: Decision | None = None

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells that the three rules of knowledge show to be mines."""
        return self._reader.mines

    def move(self, view: View) -> Move | None:
        if view.mines is None:
            return self._without_total(view)
        if self._view is not view:
            self._view, self._waiting = view, []
            self._chooser = Chooser(self.strength, view.first_click)
        self._waiting = [cell for cell in self._waiting if view[cell] == UNOPENED]
        if not self._waiting:
            self.decision = self._chooser.decide(view)
            self._waiting = [cell for cell in self.decision.cells if view[cell] == UNOPENED]
        if not self._waiting or self.decision is None:
            return None
        return self._reasoned(view, self._waiting[0], self.decision)

    def _without_total(self, view: View) -> Move | None:
        """Play by least risk: no endgame can be searched where the mines are not counted."""
        if self._blind is None:
            self._blind = LeastRiskPlayer(self._seed)
        return self._blind.move(view)

    def _reasoned(self, view: View, cell: Cell, decision: Decision) -> Move:
        if decision.kind == "certain":
            known = self._reader.read(view).conclusion(cell)
            reason = str(known) if known else "every layout that fits the clues has no mine there"
            return Move(cell, True, reason, risk=0.0)
        self._reader.read(view)
        certain = decision.kind == "first" and decision.risk == 0.0
        return Move(cell, certain, _guess_reason(decision), risk=decision.risk)


def _guess_reason(decision: Decision) -> str:
    if decision.chance is None:
        return "the first cell that wins most often"
    risk, wins = percent(decision.risk), f"{100 * decision.chance:.1f} %"
    if decision.kind == "perfect":
        return f"risk {risk}; searched to the end, the best play wins {wins} from here"
    considered = len(decision.candidates)
    return f"risk {risk}; the best of {considered} for the whole game, which it wins about {wins}"


class FastPlayer(NativePlayer):
    strength = "fast"


class MasterPlayer(NativePlayer):
    strength = "master"


class DeepPlayer(NativePlayer):
    strength = "deep"
    chunk = 20  # games in a unit of work for the arena: these take their time
