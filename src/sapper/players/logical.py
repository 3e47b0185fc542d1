"""The player `logical`: techniques in order of difficulty, in rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sapper.engine import Analysis, analyse
from sapper.formatting import unanimous
from sapper.knowledge import Tier
from sapper.knowledge.budget import OverBudget
from sapper.knowledge.links import Link
from sapper.knowledge.rounds import Round
from sapper.players.least_risk import ASSUMED_DENSITY, guess
from sapper.players.opening import opening_cell, promised
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.view import FLAG, UNOPENED, View


@dataclass(frozen=True)
class Proved:
    """The result of one round: the technique, the cells, and the reasons."""

    tier: Tier
    safe: list[Cell]
    mines: list[Cell]
    why: Callable[[Cell], str]


class Logic:
    """Solves a view in the rounds of `sapper.knowledge.tier`, and remembers proved mines."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.mines: set[Cell] = set()
        self.safe: set[Cell] = set()
        self._live: list[Cell] = []  # the clues that may still say something
        self._read = 0

    def round(self) -> Proved | None:
        """Prove all that the easiest useful technique can; None if no technique helps."""
        self.safe = {cell for cell in self.safe if not self.view.is_opened(cell)}
        proved = self._readable() or self._counted(Tier.CASES) or self._counted(Tier.MINE_COUNT)
        if proved is not None:
            self.mines.update(proved.mines)
            self.safe.update(proved.safe)
        return proved

    def _readable(self) -> Proved | None:
        fresh = self.view.opened[self._read :]
        here = Round(self.view, self.mines, self.safe, self._live + fresh)
        self._live, self._read = here.live, self._read + len(fresh)
        for tier in (Tier.ONE_CLUE, Tier.SUBSET, Tier.OVERLAP, Tier.CHAIN):
            try:
                found = here.proved(tier)
            except OverBudget:
                continue  # the engine proves no less
            if found:
                return _proved(tier, here, found)
        return None

    def _counted(self, tier: Tier) -> Proved | None:
        counted = tier is Tier.MINE_COUNT
        if counted and self.view.mines is None:
            return None
        analysis = self._analysis(counted)
        mines = sorted(analysis.mines - self.mines)
        safe = sorted(analysis.safe - self.safe)
        if not mines and not safe:
            return None
        return Proved(tier, safe, mines, partial(_unanimous, frozenset(mines)))

    def _analysis(self, counted: bool) -> Analysis:
        marks = self.view.array.copy()
        marks[marks == FLAG] = UNOPENED
        for cell in self.mines:
            marks[cell] = FLAG
        if counted:
            return analyse(marks, mines=self.view.mines, flags="trust")
        return analyse(marks, density=ASSUMED_DENSITY, flags="trust")


def _proved(tier: Tier, here: Round, found: dict[Cell, Link]) -> Proved:
    mines = sorted(cell for cell in found if found[cell].count)
    safe = sorted(cell for cell in found if not found[cell].count)
    return Proved(tier, safe, mines, partial(_why, tier, here, found))


def _why(tier: Tier, here: Round, found: dict[Cell, Link], cell: Cell) -> str:
    return here.named(found[cell]) if tier is Tier.CHAIN else here.reason(cell, found[cell])


def _unanimous(mines: frozenset[Cell], cell: Cell) -> str:
    return unanimous(cell, cell in mines)


class LogicalPlayer:
    """`rounds` counts this game's rounds by technique; `tier` is that of the last move."""

    def __init__(self, seed: int) -> None:
        self.rounds: dict[Tier, int] = {}
        self.tier: Tier | None = None
        self._logic: Logic | None = None
        self._proved: Proved | None = None

    @property
    def known_mines(self) -> frozenset[Cell]:
        """The cells known to be mines when the last move was chosen; front ends put flags there."""
        return frozenset(self._logic.mines if self._logic else ())

    def move(self, view: View) -> Move | None:
        if self._logic is None or self._logic.view is not view:
            self._logic, self._proved, self.rounds = Logic(view), None, {}
        first = promised(view, opening_cell(view))
        if first is not None:
            return first
        return self._certain(self._logic) or self._guess(view, self._logic)

    def _certain(self, logic: Logic) -> Move | None:
        while True:
            for cell in self._proved.safe if self._proved else ():
                if logic.view[cell] == UNOPENED:
                    assert self._proved is not None
                    self.tier = self._proved.tier
                    return Move(cell, True, self._proved.why(cell), risk=0.0)
            self._proved = logic.round()
            if self._proved is None:
                return None
            tier = self._proved.tier
            self.rounds[tier] = self.rounds.get(tier, 0) + 1

    def _guess(self, view: View, logic: Logic) -> Move | None:
        self.tier = None
        analysis = analyse(view, density=ASSUMED_DENSITY)
        return guess(view, analysis.risk, logic.mines, exact=analysis.exact)
