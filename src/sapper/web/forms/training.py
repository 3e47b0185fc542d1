"""Answers of the trainer."""

from __future__ import annotations

from typing import Literal

from sapper.training import Technique
from sapper.web.forms.fields import Cell
from sapper.web.forms.help import Candidate, Reason, View
from sapper.web.forms.history import Streak
from sapper.web.forms.validation import Form


class PuzzleForm(Form):
    id: str
    technique: Technique
    rating: int
    exact: bool


class TrainingPuzzle(PuzzleForm):
    """A position to find a move in; `game` and `number` tell the mistake that it comes from."""

    view: View
    game: str | None
    number: int | None
    solved: bool | None
    counts: bool


class RightAnswer(Form):
    action: Literal["open", "flag"]
    cell: Cell
    text: str
    reason: Reason | None


class LessonForm(Form):
    """A technique with an example: its picture as SVG and its reason."""

    technique: Technique
    idea: str
    look: str
    caption: str
    picture: str
    text: str
    steps: list[str]


class Lessons(Form):
    lessons: list[LessonForm]


class ScoreForm(Form):
    rating: int
    deviation: int
    sure: bool
    attempts: int
    right: int
    streak: Streak


class TechniqueScore(ScoreForm):
    technique: Technique


class MistakesLeft(Form):
    known: int
    left: int
    searched: bool


class TrainingStanding(Form):
    """Ratings and streaks, and how many own mistakes are left to train."""

    overall: ScoreForm
    techniques: list[TechniqueScore]
    mistakes: MistakesLeft


class RatingChange(Form):
    overall: int
    technique: int


class TrainingAnswer(PuzzleForm):
    """An answer judged, with all that would have been right, the easiest first.

    `why` and `reason` are about the cell that was answered; only a certain one has a reason.
    """

    right: bool
    why: str | None
    reason: Reason | None
    answers: list[RightAnswer]
    candidates: list[Candidate]
    counted: bool
    change: RatingChange | None
    standing: TrainingStanding
