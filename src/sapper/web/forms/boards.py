"""Answers about boards, and what this server offers."""

from __future__ import annotations

from typing import Annotated, Any

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Cell
from sapper.web.forms.validation import Documented, Form


class MetricsForm(Form):
    bbbv: int
    openings: int
    islands: int


class BoardForm(Form):
    board: str
    start: Cell | None
    layout: dict[str, Any]
    metrics: MetricsForm | None
    tier: int | None


class Boards(Form):
    boards: list[BoardForm]


class LevelName(Form):
    name: str
    level: str
    width: int
    height: int
    mines: int


class TierForm(Form):
    tier: int
    name: str


class LimitsForm(Form):
    cells: int
    analysis_cells: int
    bytes: int


class About(Form):
    """What this server offers."""

    version: str
    shell: Annotated[str, Documented("A hash of the page and its files.")]
    levels: list[LevelName]
    first_clicks: list[FirstClick]
    tiers: list[TierForm]
    players: list[str]
    limits: LimitsForm
    today: str
