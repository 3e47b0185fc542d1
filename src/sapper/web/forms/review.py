"""Answers about how a game was played."""

from __future__ import annotations

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import ActionType, Cell, Change, Judgement, Result, Severity
from sapper.web.forms.games import LevelForm, Pace
from sapper.web.forms.help import Reason
from sapper.web.forms.validation import Form


class Skill(Form):
    """How well a game was played, and the chance of surviving its guesses."""

    accuracy: float | None
    accuracy_text: str | None
    survival: float | None
    survival_text: str | None


class Ending(Pace, Skill):
    """How a game ended, in a sentence and in figures."""

    outcome: Result
    sentence: str
    cell: Cell | None
    risk: float | None
    risk_text: str | None
    least: float | None
    least_text: str | None
    certain: Cell | None
    best: Cell | None
    clues: list[Cell]
    elapsed: float
    new_best: str | None


class ReviewedMove(Form):
    number: int
    action: ActionType
    cell: Cell
    time: float | None
    changed: list[Change]
    undone: bool
    judgement: Judgement | None
    title: str
    risk: float | None
    risk_text: str | None
    least: float | None
    least_text: str | None
    chance: float | None
    chance_made: float | None
    chance_after: float | None
    loss: float | None
    loss_text: str | None
    severity: Severity | None
    accuracy: float | None
    best: Cell | None
    reason: Reason | None
    proof: Reason | None
    answers: list[Cell]
    sentence: str


class Review(LevelForm, Skill):
    """Each move, judged by the chance of winning that it gave away."""

    id: str | None
    replay: bool
    first_click: FirstClick
    outcome: Result
    board: str
    mine_cells: list[Cell]
    fatal: Cell | None
    summary: str
    counts: dict[Judgement, int]
    severities: dict[Severity, int]
    techniques: dict[str, int]
    given: list[Change]
    moves: list[ReviewedMove]
    puzzles: list[int]
