"""How a player stands after a history of attempts: ratings and streaks, by technique too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from sapper.training.rating import NEW_PLAYER, Rating, Result, rated
from sapper.training.technique import Technique

_PERIOD = 24 * 3600.0  # seconds of a rating period: a day
_PUZZLE_DEVIATION = 80.0  # of a puzzle's rating, which follows from technique and size alone


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first answer to a puzzle; `rating` is the puzzle's, `time` is in seconds."""

    technique: Technique
    rating: float
    right: bool
    time: float


@dataclass(frozen=True, slots=True)
class Score:
    """A rating with its counts; a streak counts right answers in a row."""

    rating: Rating = NEW_PLAYER
    attempts: int = 0
    right: int = 0
    streak: int = 0
    best_streak: int = 0
    time: float | None = None  # of the last attempt

    def after(self, attempt: Attempt) -> Score:
        """Return the score after one more attempt; a clock that was set back counts as none."""
        seconds = 0.0 if self.time is None else max(0.0, attempt.time - self.time)
        puzzle = Rating(attempt.rating, _PUZZLE_DEVIATION)
        streak = self.streak + 1 if attempt.right else 0
        return Score(
            rated(self.rating, [Result(puzzle, float(attempt.right))], seconds / _PERIOD),
            self.attempts + 1,
            self.right + attempt.right,
            streak,
            max(streak, self.best_streak),
            attempt.time,
        )


_NOTHING = Score()


@dataclass(frozen=True, slots=True)
class Standing:
    """The score over all attempts, and for each technique."""

    overall: Score = _NOTHING
    techniques: dict[Technique, Score] = field(
        default_factory=lambda: dict.fromkeys(Technique, _NOTHING)
    )

    def after(self, attempt: Attempt) -> Standing:
        trained = self.techniques[attempt.technique].after(attempt)
        return Standing(self.overall.after(attempt), self.techniques | {attempt.technique: trained})


def standing(attempts: Iterable[Attempt], before: Standing | None = None) -> Standing:
    """Return the standing after attempts, oldest first, continuing from `before` if given."""
    return reduce(Standing.after, attempts, before or Standing())
