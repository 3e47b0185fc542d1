"""Answers about one game."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import ActionForm, Cell, Change, GameKind, Result


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Seconds since the first action of the player."""

    running: bool
    elapsed: float


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The 3BV of a board, and how fast and how efficiently a won game cleared it."""

    bbbv: int | None
    bbbv_per_second: float | None
    ioe: float | None


@dataclass(frozen=True, kw_only=True)
class End(Pace):
    """What is shown once a game is over."""

    mines: list[Cell]
    wrong_flags: list[Cell]
    fatal: Cell | None
    clicks: int


@dataclass(frozen=True, kw_only=True)
class Standing:
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


@dataclass(frozen=True, kw_only=True)
class LevelForm:
    level: str
    level_name: str
    width: int
    height: int
    mines: int


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class ActionAnswer(Standing):
    """What an action changed."""

    repeated: bool
    changed: list[Change]
    state: GameState | None
