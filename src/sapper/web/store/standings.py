"""How the player stands in the trainer, and what an answer changed."""

from __future__ import annotations

from sapper.training import Score, Standing, Technique
from sapper.web.store.game_forms import Json

_SURE = 110.0  # the deviation from which on a rating is no more than a first estimate


def standing_form(found: Standing) -> Json:
    """Return the ratings and streaks, overall and for each technique."""
    return {
        "overall": _score_form(found.overall),
        "techniques": [
            {"technique": str(technique)} | _score_form(score)
            for technique, score in found.techniques.items()
        ],
    }


def _score_form(score: Score) -> Json:
    value, deviation, _ = score.rating
    return {
        "rating": round(value),
        "deviation": round(deviation),
        "sure": deviation < _SURE,
        "attempts": score.attempts,
        "right": score.right,
        "streak": {"current": score.streak, "best": score.best_streak},
    }


def change_form(before: Standing, after: Standing, trained: Technique) -> Json:
    """Return by how many points an answer changed the ratings."""
    return {
        "overall": _gain(before.overall, after.overall),
        "technique": _gain(before.techniques[trained], after.techniques[trained]),
    }


def _gain(before: Score, after: Score) -> int:
    return round(after.rating.value) - round(before.rating.value)
