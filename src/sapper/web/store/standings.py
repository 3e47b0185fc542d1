"""How the player stands in the trainer, and what an answer changed."""

from __future__ import annotations

from sapper.training import Score, Standing, Technique
from sapper.web.forms.history import Streak
from sapper.web.forms.training import (
    MistakesLeft,
    RatingChange,
    ScoreForm,
    TechniqueScore,
    TrainingStanding,
)
from sapper.web.store.game_forms import Json

_SURE = 110.0  # the deviation from which on a rating is no more than a first estimate


def standing_form(found: Standing, mistakes: MistakesLeft) -> TrainingStanding:
    """Return the ratings and streaks, overall and for each technique."""
    scores = found.techniques.items()
    return TrainingStanding(
        overall=ScoreForm(**_score_fields(found.overall)),
        techniques=[TechniqueScore(technique=each, **_score_fields(it)) for each, it in scores],
        mistakes=mistakes,
    )


def _score_fields(score: Score) -> Json:
    value, deviation, _ = score.rating
    return {
        "rating": round(value),
        "deviation": round(deviation),
        "sure": deviation < _SURE,
        "attempts": score.attempts,
        "right": score.right,
        "streak": Streak(current=score.streak, best=score.best_streak),
    }


def change_form(before: Standing, after: Standing, trained: Technique) -> RatingChange:
    """Return by how many points an answer changed the ratings."""
    return RatingChange(
        overall=_gain(before.overall, after.overall),
        technique=_gain(before.techniques[trained], after.techniques[trained]),
    )


def _gain(before: Score, after: Score) -> int:
    return round(after.rating.value) - round(before.rating.value)
