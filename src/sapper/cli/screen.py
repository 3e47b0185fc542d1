"""Frames redrawn in place on a terminal, cut to its size; or one after the other in a pipe.

The cursor only goes up and overwrites: nothing is cleared first, so nothing flickers,
and there is no state of the terminal to restore, however the program ends.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import Protocol

from sapper.cli.paragraphs import broken, wrapped
from sapper.rules.board import Cell

_NOTE_LINES = 2  # a longer note is cut if the picture leaves no room
_ESCAPE = re.compile(r"(\x1b\[[0-9;]*m)")


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture with lines of text around it; `focus` is the cell that must stay in sight."""

    title: str
    picture: str
    focus: Cell
    notes: list[str]


class Output(Protocol):
    def show(self, frame: Frame) -> None: ...


class Pipe:
    """Writes frames one after the other, with a blank line after each."""

    def show(self, frame: Frame) -> None:
        notes = map(wrapped, frame.notes)
        print(frame.title, frame.picture, *notes, "", sep="\n", flush=True)


class Screen:
    """Writes each frame over the one before."""

    def __init__(self) -> None:
        self._drawn = 0
        self._top = self._left = 0

    def show(self, frame: Frame) -> None:
        lines = self._fitted(frame, *shutil.get_terminal_size())
        up = f"\x1b[{self._drawn}A" if self._drawn else ""
        # one write, so that no half-drawn frame is ever seen
        sys.stdout.write(f"{up}\r" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()
        self._drawn = len(lines)

    def _fitted(self, frame: Frame, columns: int, rows: int) -> list[str]:
        title = short(frame.title, columns, 1)
        spare = rows - 1 - len(title) - frame.picture.count("\n") - len(frame.notes)
        most = max(_NOTE_LINES, spare)
        notes = [line for note in frame.notes for line in _noted(note, columns, most)]
        room = rows - 1 - len(title) - len(notes)
        lines = title + self._part(frame, columns, room) + notes
        return lines[max(len(lines) - rows + 1, 0) :]

    def _part(self, frame: Frame, columns: int, rows: int) -> list[str]:
        """Return the part of the picture that fits, with its coordinates, around the focus."""
        lines = frame.picture.split("\n")
        head, margin = _edges(lines)
        if rows <= head or columns <= margin + 2:
            return []
        row, column = frame.focus
        self._top = _scrolled(self._top, row, rows - head, len(lines) - head)
        across = (columns - margin - 1) // 2
        cells = (_length(lines[head]) - margin) // 2
        self._left = _scrolled(self._left, column, across, cells)
        shown = lines[:head] + lines[head + self._top : head + self._top + rows - head]
        start = margin + 2 * self._left
        return [cut(line, 0, margin) + cut(line, start, start + 2 * across + 1) for line in shown]


def short(text: str, columns: int, most: int) -> list[str]:
    """Wrap a text into at most `most` lines; a text that was cut ends in dots."""
    return textwrap.wrap(text, max(columns, 10), max_lines=most, placeholder=" ...")


def _noted(note: str, columns: int, most: int) -> list[str]:
    """Break a note into lines, its numbered steps apart if there is room for that."""
    lines = broken(note, columns)
    return lines if len(lines) <= most else short(note, columns, most)


def cut(line: str, start: int, stop: int) -> str:
    """Return the characters from start to stop of a line, with all its colours."""
    parts, place = [], 0
    for part in _ESCAPE.split(line):
        if _ESCAPE.fullmatch(part):
            parts.append(part)
            continue
        parts.append(part[max(start - place, 0) : max(stop - place, 0)])
        place += len(part)
    return "".join(parts)


def _edges(lines: list[str]) -> tuple[int, int]:
    """Return how many lines and columns of a picture hold its coordinates."""
    bare = [_ESCAPE.sub("", line) for line in lines]
    head = next(number for number, line in enumerate(bare) if re.match(r" *\d+ [|│]", line))
    return head, re.search(r"[|│]", bare[head]).end()  # type: ignore[union-attr]  # matched above


def _length(line: str) -> int:
    return len(_ESCAPE.sub("", line))


def _scrolled(start: int, focus: int, span: int, total: int) -> int:
    """Move a window of `span` out of `total` just far enough to show the focus."""
    context = min(2, (span - 1) // 2)
    start = max(start, focus - span + 1 + context)
    start = min(start, focus - context)
    return max(0, min(start, total - span))
