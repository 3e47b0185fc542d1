"""Answers about a position without a game."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from sapper.rules.view import FirstClick
from sapper.web.forms.answer_fields import Cell
from sapper.web.forms.help import Hint, Overlay


class Impossible(BaseModel):
    reason: str
    clues: list[Cell]


class View(BaseModel):
    """What is seen of a board: a position."""

    sapper: Literal["view"]
    version: int
    width: int
    height: int
    mines: int | None
    first_click: FirstClick
    rows: list[str]


class Analysis(BaseModel):
    """What is known about a position, or why no layout fits it."""

    view: View
    text: str
    impossible: Impossible | None
    overlay: Overlay | None
    hint: Hint | None
