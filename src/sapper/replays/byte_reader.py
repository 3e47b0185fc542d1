"""Reads a file of bytes from its start; errors name the place.

It also collects the events that are read, and refuses a file that has too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sapper.formatting import counted
from sapper.replays.replay import MOST_EVENTS, Event
from sapper.rules.board import Board, Layout
from sapper.rules.errors import InvalidBoard, InvalidNotation


class ByteReader:
    """A file and a place in it; numbers have their high byte first."""

    def __init__(self, data: bytes, format: str) -> None:
        self.data = data
        self.place = 0
        self.format = format
        self.events: list[Event] = []

    def keep(self, event: Event) -> None:
        if len(self.events) >= MOST_EVENTS:
            self.refuse(f"it has more than {MOST_EVENTS:,} events")
        self.events.append(event)

    def refuse(self, message: str, byte: int | None = None) -> NoReturn:
        """Raise InvalidNotation for this byte, or for the one that would be read next."""
        where = self.place if byte is None else byte
        raise InvalidNotation(f"this {self.format} file cannot be read: {message}", byte=where)

    def take(self, size: int, what: str) -> bytes:
        if self.place + size > len(self.data):
            self.refuse(f"it ends within {what}", len(self.data))
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, size: int, what: str, *, signed: bool = False) -> int:
        return int.from_bytes(self.take(size, what), "big", signed=signed)

    def until(self, end: bytes, what: str) -> bytes:
        """Read up to an end, which is skipped."""
        found = self.data.find(end, self.place)
        if found < 0:
            self.refuse(f"{what} has no end")
        taken = self.data[self.place : found]
        self.place = found + len(end)
        return taken

    def board(self, height: int, width: int) -> Board:
        try:
            return Board(height, width)
        except InvalidBoard as error:
            self.refuse(str(error))

    def mines(
        self, board: Board, number: int, cell: Callable[[int, int], tuple[int, int]]
    ) -> Layout:
        """Read mines of two bytes each; `cell` makes a cell of the two."""
        if number > board.size:
            self.refuse(f"{counted(number, 'mine')} on {counted(board.size, 'cell')}")
        mask = bytearray(board.size)
        for _ in range(number):
            place = self.place
            mine = cell(*self.take(2, "the mines"))
            if mine not in board:
                self.refuse(f"a mine lies off the board of {board.width}x{board.height}", place)
            if mask[board.index(mine)]:
                self.refuse("a mine is listed twice", place)
            mask[board.index(mine)] = 1
        return Layout(board, bytes(mask))


def guessed_text(raw: bytes) -> str:
    """Decode a name of unknown encoding."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")
