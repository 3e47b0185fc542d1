"""A game that runs elsewhere: what was found there, what follows, and which cell is next.

Knows no terminal. Everything is a function of the answers so far, so that undo and a
resumed session only have to take in the answers again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sapper.cli.certain import Certain
from sapper.knowledge import KnowledgeBase
from sapper.players.protocol import Move
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidMove, InvalidNotation, SapperError
from sapper.rules.view import View, ViewWriter
from sapper.words import at, percent

Answer = dict[Cell, int]
"""Cells and the numbers found there."""


@dataclass(frozen=True, slots=True)
class News:
    """The unopened cells that an answer made certain."""

    safe: list[Cell]
    mines: list[Cell]


class Session:
    """What a person has told of a game; `mines` is None where the total is unknown."""

    def __init__(self, board: Board, mines: int | None) -> None:
        self.board = board
        self.mines = mines
        self.answers: list[Answer] = []
        self.lost_at: Cell | None = None
        self._replay()

    def _replay(self) -> None:
        self._seen = ViewWriter(self.board.height, self.board.width, self.mines)
        self._base = KnowledgeBase(self.board)
        for answer in self.answers:
            self._take(answer)
        self.certain = Certain(self.view, self._base)

    @property
    def view(self) -> View:
        return self._seen.view

    def _take(self, answer: Answer) -> None:
        self._base.observe(answer)
        for cell, clue in answer.items():
            self._seen.reveal(cell, clue)

    def record(self, found: Mapping[Cell, int]) -> News:
        """Take in numbers; raise InvalidPosition, and change nothing, if they cannot be true."""
        self._check_going_on()
        before = self.certain
        self._base.observe(found)
        answer = {cell: clue for cell, clue in found.items() if not self.view.is_opened(cell)}
        if not answer:
            return News([], [])
        self.answers.append(answer)
        try:
            self._show(answer)
        except SapperError:
            self.answers.pop()  # the engine saw what the knowledge base had not
            self._replay()
            raise
        return self._news(before)

    def _show(self, answer: Answer) -> None:
        for cell, clue in answer.items():
            self._seen.reveal(cell, clue)
        self.certain = Certain(self.view, self._base)

    def _news(self, before: Certain) -> News:
        safe = [cell for cell in self.certain.safe if cell not in before.safe]
        return News(safe, [cell for cell in self.certain.mines if cell not in before.mines])

    def lose(self, cell: Cell) -> None:
        """Note that there was a mine at the cell that was opened."""
        self._check_going_on()
        if self.view.is_opened(cell):
            raise InvalidMove(f"{at(cell)} shows {self.view[cell]}: it is no mine")
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
        self._replay()
        return cells

    @property
    def won(self) -> bool:
        """Whether nothing is left to open: all other cells are mines."""
        return not self.certain.safe and not self.certain.unsure

    def next_move(self) -> Move | None:
        """Name the next cell to open; None when there is none or the game is lost."""
        if self.lost_at is not None or self.won:
            return None
        move = self.certain.best_move()
        if move is None or move.certain or move.risk is None or self.view.opened:
            return move
        reason = f"risk {percent(move.risk)}, but most games make the first safe"
        return replace(move, reason=reason)

    def to_json(self) -> dict[str, Any]:
        answers = [[[*cell, clue] for cell, clue in answer.items()] for answer in self.answers]
        return {
            "sapper": "session",
            "version": 1,
            "width": self.board.width,
            "height": self.board.height,
            "mines": self.mines,
            "seed": 0,  # of the format; guesses need none any more
            "answers": answers,
            "lost_at": self.lost_at and list(self.lost_at),
        }

    @classmethod
    def from_json(cls, data: object) -> Session:
        """Read a session; raise InvalidNotation if it is none, or InvalidPosition."""
        if (
            not isinstance(data, dict)
            or data.get("sapper") != "session"
            or data.get("version") != 1
        ):
            raise InvalidNotation("this is no saved session")
        session = cls(
            Board(_number(data, "height"), _number(data, "width")),
            None if data.get("mines") is None else _number(data, "mines"),
        )
        for entry in _list(data.get("answers")):
            answer = {
                (row, column): clue
                for row, column, clue in (_triple(item) for item in _list(entry))
            }
            session.record(answer)
        if data.get("lost_at") is not None:
            row, column, _ = _triple([*_list(data["lost_at"]), 0])
            session.lose((row, column))
        return session


def _number(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value < 1 << 64:
        raise InvalidNotation(f'"{name}" of the session must be a whole number')
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise InvalidNotation("the answers of the session must be lists")
    return value


def _triple(value: object) -> tuple[int, int, int]:
    """Read a row, a column and a clue; the session checks what they are."""
    match value:
        case [int(row), int(column), int(clue)]:
            return row, column, clue
    raise InvalidNotation("each answer of the session must be [row, column, number]")
