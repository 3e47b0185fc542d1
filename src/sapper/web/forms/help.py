"""Answers about a position: hints, risks and reasons, in a game or without one."""

from __future__ import annotations

from typing import Annotated, Literal

from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Cell
from sapper.web.forms.validation import Documented, Form


class Risk(Form):
    cell: Cell
    risk: float
    risk_text: str


class Candidate(Risk):
    """A cell that was considered for a guess: its chance to show a safe cell, and to win."""

    progress: float
    progress_text: str
    chance: float
    chance_text: str


class Sentence(Form):
    """So many mines in some cells; `clue` is null unless a clue says so."""

    clue: Cell | None
    cells: list[Cell]
    mines: int


class Group(Form):
    """Cells and how many of them are mines."""

    cells: list[Cell]
    mines: int


class Step(Form):
    """One step of a reason, as text and as data; `uses` are the numbers of earlier steps."""

    text: str
    clues: list[Cell]
    cells: list[Cell]
    kind: str | None
    said: list[Sentence]
    follows: Group | None
    uses: list[int]


class Advised(Form):
    """A move in numbers and words, and the moves that were considered too."""

    certain: bool
    risk: float | None
    risk_text: str | None
    reason: str
    chance: float | None
    chance_text: str | None
    candidates: list[Candidate]


class Explained(Form):
    """What a proof rests on, and the easiest technique that finds it."""

    seq: int | None = None
    clues: list[Cell]
    cells: list[Cell]
    steps: list[Step]
    tier: int | None
    tier_name: str | None
    uses_mine_count: bool


class Hint(Advised, Explained):
    """Help with the next move; only the answer has the move itself."""

    strength: Annotated[str, Documented(like=Literal["nudge", "technique", "answer"])]
    cell: Cell | None


class Best(Risk):
    certain: bool


class Overlay(Form):
    """The risk of every cell; null where a cell is open."""

    seq: int | None = None
    risk: list[list[float | None]]
    texts: list[list[str | None]]
    safe: list[Cell]
    mines: list[Cell]
    exact: bool
    best: Best | None
    safety: float | None
    safety_text: str | None
    chance: float | None
    chance_text: str | None
    layouts: str | None
    log10_layouts: float


class Numbers(Risk):
    """The chance that a cell shows 0, 1 … 8."""

    seq: int | None = None
    certain: bool
    numbers: list[float]
    texts: list[str]


class Reason(Explained):
    """Why a cell is safe or a mine."""

    cell: Cell
    is_mine: bool
    text: str


class Impossible(Form):
    reason: str
    clues: list[Cell]


class View(Form):
    """What is seen of a board: a position."""

    sapper: Literal["view"]
    version: int
    width: int
    height: int
    mines: int | None
    first_click: FirstClick
    rows: list[str]


class Analysis(Form):
    """What is known about a position, or why no layout fits it."""

    view: View
    text: str
    impossible: Impossible | None
    overlay: Overlay | None
    hint: Hint | None
