"""Brute force over every layout of a small position, with numpy; and positions to try it on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from sapper.rules.board import Board, Cell, Layout
from sapper.rules.view import View, ViewWriter

MOST_SHUT = 11

Flags = Literal["trust", "ignore"]


@dataclass(frozen=True)
class Question:
    view: View
    flags: Flags
    density: Fraction | None

    def __repr__(self) -> str:
        return f"\n{self.view}\nmines {self.view.mines}, density {self.density}, {self.flags}"


@dataclass(frozen=True)
class Truth:
    """Every layout that fits, and the weight of a layout by its number of mines."""

    cells: list[Cell]
    layouts: npt.NDArray[np.bool_]  # one row per fitting layout, one column per cell
    weights: list[Fraction]  # by mines used

    def weigh(self, chosen: npt.NDArray[np.bool_]) -> Fraction:
        """Add up the weight of the chosen layouts."""
        used = np.bincount(self.layouts[chosen].sum(axis=1), minlength=len(self.weights))
        pairs = zip(used.tolist(), self.weights, strict=True)
        return sum((count * weight for count, weight in pairs), Fraction(0))

    @property
    def total(self) -> Fraction:
        return self.weigh(np.ones(len(self.layouts), dtype=bool))

    def risk(self, cell: Cell) -> Fraction:
        return self.weigh(self.layouts[:, self.cells.index(cell)]) / self.total


def solved(question: Question) -> Truth:
    """Try every layout."""
    view = question.view
    cells = list(view.unopened)
    numbers = np.arange(1 << len(cells), dtype=np.int64)[:, None]
    layouts = (numbers >> np.arange(len(cells))) & 1 == 1
    fits = np.ones(len(layouts), dtype=bool)
    place = {cell: column for column, cell in enumerate(cells)}
    for clue in view.opened:
        near = [place[cell] for cell in view.board.neighbours(clue) if cell in place]
        fits &= layouts[:, near].sum(axis=1) == view[clue]
    if question.flags == "trust":
        fits &= layouts[:, [place[cell] for cell in view.flags]].all(axis=1)
    if view.mines is not None:
        fits &= layouts.sum(axis=1) == view.mines
    density = question.density
    used = range(len(cells) + 1)
    weights = [Fraction(1) for _ in used]
    if density is not None:
        weights = [density**mines * (1 - density) ** (len(cells) - mines) for mines in used]
    return Truth(cells, layouts[fits], weights)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Draw a small position: true, or with a false clue, total or flag, or with no total.

    Few draws of large integers, so that twenty thousand take a minute.
    """
    board = Board(draw(st.integers(1, 5)), draw(st.integers(1, 6)))
    layout = _few_mines(board, draw(st.integers(0, 2**board.size - 1)))
    safe = [cell for cell in board if not layout.is_mine(cell)]
    pattern = draw(st.integers(0, 2**board.size - 1))
    opened = [cell for cell in safe if pattern >> board.index(cell) & 1]
    rest = [cell for cell in safe if cell not in opened]
    while board.size - len(opened) > MOST_SHUT:
        opened.append(rest.pop())
    twist = draw(st.integers(0, 15))
    total = _total(sum(layout.mask), board.size, twist)
    writer = ViewWriter(board.height, board.width, total)
    numbers = layout.clues()
    for place, cell in enumerate(opened):
        false = twist == 15 and place == pattern % len(opened)
        writer.reveal(cell, (numbers[board.index(cell)] + false) % 9)
    flags = draw(st.integers(0, 2**board.size - 1)) if twist % 3 == 0 else 0
    for cell in list(writer.view.unopened):
        if flags >> board.index(cell) & 1 and (layout.is_mine(cell) or twist == 12):
            writer.toggle_flag(cell)
    density = Fraction(draw(st.integers(1, 9)), 10) if total is None else None
    return Question(writer.view, "trust" if twist % 2 == 0 else "ignore", density)


def _few_mines(board: Board, number: int) -> Layout:
    mask = [number >> place & 1 for place in range(board.size)]
    for place in range(board.size):
        if sum(mask) > MOST_SHUT:
            mask[place] = 0
    return Layout(board, bytes(mask))


def _total(true: int, size: int, twist: int) -> int | None:
    if twist in (3, 4, 5):
        return None
    return min(true + 1, size) if twist == 14 else true
