"""Puzzles, judged answers and lessons of the trainer as JSON."""

from __future__ import annotations

from typing import Literal

from sapper.reviewing import review
from sapper.rules.board import Cell
from sapper.training import (
    LESSONS,
    Lesson,
    Puzzle,
    PuzzleId,
    mistakes,
    pose,
    position_before,
)
from sapper.web.forms import training as forms
from sapper.web.forms.help import Reason
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Json
from sapper.web.jobs.importing import recorded_game
from sapper.web.jobs.positions import candidate_form, reason_form, view_form


def find_mistakes(game: Json, given: int) -> Json:
    """Return the numbers of the player's actions that make puzzles."""
    return {"numbers": list(mistakes(review(recorded_game(game), given)))}


def make_puzzle(
    puzzle: str, game: Json | None, number: int | None, about: Json
) -> forms.TrainingPuzzle:
    """Make a puzzle: that of an id, or that before an action of a recorded game."""
    made = _made(puzzle, game, number)
    return forms.TrainingPuzzle(**_puzzle_fields(puzzle, made), **about, view=view_form(made.view))


def judge_answer(
    puzzle: str, game: Json | None, number: int | None, cell: list[int] | None, action: str
) -> Json:
    """Judge an answer, and give all answers that would have been right, the easiest first."""
    made = _made(puzzle, game, number)
    judged: Json = {"right": False, "why": None, "reason": None}  # given up
    if cell is not None:
        place = cell[0], cell[1]
        answer = made.judge(place, action == "flag")
        judged = {"right": answer.right, "why": answer.why, "reason": _reason(made, place)}
    candidates = [candidate_form(candidate) for candidate in made.advice.candidates]
    return {
        **_puzzle_fields(puzzle, made),
        **judged,
        "answers": _answers(made),
        "candidates": candidates,
    }


def _reason(made: Puzzle, cell: Cell) -> Reason | None:
    advice = made.advice
    return reason_form(advice.proof(cell)) if advice.is_certain(cell) else None


def _made(puzzle: str, game: Json | None, number: int | None) -> Puzzle:
    if game is None or number is None:
        return PuzzleId.read(puzzle).puzzle()
    posed = pose(position_before(recorded_game(game), number))
    if posed is None:
        raise Problem(Kind.NOT_FOUND, "there was nothing to find before this move")
    return posed


def _puzzle_fields(puzzle: str, made: Puzzle) -> Json:
    return {
        "id": puzzle,
        "technique": made.technique,
        "rating": round(made.rating),
        "exact": made.exact,
    }


def _answers(made: Puzzle) -> list[forms.RightAnswer]:
    rest = made.advice.easiest_first(made.opens - set(made.taught))
    opens = [_answer_form(made, "open", cell) for cell in (*made.taught, *rest)]
    flags = made.advice.easiest_first(made.flags)
    return opens + [_answer_form(made, "flag", cell) for cell in flags]


def _answer_form(made: Puzzle, action: Literal["open", "flag"], cell: Cell) -> forms.RightAnswer:
    text, reason = made.advice.describe(cell), _reason(made, cell)
    return forms.RightAnswer(action=action, cell=cell, text=text, reason=reason)


def lessons() -> forms.Lessons:
    """Return what is taught about each technique, the easiest first."""
    return forms.Lessons(lessons=[_lesson_form(lesson) for lesson in LESSONS.values()])


def _lesson_form(lesson: Lesson) -> forms.LessonForm:
    return forms.LessonForm(
        technique=lesson.technique,
        idea=lesson.idea,
        look=lesson.look,
        caption=lesson.caption,
        picture=lesson.picture,
        text=lesson.reason,
        steps=[] if lesson.proof is None else [step.text for step in lesson.proof.steps],
    )
