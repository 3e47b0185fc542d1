"""Answers about replays of other programs."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from sapper.web.forms.answer_fields import Cell, Change, Outcome
from sapper.web.forms.games import LevelForm

MouseEvent = TypeAliasType(
    "MouseEvent",
    Annotated[tuple[int, str, int, int], Field(description="milliseconds, what, x, y in pixels")],
)


class ReplayStep(BaseModel):
    """What an action changed, and when, in seconds."""

    time: float
    changed: list[Change]


class ReplayFilm(LevelForm):
    """A game that another program recorded, with the way of the mouse."""

    id: str
    format: str
    program: str
    player: str
    mode: str
    unjudged: str | None
    outcome: Outcome
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
