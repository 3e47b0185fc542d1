"""Certain moves in the kernel: how far they lead, and boards that they solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.view import FirstClick

Method = Literal["uniform", "repair"]


class Solution(NamedTuple):
    """How far certain moves lead: safe cells opened, and the rounds of each technique."""

    solved: bool
    opened: int
    rounds: tuple[int, ...]  # one number for each Tier


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """A board request: `hardest` caps the required technique, `grade` fixes it."""

    level: Level
    first: Cell
    first_click: FirstClick
    method: Method
    hardest: Tier
    grade: Tier | None
    seed: int
    attempts: int


class Made(NamedTuple):
    """A layout, or None if no attempt succeeded, and the number of attempts."""

    layout: Layout | None
    attempts: int


def solve_layout(layout: Layout, first: Cell) -> Solution:
    """Solve in rounds, each with the easiest technique that has anything to say.

    Raise InvalidBoard when the first cell is a mine or off the board.
    """
    layout.board.index(first)
    with kernel_errors():
        solved, opened, rounds = _kernel.solve_in_rounds(layout.array, first)
    return Solution(solved, opened, tuple(rounds))


def is_solvable(layout: Layout, first: Cell, hardest: Tier = Tier.MINE_COUNT) -> bool:
    """Return whether certain moves, by no harder technique, open every safe cell."""
    layout.board.index(first)
    with kernel_errors():
        return _kernel.is_solvable(layout.array, first, hardest)


def make_boards(request: BoardRequest, start: int, count: int, threads: int) -> list[Made]:
    """Make boards start … start + count − 1 of a request; the same on any number of threads."""
    level = request.level
    with kernel_errors():
        made = _kernel.make_boards(
            level.height,
            level.width,
            level.mines,
            first=request.first,
            first_click=str(request.first_click),
            method=request.method,
            hardest=request.hardest,
            grade=request.grade,
            seed=request.seed,
            begin=start,
            count=count,
            attempts=request.attempts,
            threads=threads,
        )
    board = level.board
    return [Made(None if mask is None else Layout(board, mask), spent) for mask, spent in made]
