"""AVF, the replays of Minesweeper Arbiter and, with finer times, of Freesweeper.

The mines stand at the start. Then come bytes without a use, a text in brackets (level, times,
3BV), the mouse in events of eight bytes, and lines of text with the player and the program.
"""

from __future__ import annotations

import re
from typing import Final

from sapper.replays.byte_reader import ByteReader, guessed_text
from sapper.replays.replay import CLASSIC, Event, Mouse, Replay
from sapper.rules.board import Board, Layout

_LEVELS: Final = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}  # height, width, mines
_CUSTOM: Final = 6
_MARKS_ON: Final = b"\x11"
_INFO: Final = re.compile(rb"([\x11\x7f]).\[[0-9]\|[^\]]{0,200}\]", re.DOTALL)
_MICE: Final = {
    1: Mouse.MOVE,
    3: Mouse.LEFT_DOWN,
    5: Mouse.LEFT_UP,
    9: Mouse.RIGHT_DOWN,
    11: Mouse.SHIFT_DOWN,
    17: Mouse.RIGHT_UP,
    21: Mouse.LEFT_UP,
    33: Mouse.MIDDLE_DOWN,
    65: Mouse.MIDDLE_UP,
    145: Mouse.RIGHT_UP,
    193: Mouse.MIDDLE_UP,
}
_EVENT: Final = 8
_SIGNATURE: Final = b"cs="


def read_avf(data: bytes) -> Replay:
    reader = ByteReader(data, "AVF")
    freesweeper = reader.number(1, "its version") == 0
    head = reader.take(4, "its head")
    layout = _layout(reader)
    info = _INFO.search(data, reader.place)
    if info is None:
        reader.refuse("the text in brackets, with the level and the time, is missing")
    reader.place = _first_event(reader, info.end(), layout.board)
    _read_events(reader)
    reader.until(_SIGNATURE, "the part before the signature")
    events = _finer(reader) if freesweeper else reader.events
    player, program = _footer(reader, freesweeper)
    return Replay(
        format=reader.format,
        program=program,
        player=player,
        mode="lucky" if freesweeper and head[1] & 1 else CLASSIC,
        layout=layout,
        events=tuple(events),
        question_marks=info[1] == _MARKS_ON,
    )


def _layout(reader: ByteReader) -> Layout:
    level = reader.number(1, "its level")
    if level == _CUSTOM:
        width, height = (reader.number(1, "its size") + 1 for _ in range(2))
        mines = reader.number(2, "its number of mines")
    elif level in _LEVELS:
        height, width, mines = _LEVELS[level]
    else:
        reader.refuse(f"{level} is not a level", reader.place - 1)
    board = reader.board(height, width)
    return reader.mines(board, mines, lambda row, column: (row - 1, column - 1))


def _first_event(reader: ByteReader, start: int, board: Board) -> int:
    """Find the first event: it is known by its kind, a place on the board and the first second."""
    kinds = b"".join(re.escape(bytes([kind])) for kind in _MICE)
    farthest = bytes([16 * board.width >> 8]), bytes([16 * board.height >> 8])
    x, y = (rb"[\x00-%b]" % re.escape(high) for high in farthest)
    event = re.compile(rb"[%b]%b\x01..%b\x00." % (kinds, x, y), re.DOTALL)
    found = event.search(reader.data, start)
    if found is None:
        reader.refuse("it has no mouse events", start)
    return found.start()


def _read_events(reader: ByteReader) -> None:
    """Read events up to one in second 0; the clock begins at second 1."""
    while True:
        place = reader.place
        kind, x1, s0, x0, hundredths, y1, s1, y0 = reader.take(_EVENT, "the mouse events")
        second = (s1 << 8 | s0) - 1
        if second < 0:
            return
        if kind not in _MICE:
            reader.refuse(f"{kind} is not a mouse event", place)
        time = 1000 * second + 10 * hundredths
        reader.keep(Event(time, _MICE[kind], x1 << 8 | x0, y1 << 8 | y0))


def _finer(reader: ByteReader) -> list[Event]:
    """Add the thousandths of seconds that Freesweeper writes after all events."""
    finer = reader.take(len(reader.events), "the thousandths of seconds")
    pairs = zip(reader.events, finer, strict=True)
    return [event._replace(time=event.time + (byte & 15)) for event, byte in pairs]


def _footer(reader: ByteReader, freesweeper: bool) -> tuple[str, str]:
    """Return the player and the program: the lines that are not a name with its value."""
    reader.take(17, "the signature")
    if freesweeper:
        reader.until(b"\r", "the signature")
    lines = reader.data[reader.place :].split(b"\r")
    plain = [guessed_text(line) for line in lines if b": " not in line]
    player, program, *_ = [*plain, "", ""]
    return player, program.split(" Copyright")[0].rstrip(". ") or "Arbiter"
