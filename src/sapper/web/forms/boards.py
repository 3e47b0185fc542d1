"""Answers about boards, and what this server offers."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from sapper.rules.view import FirstClick
from sapper.web.forms.answer_fields import Cell


class MetricsForm(BaseModel):
    bbbv: int
    openings: int
    islands: int


class BoardForm(BaseModel):
    board: str
    start: Cell | None
    layout: dict[str, Any]
    metrics: MetricsForm | None
    tier: int | None


class Boards(BaseModel):
    boards: list[BoardForm]


class LevelName(BaseModel):
    name: str
    level: str
    width: int
    height: int
    mines: int


class TierForm(BaseModel):
    tier: int
    name: str


class LimitsForm(BaseModel):
    cells: int
    analysis_cells: int
    bytes: int


class About(BaseModel):
    """What this server offers."""

    version: str
    shell: str = Field(description="A hash of the page and its files.")
    levels: list[LevelName]
    first_clicks: list[FirstClick]
    tiers: list[TierForm]
    players: list[str]
    limits: LimitsForm
    today: str
