"""The lines of a stream in which a player is watched."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel
from typing_extensions import TypeAliasType

from sapper.rules.view import FirstClick
from sapper.web.forms.answer_fields import Cell, Change
from sapper.web.forms.games import LevelForm
from sapper.web.forms.help import Advised
from sapper.web.forms.problem_form import ProblemForm


class WatchedGame(LevelForm):
    """The first line."""

    kind: Literal["game"]
    player: str
    board: str
    first_click: FirstClick
    given: list[Change]


class WatchedMove(Advised):
    kind: Literal["move"]
    chance_after: float | None
    number: int
    cell: Cell
    changed: list[Change]


class WatchedEnd(BaseModel):
    """The last line, unless there was a problem."""

    kind: Literal["end"]
    outcome: Literal["won", "lost", "stopped"]
    fatal: Cell | None
    mines: list[Cell]
    moves: int
    guesses: int


class WatchedProblem(BaseModel):
    """The last line if the game could not go on."""

    kind: Literal["problem"]
    problem: ProblemForm


WatchLine = TypeAliasType("WatchLine", WatchedGame | WatchedMove | WatchedEnd | WatchedProblem)
