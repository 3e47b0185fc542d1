"""Answers about a position without a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Cell
from sapper.web.forms.help import Hint, Overlay


@dataclass(frozen=True, kw_only=True)
class Impossible:
    reason: str
    clues: list[Cell]


@dataclass(frozen=True, kw_only=True)
class View:
    """What is seen of a board: a position."""

    sapper: Literal["view"]
    version: int
    width: int
    height: int
    mines: int | None
    first_click: FirstClick
    rows: list[str]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What is known about a position, or why no layout fits it."""

    view: View
    text: str
    impossible: Impossible | None
    overlay: Overlay | None
    hint: Hint | None
