"""A review as plain data, ready for json.dumps; each fault is also a puzzle."""

from __future__ import annotations

from typing import Any

from sapper.reviewing.verdict import Review, Verdict
from sapper.reviewing.words import describe, summary
from sapper.rules.arguments import need
from sapper.rules.json_forms import VERSION, view_to_json


def review_to_json(review: Review) -> dict[str, Any]:
    """Write a review as plain data: the game, its actions, faults and chart series.

    >>> from sapper import Game, read_layout, review
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> review_to_json(review(game))["counts"]
    {'best guess': 1, 'missed safe cell': 1}
    """
    need(review, Review)
    return {
        "sapper": "review",
        "version": VERSION,
        "level": str(review.level),
        "outcome": str(review.outcome),
        "fatal": review.fatal,
        "summary": summary(review),
        "accuracy": review.accuracy,
        "survival": review.survival,
        "counts": {str(judgement): count for judgement, count in review.counts.items()},
        "severities": {str(severity): count for severity, count in review.severities.items()},
        "actions": [_verdict(verdict) for verdict in review.verdicts],
        "faults": [_puzzle(verdict) for verdict in review.faults],
        "series": {
            "risk": review.risks,
            "least_risk": review.least_risks,
            "chance": review.chances,
        },
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    opens = bool(verdict.opens)
    return {
        "number": verdict.number,
        "action": str(verdict.action.type),
        "cell": verdict.action.cell,
        "time": verdict.action.time,
        "undone": verdict.undone,
        "judgement": str(verdict.judgement),
        "opens": verdict.opens,
        "risk": verdict.risk if opens else None,
        "least_risk": verdict.least_risk if opens else None,
        "best_risk": verdict.best_risk if opens else None,
        "exact": verdict.exact,
        "chance": verdict.chance,
        "chance_made": verdict.chance_made,
        "chance_after": verdict.chance_after,
        "loss": verdict.loss,
        "severity": None if verdict.severity is None else str(verdict.severity),
        "accuracy": verdict.accuracy,
    }


def _puzzle(verdict: Verdict) -> dict[str, Any]:
    """Return a fault as a question: a view, the cell that was played, the better ones."""
    assert verdict.view is not None  # every fault has it
    return {
        "number": verdict.number,
        "judgement": str(verdict.judgement),
        "view": view_to_json(verdict.view),
        "played": verdict.action.cell,
        "better": verdict.better,
        "loss": verdict.loss,
        "reason": verdict.reason,
        "text": describe(verdict),
    }
