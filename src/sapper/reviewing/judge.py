"""Judging a game move by move, each by the view before it."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log, nextafter

import numpy as np

from sapper.advice import Advice
from sapper.engine import Chooser, TooLarge, Tracker, analyse, perfect
from sapper.reviewing.verdict import Judgement, Review, Verdict
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.game import Action, Game, Verb
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View
from sapper.words import at, percent

TOLERANCE = 0.005
"""A guess within this of the least risk counts as a best guess: nobody can see the difference."""

# A risk of 1 is kept for what is proved: rounding must not turn anything less into 1.
_NEARLY_1 = nextafter(1, 0)

# Positions with at most this many layouts are searched to the end, within a limit of nodes.
_ENDGAME_LAYOUTS = 4_000
_ENDGAME_NODES = 300_000


def review(game: Game) -> Review:
    """Judge every action of a game, finished or not.

    >>> from sapper import read_layout
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> [str(verdict.judgement) for verdict in review(game).verdicts]
    ['best guess', 'missed certain cell']
    """
    replay = _beginning(game)
    judge = Judge(replay.view)
    verdicts = []
    for number, action in enumerate(game.actions, 1):
        verdicts.append(judge.verdict(number, action))
        replay.perform(action)
    return Review(game.level, game.outcome, game.fatal, tuple(verdicts))


def _beginning(game: Game) -> Game:
    """Return the game as it was before its first action."""
    if game.layout is not None:
        return Game.of(game.layout, game.first_click)
    assert game.seed is not None  # only a seeded game has its mines still to be laid
    assert game.index is not None
    return Game(game.level, seed=game.seed, index=game.index, first_click=game.first_click)


class Judge:
    """Follows a view and gives a verdict before each action; it sees nothing else."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._tracker = Tracker(view)
        self._chooser = Chooser("master", view.first_click)
        self._advised: Advice | None = None

    def verdict(self, number: int, action: Action) -> Verdict:
        judged = self._flag if action.verb is Verb.FLAG else self._opening
        return self._with_proof(judged(Verdict(number, action, Judgement.IDLE)))

    def _with_proof(self, verdict: Verdict) -> Verdict:
        """Add the evidence to a mistake: the view before it, and why it was one."""
        if not verdict.is_mistake:
            return verdict
        return replace(verdict, view=self._advice().view, reason=self._reason(verdict))

    def _reason(self, verdict: Verdict) -> str:
        advice = self._advice()
        if verdict.judgement is Judgement.NEEDLESS_RISK:
            return f"its risk was {percent(verdict.best_risk)}"
        if verdict.judgement is not Judgement.BLUNDER:
            return advice.proof(verdict.better[0]).text
        for mine in advice.easiest_first(advice.mines.intersection(verdict.opens)):
            return f"{at(mine)} was certainly a mine. {advice.proof(mine).text}"
        return "the flags around it cannot all be right"

    def _flag(self, verdict: Verdict) -> Verdict:
        cell, advice = verdict.action.cell, self._advice()
        if cell in self._view.flags:
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
        if not self._view.opened and self._view.first_click is not FirstClick.NONE:
            return replace(verdict, opens=opens, judgement=Judgement.FREE)
        advice = self._advice()
        risk, exact = self._risk(verdict.action, opens), advice.analysis.exact
        least = 0.0 if advice.safe else float(np.nanmin(advice.risk))
        return self._judged(
            replace(verdict, opens=opens, risk=risk, least_risk=least, best_risk=risk, exact=exact)
        )

    def _judged(self, move: Verdict) -> Verdict:
        safe = self._advice().safe
        if safe.issuperset(move.opens):
            return replace(move, judgement=Judgement.CERTAIN)
        lost = Judgement.BLUNDER if move.risk == 1.0 else None
        if safe:
            better = tuple(self._advice().easiest_first(safe))
            return replace(move, judgement=lost or Judgement.MISSED, best_risk=0.0, better=better)
        best = self._best_guesses()
        best_risk = float(self._advice().risk[best[0]])
        enough = max(best_risk, move.least_risk) + TOLERANCE
        if not lost and (move.risk <= enough or move.opens in {(cell,) for cell in best}):
            return replace(move, judgement=Judgement.BEST_GUESS)
        return replace(
            move, judgement=lost or Judgement.NEEDLESS_RISK, best_risk=best_risk, better=best
        )

    def _advice(self) -> Advice:
        if self._advised is None or self._advised.view != self._view:
            self._tracker.update()
            self._advised = Advice(self._view.copy(), self._tracker.analysis())
        return self._advised

    def _opens(self, action: Action) -> tuple[Cell, ...]:
        if action.verb is Verb.OPEN:
            return (action.cell,)
        around = self._view.board.neighbours(action.cell)
        return tuple(cell for cell in around if self._view[cell] == UNOPENED)

    def _risk(self, action: Action, opens: tuple[Cell, ...]) -> float:
        """Return the chance that one of the cells is a mine; 0 and 1 only if that is certain."""
        advice = self._advice()
        if advice.safe.issuperset(opens):
            return 0.0
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
        view = self._view
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

    def _best_guesses(self) -> tuple[Cell, ...]:
        """Return the best guesses: the one of `master`, and equally good ones if searched."""
        chosen = self._chooser.decide(self._view).cells[:1]
        if self._advice().analysis.log_layouts > log(_ENDGAME_LAYOUTS):
            return tuple(chosen)
        try:
            equals = perfect(self._view, nodes=_ENDGAME_NODES).moves
        except TooLarge:
            return tuple(chosen)
        return tuple(dict.fromkeys([*chosen, *sorted(equals)]))
