"""A review as plain data, ready for json.dumps; each mistake is also a puzzle."""

from __future__ import annotations

from typing import Any

from sapper.reviewing.verdict import Review, Verdict
from sapper.reviewing.words import describe, summary
from sapper.rules.json_forms import VERSION, view_to_json


def review_to_json(review: Review) -> dict[str, Any]:
    """Return all of a review: the game, every action, the mistakes, the series of a chart.

    >>> from sapper import Game, read_layout, review
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> review_to_json(review(game))["counts"]
    {'best guess': 1, 'missed certain cell': 1}
    """
    return {
        "sapper": "review",
        "version": VERSION,
        "level": str(review.level),
        "outcome": str(review.outcome),
        "fatal": review.fatal,
        "summary": summary(review),
        "accuracy": review.accuracy,
        "luck": review.luck,
        "survival": review.survival,
        "best_survival": review.best_survival,
        "counts": {str(judgement): count for judgement, count in review.counts.items()},
        "actions": [_verdict(verdict) for verdict in review.verdicts],
        "mistakes": [_puzzle(verdict) for verdict in review.mistakes],
        "series": {"risk": review.risks, "least_risk": review.least_risks},
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    opens = bool(verdict.opens)
    return {
        "number": verdict.number,
        "action": str(verdict.action.verb),
        "cell": verdict.action.cell,
        "time": verdict.action.time,
        "judgement": str(verdict.judgement),
        "opens": verdict.opens,
        "risk": verdict.risk if opens else None,
        "least_risk": verdict.least_risk if opens else None,
        "best_risk": verdict.best_risk if opens else None,
        "exact": verdict.exact,
    }


def _puzzle(verdict: Verdict) -> dict[str, Any]:
    """Return a mistake as a question: a view, the cell that was played, the better ones."""
    assert verdict.view is not None  # every mistake has it
    return {
        "number": verdict.number,
        "judgement": str(verdict.judgement),
        "view": view_to_json(verdict.view),
        "played": verdict.action.cell,
        "better": verdict.better,
        "excess": verdict.excess,
        "reason": verdict.reason,
        "text": describe(verdict),
    }
