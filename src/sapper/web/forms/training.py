"""Answers of the trainer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.training import Technique
from sapper.web.forms.analysis import View
from sapper.web.forms.fields import Cell
from sapper.web.forms.help import Candidate, Reason
from sapper.web.forms.history import Streak


@dataclass(frozen=True, kw_only=True)
class PuzzleForm:
    id: str
    technique: Technique
    rating: int
    exact: bool


@dataclass(frozen=True, kw_only=True)
class TrainingPuzzle(PuzzleForm):
    """A position to find a move in; `game` and `number` tell the mistake that it comes from."""

    view: View
    game: str | None
    number: int | None
    solved: bool | None
    counts: bool


@dataclass(frozen=True, kw_only=True)
class RightAnswer:
    action: Literal["open", "flag"]
    cell: Cell
    text: str
    reason: Reason | None


@dataclass(frozen=True, kw_only=True)
class LessonForm:
    """A technique in words, and an example: its picture as SVG and its reason."""

    technique: Technique
    idea: str
    look: str
    caption: str
    picture: str
    text: str
    steps: list[str]


@dataclass(frozen=True, kw_only=True)
class Lessons:
    lessons: list[LessonForm]


@dataclass(frozen=True, kw_only=True)
class ScoreForm:
    rating: int
    deviation: int
    sure: bool
    attempts: int
    right: int
    streak: Streak


@dataclass(frozen=True, kw_only=True)
class TechniqueScore(ScoreForm):
    technique: Technique


@dataclass(frozen=True, kw_only=True)
class MistakesLeft:
    known: int
    left: int
    searched: bool


@dataclass(frozen=True, kw_only=True)
class TrainingStanding:
    """Ratings and streaks, and how many own mistakes are left to train."""

    overall: ScoreForm
    techniques: list[TechniqueScore]
    mistakes: MistakesLeft


@dataclass(frozen=True, kw_only=True)
class RatingChange:
    overall: int
    technique: int


@dataclass(frozen=True, kw_only=True)
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
