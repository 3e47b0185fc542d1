"""Answers about pictures."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.web.forms.analysis import View
from sapper.web.forms.fields import Cell


@dataclass(frozen=True, kw_only=True)
class PictureLook:
    """A kind of cell; the tile has 24 x 24 colours of three bytes, in base 64."""

    meaning: int
    name: str
    cells: list[Cell]
    sure: bool
    told: bool
    confidence: float
    tile: str


@dataclass(frozen=True, kw_only=True)
class PictureDoubt:
    """What is asked; `look` is the number of the look that it is about, if it is about one."""

    text: str
    look: int | None


@dataclass(frozen=True, kw_only=True)
class PictureReading:
    """The position in a picture, its legend, and what is doubtful about it."""

    view: View
    text: str
    accepted: bool
    mines_guessed: bool
    looks: list[PictureLook]
    doubts: list[PictureDoubt]
