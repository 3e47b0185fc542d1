"""A game in another program: its opened cells, the conclusions, and the next cell.

Knows no terminal. Everything is a function of the answers so far, so that undo and a
resumed session only have to repeat the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sapper.advice import Advice, advise
from sapper.formatting import at
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidMove, InvalidPosition, SapperError
from sapper.rules.json_forms import session_from_json
from sapper.rules.view import View, ViewWriter

Answer = dict[Cell, int]
"""Cells and the numbers found there."""


@dataclass(frozen=True, slots=True)
class NewCells:
    """The unopened cells that an answer made certain."""

    safe: list[Cell]
    mines: list[Cell]


class Session:
    """The numbers that a person has reported of a game; `mines` is None if the total is unknown."""

    def __init__(self, board: Board, mines: int | None) -> None:
        self.board = board
        self.mines = mines
        self.answers: list[Answer] = []
        self.lost_at: Cell | None = None
        self.advice = self._advised()

    @property
    def view(self) -> View:
        return self.advice.view

    def _advised(self) -> Advice:
        writer = ViewWriter(self.board.height, self.board.width, self.mines)
        for answer in self.answers:
            for cell, clue in answer.items():
                writer.reveal(cell, clue)
        return advise(writer.view)

    def record(self, found: Mapping[Cell, int]) -> NewCells:
        """Add numbers; raise InvalidPosition, and change nothing, if they cannot be true."""
        self._check_going_on()
        before, answer = self.advice, self._fresh(found)
        if not answer:
            return NewCells([], [])
        self.answers.append(answer)
        try:
            self.advice = self._advised()
        except SapperError:
            self.answers.pop()
            raise
        after = self.advice
        return NewCells(sorted(after.safe - before.safe), sorted(after.mines - before.mines))

    def _fresh(self, found: Mapping[Cell, int]) -> Answer:
        """Return the new numbers; raise InvalidPosition if a known one has changed."""
        view = self.view
        for cell, clue in found.items():
            if view.is_opened(cell) and view[cell] != clue:
                raise InvalidPosition(
                    f"{at(cell)} shows {view[cell]}, not {clue}: to change it, type "
                    f"correct {at(cell)}={clue}",
                    cell,
                )
        return {cell: clue for cell, clue in found.items() if not view.is_opened(cell)}

    def correct(self, found: Mapping[Cell, int]) -> None:
        """Change numbers given earlier; raise SapperError, and change nothing, if that fails."""
        for cell in found:
            if not self.view.is_opened(cell):
                raise InvalidMove(f"{at(cell)} has no number yet: write {at(cell)}={found[cell]}")
        before = self.answers
        self.answers = [
            {cell: found.get(cell, clue) for cell, clue in answer.items()} for answer in before
        ]
        try:
            self.advice = self._advised()
        except SapperError:
            self.answers = before
            raise

    def lose(self, cell: Cell) -> None:
        """Note that there was a mine at the cell that was opened."""
        self._check_going_on()
        if self.view.is_opened(cell):
            raise InvalidMove(f"{at(cell)} shows {self.view[cell]}: it is not a mine")
        self.lost_at = cell

    def _check_going_on(self) -> None:
        if self.lost_at is not None:
            raise InvalidMove(f"this game was lost at {at(self.lost_at)}: undo that, or quit")

    def undo(self) -> list[Cell]:
        """Take the last answer back; return its cells."""
        if self.lost_at is not None:
            cells, self.lost_at = [self.lost_at], None
            return cells
        if not self.answers:
            raise InvalidMove("there is nothing to undo")
        cells = list(self.answers.pop())
        self.advice = self._advised()
        return cells

    @property
    def next_cell(self) -> Cell | None:
        """The next cell to open; None when there is none or the game is lost."""
        return None if self.lost_at is not None else self.advice.best

    def to_json(self) -> dict[str, Any]:
        answers = [[[*cell, clue] for cell, clue in answer.items()] for answer in self.answers]
        return {
            "sapper": "session",
            "version": 1,
            "width": self.board.width,
            "height": self.board.height,
            "mines": self.mines,
            "seed": 0,  # part of the format, but no longer used
            "answers": answers,
            "lost_at": self.lost_at and list(self.lost_at),
        }

    @classmethod
    def from_json(cls, data: object) -> Session:
        """Read a session; raise InvalidNotation or InvalidPosition if it is not one."""
        saved = session_from_json(data)
        session = cls(saved.board, saved.mines)
        for answer in saved.answers:
            session.record(answer)
        if saved.lost_at is not None:
            session.lose(saved.lost_at)
        return session
