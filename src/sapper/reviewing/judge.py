"""Judging a game move by move, each by the view before it."""

from __future__ import annotations

from dataclasses import replace
from math import exp, nextafter

import numpy as np

from sapper.advice import Advice
from sapper.engine import Tracker, analyse
from sapper.reviewing.verdict import Judgement, Review, Verdict
from sapper.rules.arguments import need
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.game import Action, ActionType, Game, Outcome
from sapper.rules.reading import beginning
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View

TOLERANCE = 0.02
"""A guess that gives away no more than this share of the chance counts as a best guess."""

_RISK_TOLERANCE = 0.005  # the same for risks, where the chance of winning is unknown

# A risk of 1 is kept for what is proved: rounding must not turn anything less into 1.
_NEARLY_1 = nextafter(1, 0)


def review(game: Game, given: int = 0) -> Review:
    """Review a game: judge every action after the first `given` ones.

    >>> from sapper import read_layout
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> [str(verdict.judgement) for verdict in review(game).verdicts]
    ['best guess', 'missed safe cell']
    """
    need(game, Game)
    replay = beginning(game)
    for action in game.actions[:given]:
        replay.perform(action)
    judge = Judge(replay.view, game.start)
    verdicts: list[Verdict] = []
    for number, action in enumerate(game.actions[given:], 1):
        if action.type is ActionType.UNDO:
            verdicts[-1] = replace(verdicts[-1], undone=True)
        verdict = judge.verdict(number, action)
        replay.perform(action)
        if judge.view is not replay.view:  # an undo has closed cells
            judge = Judge(replay.view, game.start)
        verdicts.append(replace(verdict, chance_after=_chance(replay.outcome, judge)))
    return Review(game.level, game.outcome, game.fatal, tuple(verdicts))


def _chance(outcome: Outcome, judge: Judge) -> float | None:
    return judge.chance if outcome is Outcome.PLAYING else float(outcome is Outcome.WON)


class Judge:
    """Follows a view and gives a verdict before each action; it sees nothing else.

    A board may begin at a `start` cell, which is no guess.
    """

    def __init__(self, view: View, start: Cell | None = None) -> None:
        self.view = view
        self._start = start
        self._tracker = Tracker(view)
        self._advised: Advice | None = None

    @property
    def chance(self) -> float | None:
        """The chance of winning from here."""
        return self._advice().chance

    def verdict(self, number: int, action: Action) -> Verdict:
        verdict = Verdict(number, action, Judgement.IDLE)
        if action.type is ActionType.UNDO:
            return verdict
        judged = self._flag(verdict) if action.type is ActionType.FLAG else self._opening(verdict)
        return self._with_proof(judged) if judged.is_fault else judged

    def _with_proof(self, fault: Verdict) -> Verdict:
        """Add the evidence to a fault: the view before it, and why it was one."""
        advice = self._advice()
        mines = advice.easiest_first(advice.mines.intersection(fault.opens))[:1]
        certain = [*mines, *advice.safe.intersection(fault.better[:1])][:1]
        proof = advice.proof(certain[0]) if certain else None
        return replace(fault, view=advice.view, proof=proof)

    def _flag(self, verdict: Verdict) -> Verdict:
        cell, advice = verdict.action.cell, self._advice()
        if cell in self.view.flags:
            return verdict
        if cell in advice.safe:
            return replace(verdict, judgement=Judgement.WRONG_FLAG, better=(cell,))
        proved = cell in advice.mines
        return replace(
            verdict, judgement=Judgement.PROVED_FLAG if proved else Judgement.UNPROVED_FLAG
        )

    def _opening(self, verdict: Verdict) -> Verdict:
        opens = self._opens(verdict.action)
        if not opens:
            return verdict
        advice = self._advice()
        move = replace(verdict, opens=opens, chance=advice.chance, chance_made=advice.chance)
        promised = self.view.first_click is not FirstClick.NONE or opens == (self._start,)
        if not self.view.opened and promised:
            return replace(move, judgement=Judgement.FREE)
        if advice.safe.issuperset(opens):
            return replace(move, judgement=Judgement.CERTAIN, exact=advice.analysis.exact)
        risk = self._risk(verdict.action, opens)
        return self._risky(
            replace(
                move,
                risk=risk,
                least_risk=0.0 if advice.safe else float(np.nanmin(advice.risk)),
                best_risk=risk,
                exact=advice.analysis.exact,
                chance_made=advice.chance_of(opens),
            )
        )

    def _risky(self, move: Verdict) -> Verdict:
        """Judge a move that is not proved safe."""
        better = self._better()
        best_risk = float(self._advice().risk[better[0]]) if better else move.risk
        if move.risk == 1.0:
            judgement = Judgement.CERTAIN_MINE
        elif self._advice().safe:
            judgement = Judgement.MISSED
        elif move.opens == better[:1] or _as_good(move, best_risk):
            return replace(move, judgement=Judgement.BEST_GUESS)
        else:
            judgement = Judgement.WORSE_GUESS
        return replace(move, judgement=judgement, best_risk=best_risk, better=better)

    def _better(self) -> tuple[Cell, ...]:
        """Return the safe cells, the easiest first, or else the best guesses."""
        advice = self._advice()
        if advice.safe:
            return tuple(advice.easiest_first(advice.safe))
        if advice.best is None:
            return ()
        good = (1 - TOLERANCE) * (advice.chance or 0.0)
        others = [other.cell for other in advice.candidates if (other.chance or 0.0) >= good]
        return tuple(dict.fromkeys([advice.best, *others]))

    def _advice(self) -> Advice:
        if self._advised is None or self._advised.view != self.view:
            self._tracker.update()
            self._advised = Advice(self.view.copy(), self._tracker.analysis())
        return self._advised

    def _opens(self, action: Action) -> tuple[Cell, ...]:
        if action.type is ActionType.OPEN:
            return (action.cell,)
        around = self.view.board.neighbours(action.cell)
        return tuple(cell for cell in around if self.view[cell] == UNOPENED)

    def _risk(self, action: Action, opens: tuple[Cell, ...]) -> float:
        """Return the chance that one of the cells is a mine; 1 only if that is certain."""
        advice = self._advice()
        if not advice.mines.isdisjoint(opens):
            return 1.0
        if len(opens) == 1:
            return min(float(advice.risk[opens[0]]), _NEARLY_1)
        return self._chord_risk(action.cell)

    def _chord_risk(self, number: Cell) -> float:
        """Return the chance that some flag around a number is wrong.

        With as many flags as mines around the number, the chord is safe if all flags are
        right, so the layouts in which they are right are counted.
        """
        view = self.view
        marks = np.where(view.array < 0, UNOPENED, view.array)
        for cell in view.board.neighbours(number):
            if view[cell] == FLAG:
                marks[cell] = FLAG
        try:
            right = analyse(marks, mines=view.mines, flags="trust")
        except InvalidPosition:
            return 1.0
        share = exp(right.log_layouts - self._advice().analysis.log_layouts)
        return min(max(1 - share, 0.0), _NEARLY_1)


def _as_good(move: Verdict, best_risk: float) -> bool:
    """Return whether a guess is within tolerance of the best one."""
    if move.loss is None or move.chance is None:
        return move.risk <= best_risk + _RISK_TOLERANCE
    return move.loss <= TOLERANCE * move.chance
