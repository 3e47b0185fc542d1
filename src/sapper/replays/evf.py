"""EVF 3 and 4, the replays of Metasweeper.

The bit for question marks means on, as Metasweeper writes it; its description says off.
"""

from __future__ import annotations

from typing import Final

from sapper.replays.byte_reader import ByteReader, guessed_text
from sapper.replays.replay import Event, Mouse, Replay, mode_name
from sapper.rules.board import Layout

MICE: Final = (
    Mouse.MOVE,
    Mouse.LEFT_DOWN,
    Mouse.LEFT_UP,
    Mouse.RIGHT_DOWN,
    Mouse.RIGHT_UP,
    Mouse.MIDDLE_DOWN,
    Mouse.MIDDLE_UP,
    Mouse.PREFLAG,
    Mouse.BOTH_DOWN,
    Mouse.LEFT,
    Mouse.RIGHT,
    Mouse.MIDDLE,
)
"""The kinds of mouse events; the first is 1."""

VERSIONS: Final = (3, 4)
TRANSLATED: Final = 0x08  # bits of the second and of the third byte
QUESTION_MARKS: Final = 0x80
END: Final = 0
PAUSE: Final = 255
_NO_CHECKSUM: Final = 255
_GAME_STATES: Final = {81, 82, 83, 99}  # given up, won, lost, failed
_BROKEN_OFF: Final = {81, 83, 99}
_CELL_CHANGED: Final = {*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121}
_NUMBER: Final = 200
_STRING: Final = 201


def read_evf(data: bytes) -> Replay:
    reader = ByteReader(data, "EVF")
    version = reader.number(1, "its version")
    if version not in VERSIONS:
        reader.refuse(f"version {version} is not known; 3 and 4 are", 0)
    summary, settings, height, width = reader.take(4, "its head")
    mines = reader.number(2, "the number of mines")
    cell_size = reader.number(1, "the size of a cell")
    if not cell_size:
        reader.refuse("its cells have no size", reader.place - 1)
    mode = reader.number(2, "the mode")
    reader.take(2, "the 3BV")
    about = _about_3 if version == 3 else _about_4
    program, player = about(reader, bool(summary & TRANSLATED))
    layout = _layout(reader, height, width, mines)
    read_film = _read_film_3 if version == 3 else _read_film_4
    broken_off = read_film(reader)
    return Replay(
        format=f"EVF {version}",
        program=program,
        player=player,
        mode=mode_name(mode),
        layout=layout,
        events=tuple(reader.events),
        question_marks=bool(settings & QUESTION_MARKS),
        cell_size=cell_size,
        broken_off=broken_off,
    )


def _about_3(reader: ByteReader, _translated: bool) -> tuple[str, str]:
    """Return the program and the player."""
    reader.take(3, "the time")
    texts = [reader.until(b"\0", "a text of the head") for _ in range(8)]
    return guessed_text(texts[0]), guessed_text(texts[1])


def _about_4(reader: ByteReader, translated: bool) -> tuple[str, str]:
    reader.take(4 + 2 + 8 + 8, "the times and the country")
    program = reader.until(b"\0", "the name of the program")
    for _ in range(2 if translated else 0):
        reader.until(b"\0", "the name of the translating program")
    player = reader.until(b"\0", "the player")
    for _ in range(2):
        reader.until(b"\0", "the player")
    reader.take(reader.number(2, "the device"), "the device")
    return guessed_text(program), guessed_text(player)


def _layout(reader: ByteReader, height: int, width: int, mines: int) -> Layout:
    """Read the mines, one bit a cell."""
    place = reader.place
    board = reader.board(height, width)
    bits = reader.take(-(-board.size // 8), "the mines")
    mask = bytes(bits[index >> 3] >> (~index & 7) & 1 for index in range(board.size))
    if sum(mask) != mines:
        reader.refuse(f"it has {sum(mask)} mines, but its head says {mines}", place)
    return Layout(board, mask)


def _read_film_3(reader: ByteReader) -> bool:
    """Read the events; return whether the game was abandoned, which version 3 does not record."""
    while (kind := reader.number(1, "the events")) not in (END, _NO_CHECKSUM):
        mouse = _mouse(reader, kind, reader.place - 1)
        time, x, y = (reader.number(size, "the events") for size in (3, 2, 2))
        reader.keep(Event(time, mouse, x, y))
    if kind == END:
        reader.take(32, "the checksum")
    return False


def _read_film_4(reader: ByteReader) -> bool:
    """Read events that each begin where and when the last one was."""
    for _ in range(reader.number(2, "the figures")):
        reader.until(b"\0", "the name of a figure")
    time, x, y, broken_off = 0, 0, 0, False
    while (kind := reader.number(1, "the events")) != END:
        time += reader.number(2 if kind == PAUSE else 1, "the events")
        if kind in _GAME_STATES:
            broken_off |= kind in _BROKEN_OFF
        elif kind in _CELL_CHANGED:
            reader.take(2, "the events")
        elif kind in (_NUMBER, _STRING):
            _skip_figure(reader, kind)
        elif kind != PAUSE:
            mouse = _mouse(reader, kind, reader.place - 2)
            x += reader.number(2, "the events", signed=True)
            y += reader.number(2, "the events", signed=True)
            reader.keep(Event(time, mouse, x, y))
    reader.take(reader.number(2, "the checksum"), "the checksum")
    return broken_off


def _skip_figure(reader: ByteReader, kind: int) -> None:
    reader.take(2, "a figure")
    if kind == _NUMBER:
        reader.take(8, "a figure")
    else:
        reader.until(b"\0", "a figure")


def _mouse(reader: ByteReader, kind: int, place: int) -> Mouse:
    if not 1 <= kind <= len(MICE):
        reader.refuse(f"{kind} is not an event", place)
    return MICE[kind - 1]
