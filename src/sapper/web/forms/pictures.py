"""Answers about pictures."""

from __future__ import annotations

from pydantic import BaseModel

from sapper.web.forms.analysis import View
from sapper.web.forms.answer_fields import Cell


class PictureLook(BaseModel):
    """A kind of cell; the tile has 24 x 24 colours of three bytes, in base 64."""

    meaning: int
    name: str
    cells: list[Cell]
    sure: bool
    told: bool
    confidence: float
    tile: str


class PictureDoubt(BaseModel):
    """What is asked; `look` is the number of the look that it is about, if it is about one."""

    text: str
    look: int | None


class PictureReading(BaseModel):
    """The position in a picture, its legend, and what is doubtful about it."""

    view: View
    text: str
    accepted: bool
    mines_guessed: bool
    looks: list[PictureLook]
    doubts: list[PictureDoubt]
