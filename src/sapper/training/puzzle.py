"""A puzzle: a view, the technique that it trains, and the answers that are right.

A puzzle knows no mines. All that it accepts or refuses follows from the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from sapper.advice import Advice, advise
from sapper.engine import TooLarge
from sapper.engine.perfect import first_chances
from sapper.formatting import at
from sapper.knowledge.tier import Tier
from sapper.players.logical import Logic
from sapper.reviewing import TOLERANCE
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.view import View, ViewWriter
from sapper.training.technique import Technique


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer, judged: `why` is the verdict on the cell, in the adviser's words."""

    cell: Cell
    flag: bool
    right: bool
    why: str


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position to find a move in.

    `taught` are the safe cells that the technique gives, the easiest first; for a guess, the
    best cell and those that a review calls as good. The flags of the view are mines that
    easier techniques prove, for a guess all certain mines. `exact` is False for a guess whose
    chances are the adviser's estimates, because the position is too large to be searched.

    >>> from sapper import puzzle
    >>> made = puzzle("subset", seed=1)
    >>> made.view, made.judge(made.taught[0]).right
    (<View 9x9/12, 64 opened>, True)
    """

    advice: Advice
    technique: Technique
    taught: tuple[Cell, ...]
    exact: bool = True

    @property
    def view(self) -> View:
        return self.advice.view

    @property
    def opens(self) -> frozenset[Cell]:
        """The cells that are right to open: all safe ones, or else the best guesses."""
        return self.advice.safe or frozenset(self.taught)

    @property
    def flags(self) -> frozenset[Cell]:
        """The cells that are right to flag: all certain mines without a flag."""
        return self.advice.mines - self.view.flags

    def judge(self, cell: Cell, flag: bool = False) -> Answer:
        """Judge opening a cell, or flagging it; raise InvalidMove if that cannot be done."""
        why = self.advice.describe(cell)
        if cell in self.view.flags:
            raise InvalidMove(f"cell {at(cell)} has a flag, which is right")
        return Answer(cell, flag, cell in self.flags if flag else self._is_right(cell), why)

    def _is_right(self, cell: Cell) -> bool:
        """Return whether a cell is right to open.

        A guess that was not searched may have more right cells than the adviser's candidates.
        """
        if self.exact or cell in self.opens:
            return cell in self.opens
        best, chance = self.advice.chance, self.advice.chance_of([cell])
        return best is not None and chance is not None and chance >= (1 - TOLERANCE) * best

    @property
    def rating(self) -> float:
        """How hard the puzzle is: its technique, and how many cells there are to look at."""
        extra = _POINTS_A_CELL * (self._cells_to_look_at() - _USUAL_CELLS)
        return _RATINGS[self.technique] + max(-_MOST_EXTRA, min(_MOST_EXTRA, extra))

    def _cells_to_look_at(self) -> int:
        view = self.view
        closed = (cell for cell in view.unopened if cell not in view.flags)
        return sum(any(map(view.is_opened, view.board.neighbours(cell))) for cell in closed)


_SEARCHED_LAYOUTS = 1_000  # of a guess that is searched to the end of every game
_SEARCHED_NODES = 50_000
_RATINGS = {
    Technique.ONE_CLUE: 900.0,
    Technique.SUBSET: 1200.0,
    Technique.OVERLAP: 1400.0,
    Technique.CHAIN: 1600.0,
    Technique.CASES: 1800.0,
    Technique.MINE_COUNT: 1700.0,
    Technique.BEST_GUESS: 1700.0,
}
_POINTS_A_CELL = 5.0
_USUAL_CELLS = 15
_MOST_EXTRA = 150.0


def pose(view: View, *, estimates: bool = True) -> Puzzle | None:
    """Make a puzzle of a position; None if there is nothing to find in it.

    Its technique is the easiest that leads to a safe cell, together with the easier ones, which
    may prove mines first. Flags of the view are forgotten. A guess that cannot be searched to
    the end needs `estimates`. Raise InvalidBoard if the mine total is unknown.
    """
    if view.mines is None:
        raise InvalidBoard("a puzzle needs the mine total")
    if not view.opened:
        return None
    posed = _proved(view, estimates)
    return posed if posed is not None and posed.advice.analysis.exact else None


def _proved(view: View, estimates: bool) -> Puzzle | None:
    logic = Logic(_flagged(view, ()))
    hardest, given, known = Tier.ONE_CLUE, frozenset[Cell](), frozenset[Cell]()
    while (proved := logic.round()) is not None:
        if proved.tier > hardest:
            hardest, given = proved.tier, known
        if proved.safe:
            advice = advise(_flagged(view, given))
            easiest_first = tuple(advice.easiest_first(proved.safe))
            return Puzzle(advice, Technique.of(hardest), easiest_first)
        known = frozenset(logic.mines)
    return _guess(advise(_flagged(view, known)), estimates)


def _guess(advice: Advice, estimates: bool) -> Puzzle | None:
    """Make a puzzle of a guess; None if all are alike, or the adviser's is not the best."""
    exact = _searched(advice)
    if not exact and not estimates:
        return None
    chances = exact or {each.cell: each.chance for each in advice.candidates}
    enough = (1 - TOLERANCE) * max(chances.values(), default=0.0)
    equals = [cell for cell, chance in chances.items() if chance >= enough]
    if advice.best not in equals or len(equals) == len(chances):
        return None
    best_first = sorted(equals, key=lambda cell: (cell != advice.best, cell))
    return Puzzle(advice, Technique.BEST_GUESS, tuple(best_first), exact=bool(exact))


def _searched(advice: Advice) -> dict[Cell, float]:
    """Return each guess's chance of winning with perfect play; nothing if there is too much."""
    if advice.analysis.log_layouts > log(_SEARCHED_LAYOUTS):
        return {}
    try:
        chances = first_chances(advice.view, nodes=_SEARCHED_NODES)
    except TooLarge:
        return {}
    return {cell: float(chances[cell]) for cell in advice.unsure}


def _flagged(view: View, mines: Iterable[Cell]) -> View:
    """Return a copy of a view with flags on these cells alone."""
    writer = ViewWriter.of(view)
    for cell in sorted(view.flags ^ set(mines)):
        writer.toggle_flag(cell)
    return writer.view
