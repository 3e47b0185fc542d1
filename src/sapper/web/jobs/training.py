"""Puzzles, judged answers and lessons of the trainer as JSON."""

from __future__ import annotations

from typing import Any

from sapper.reviewing import review
from sapper.rules.board import Cell
from sapper.rules.json_forms import view_to_json
from sapper.training import (
    LESSONS,
    Lesson,
    Puzzle,
    PuzzleId,
    mistakes,
    pose,
    position_before,
)
from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs.importing import recorded_game
from sapper.web.jobs.positions import candidate_form, reason_form

Json = dict[str, Any]


def find_mistakes(game: Json, given: int) -> Json:
    """Return the numbers of the player's actions that make puzzles."""
    return {"numbers": list(mistakes(review(recorded_game(game), given)))}


def make_puzzle(puzzle: str, game: Json | None, number: int | None) -> Json:
    """Make a puzzle: that of an id, or that before an action of a recorded game."""
    made = _made(puzzle, game, number)
    return _puzzle_form(puzzle, made) | {"view": view_to_json(made.view)}


def judge_answer(
    puzzle: str, game: Json | None, number: int | None, cell: list[int] | None, action: str
) -> Json:
    """Judge an answer, and give all answers that would have been right, the easiest first."""
    made = _made(puzzle, game, number)
    judged = {"right": False, "why": None, "reason": None}  # given up
    if cell is not None:
        judged = _judged(made, (cell[0], cell[1]), action == "flag")
    return (
        _puzzle_form(puzzle, made)
        | judged
        | {
            "answers": _answers(made),
            "candidates": [candidate_form(candidate) for candidate in made.advice.candidates],
        }
    )


def _judged(made: Puzzle, cell: Cell, flag: bool) -> Json:
    answer = made.judge(cell, flag)
    return {"right": answer.right, "why": answer.why, "reason": _reason(made, cell)}


def _reason(made: Puzzle, cell: Cell) -> Json | None:
    advice = made.advice
    return reason_form(advice.proof(cell)) if advice.is_certain(cell) else None


def _made(puzzle: str, game: Json | None, number: int | None) -> Puzzle:
    if game is None or number is None:
        return PuzzleId.read(puzzle).puzzle()
    posed = pose(position_before(recorded_game(game), number))
    if posed is None:
        raise Problem(Kind.NOT_FOUND, "there was nothing to find before this move")
    return posed


def _puzzle_form(puzzle: str, made: Puzzle) -> Json:
    form = {"id": puzzle, "technique": str(made.technique), "rating": round(made.rating)}
    return form | {"exact": made.exact}


def _answers(made: Puzzle) -> list[Json]:
    rest = made.advice.easiest_first(made.opens - set(made.taught))
    opens = [_answer_form(made, "open", cell) for cell in (*made.taught, *rest)]
    flags = made.advice.easiest_first(made.flags)
    return opens + [_answer_form(made, "flag", cell) for cell in flags]


def _answer_form(made: Puzzle, action: str, cell: Cell) -> Json:
    text = made.advice.describe(cell)
    return {"action": action, "cell": cell, "text": text, "reason": _reason(made, cell)}


def lessons() -> Json:
    """Return what is taught about each technique, the easiest first."""
    return {"lessons": [_lesson_form(lesson) for lesson in LESSONS.values()]}


def _lesson_form(lesson: Lesson) -> Json:
    return {
        "technique": str(lesson.technique),
        "idea": lesson.idea,
        "look": lesson.look,
        "caption": lesson.caption,
        "picture": lesson.picture,
        "text": lesson.reason,
        "steps": [] if lesson.proof is None else [step.text for step in lesson.proof.steps],
    }
