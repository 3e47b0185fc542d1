"""Answers about replays and pictures of other programs."""

from __future__ import annotations

from sapper.web.forms.fields import Cell, Change, MouseEvent, Result
from sapper.web.forms.games import LevelForm
from sapper.web.forms.help import View
from sapper.web.forms.validation import Form


class ReplayStep(Form):
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


class PictureLook(Form):
    """A kind of cell; the tile has 24 x 24 colours of three bytes, in base 64."""

    meaning: int
    name: str
    cells: list[Cell]
    sure: bool
    corrected: bool
    confidence: float
    tile: str


class PictureDoubt(Form):
    """A question; `look` is the number of its look, if it is about one."""

    text: str
    look: int | None


class PictureReading(Form):
    """The position in a picture, its legend, and what is doubtful about it."""

    view: View
    text: str
    accepted: bool
    mines_guessed: bool
    looks: list[PictureLook]
    doubts: list[PictureDoubt]
