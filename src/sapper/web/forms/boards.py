"""Answers about boards, and what this server offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Cell
from sapper.web.forms.validation import Documented


@dataclass(frozen=True, kw_only=True)
class MetricsForm:
    bbbv: int
    openings: int
    islands: int


@dataclass(frozen=True, kw_only=True)
class BoardForm:
    board: str
    start: Cell | None
    layout: dict[str, Any]
    metrics: MetricsForm | None
    tier: int | None


@dataclass(frozen=True, kw_only=True)
class Boards:
    boards: list[BoardForm]


@dataclass(frozen=True, kw_only=True)
class LevelName:
    name: str
    level: str
    width: int
    height: int
    mines: int


@dataclass(frozen=True, kw_only=True)
class TierForm:
    tier: int
    name: str


@dataclass(frozen=True, kw_only=True)
class LimitsForm:
    cells: int
    analysis_cells: int
    bytes: int


@dataclass(frozen=True, kw_only=True)
class About:
    """What this server offers."""

    version: str
    shell: Annotated[str, Documented("A hash of the page and its files.")]
    levels: list[LevelName]
    first_clicks: list[FirstClick]
    tiers: list[TierForm]
    players: list[str]
    limits: LimitsForm
    today: str
