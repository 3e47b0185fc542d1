"""Answers about one game."""

from __future__ import annotations

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import ActionForm, Cell, Change, GameKind, Result
from sapper.web.forms.validation import Form


class Clock(Form):
    """Seconds since the first action of the player."""

    running: bool
    elapsed: float


class Pace(Form):
    """The 3BV of a board, and how fast and how efficiently a won game cleared it."""

    bbbv: int | None
    bbbv_per_second: float | None
    ioe: float | None


class End(Pace):
    """What is shown once a game is over."""

    mines: list[Cell]
    wrong_flags: list[Cell]
    fatal: Cell | None
    clicks: int


class Standing(Form):
    """What every action may change."""

    id: str
    seq: int
    outcome: Result
    mines_left: int
    safe_left: int
    clock: Clock
    undos: int
    helped: bool
    unranked: str | None
    end: End | None


class LevelForm(Form):
    level: str
    level_name: str
    width: int
    height: int
    mines: int


class GameState(Standing, LevelForm):
    """A game as the browser draws it."""

    first_click: FirstClick
    kind: GameKind
    tier: int | None
    date: str | None
    rows: list[str]
    start: Cell | None
    board: str | None
    moves: list[ActionForm]


class ActionAnswer(Standing):
    """What an action changed."""

    repeated: bool
    changed: list[Change]
    state: GameState | None
