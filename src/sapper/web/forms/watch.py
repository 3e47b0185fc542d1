"""The lines of a stream in which a player is watched."""

from __future__ import annotations

from typing import Annotated, Literal

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Cell, Change
from sapper.web.forms.games import LevelForm
from sapper.web.forms.help import Advised
from sapper.web.forms.problems import ProblemForm
from sapper.web.forms.validation import Documented, Form


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


class WatchedEnd(Form):
    """The last line, unless there was a problem."""

    kind: Literal["end"]
    outcome: Annotated[str, Documented(like=Literal["won", "lost", "stopped"])]
    fatal: Cell | None
    mines: list[Cell]
    moves: int
    guesses: int


class WatchedProblem(Form):
    """The last line if the game could not go on."""

    kind: Literal["problem"]
    problem: ProblemForm


WatchLine = WatchedGame | WatchedMove | WatchedEnd | WatchedProblem
