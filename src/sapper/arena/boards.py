"""Boards given as text: one layout a line, each mine as row * width + column."""

from __future__ import annotations

from sapper.rules.board import Layout, Level
from sapper.rules.errors import InvalidNotation


class BadBoards(InvalidNotation):
    """A line that is no board of the level."""


def read_boards(text: str, level: Level, source: str = "the boards") -> list[Layout]:
    """Read the boards of a level; raise BadBoards that names the first bad line, from 1."""
    lines = text.splitlines()
    if not lines:
        raise BadBoards(f"{source} holds no board")
    return [_board(line, level, f"{source}, line {n}") for n, line in enumerate(lines, 1)]


def _board(line: str, level: Level, where: str) -> Layout:
    words = [word.strip() for word in line.split(",")] if line.strip() else []
    mask = bytearray(level.board.size)
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 7):
            raise BadBoards(f"{where}: {word!r:.40} is no cell number")
        if int(word) >= len(mask):
            raise BadBoards(f"{where}: {level} has no cell {word}: they are 0 to {len(mask) - 1}")
        if mask[int(word)]:
            raise BadBoards(f"{where}: cell {word} is named twice")
        mask[int(word)] = 1
    if len(words) != level.mines:
        raise BadBoards(f"{where}: {len(words)} mines, but {level.name} has {level.mines}")
    return Layout(level.board, bytes(mask))
