"""Answers about replays of other programs."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.web.forms.fields import Cell, Change, MouseEvent, Result
from sapper.web.forms.games import LevelForm


@dataclass(frozen=True, kw_only=True)
class ReplayStep:
    """What an action changed, and when, in seconds."""

    time: float
    changed: list[Change]


@dataclass(frozen=True, kw_only=True)
class ReplayFilm(LevelForm):
    """A game that another program recorded, with the way of the mouse."""

    id: str
    format: str
    program: str
    player: str
    mode: str
    unjudged: str | None
    outcome: Result
    mine_cells: list[Cell]
    fatal: Cell | None
    seconds: float | None
    bbbv: int
    solved_bbbv: int
    bbbv_per_second: float | None
    ioe: float | None
    left_clicks: int
    right_clicks: int
    both_clicks: int
    wasted_clicks: int
    cell_size: int
    steps: list[ReplayStep]
    mouse: list[MouseEvent]
