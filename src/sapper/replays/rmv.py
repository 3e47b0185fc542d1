"""RMV 1 and 2, the replays of Viennasweeper.

Their events on the board are skipped, since those follow from the mouse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.replays.byte_reader import ByteReader, guessed_text
from sapper.replays.replay import Event, Mouse, Replay, mode_name
from sapper.rules.board import Cell, Layout

MAGIC: Final = b"*rmv"
_MICE: Final = dict(
    enumerate(
        (
            Mouse.MOVE,
            Mouse.LEFT_DOWN,
            Mouse.LEFT_UP,
            Mouse.RIGHT_DOWN,
            Mouse.RIGHT_UP,
            Mouse.MIDDLE_DOWN,
            Mouse.MIDDLE_UP,
        ),
        1,
    )
)
_SHORT_MOVE: Final = 28
_CELL_CHANGED: Final = {*range(9, 15), *range(18, 28)}
_ENDED: Final = {15, 16, 17}  # blown up, won, neither
_NEITHER: Final = 17
_MARGIN: Final = (12, 56)  # where the board lies in the window; RMV 1 counts from the window


@dataclass
class _Head:
    """The sizes of the parts that follow."""

    version: int
    result: int = 0
    program: int = 0
    preflags: int = 0
    properties: int = 0
    checksum: int = 0


@dataclass
class _Properties:
    question_marks: bool
    mode: str
    cell_size: int = 16
    utf8: bool = True


def read_rmv(data: bytes) -> Replay:
    reader = ByteReader(data, "RMV")
    head = _head(reader)
    reader.take(head.result, "the result")
    program = guessed_text(reader.take(head.program, "the name of the program"))
    player, player_place = _player(reader)
    layout = _layout(reader)
    preflags = _preflags(reader, head)
    properties = _properties(reader, head)
    if head.version == 2:
        _skip_extensions(reader)
    ending = _read_film(reader, head.version)
    reader.take(head.checksum, "the checksum")
    return Replay(
        format=f"RMV {head.version}",
        program=program.split(" Copyright")[0].strip("\r\n. "),
        player=_name(reader, player, player_place, properties.utf8),
        mode=properties.mode,
        layout=layout,
        events=(*_flags(preflags, properties.cell_size), *_with_first_press(reader.events)),
        question_marks=properties.question_marks,
        cell_size=properties.cell_size,
        broken_off=ending == _NEITHER,
    )


def _head(reader: ByteReader) -> _Head:
    reader.take(len(MAGIC), "its head")
    version = reader.number(2, "its version")
    if version not in (1, 2):
        reader.refuse(f"version {version} is not known; 1 and 2 are", len(MAGIC))
    head = _Head(version)
    reader.take(6 if version == 2 else 4, "its head")  # the program's number, the file's size
    if version == 1:
        head.result = reader.number(2, "its head")
    head.program = reader.number(2, "its head")
    reader.take(4, "its head")  # the sizes of the player's part and of the board
    head.preflags = reader.number(2, "its head")
    head.properties = reader.number(2, "its head")
    reader.take(6 if version == 2 else 4, "its head")  # the sizes of the extensions and events
    head.checksum = reader.number(2, "its head")
    return head


def _player(reader: ByteReader) -> tuple[bytes, int]:
    """Return the player's name and where it stands; other fields are skipped."""
    name, start = b"", reader.place
    for field in range(reader.number(2, "the player")):
        size = reader.number(1, "the player")
        value, place = reader.take(size, "the player"), reader.place - size
        if field == 0:
            name, start = value, place
    return name, start


def _layout(reader: ByteReader) -> Layout:
    reader.take(4, "the time of day")
    width, height = reader.take(2, "the size of the board")
    mines = reader.number(2, "the number of mines")
    return reader.mines(reader.board(height, width), mines, lambda column, row: (row, column))


def _preflags(reader: ByteReader, head: _Head) -> list[Cell]:
    number = reader.number(2, "the first flags") if head.preflags else 0
    pairs = [reader.take(2, "the first flags") for _ in range(number)]
    return [(row, column) for column, row in pairs]


def _properties(reader: ByteReader, head: _Head) -> _Properties:
    place = reader.place
    values = reader.take(head.properties, "the properties")
    if len(values) < (7 if head.version == 2 else 4):
        reader.refuse("it has too few properties", place)
    properties = _Properties(values[0] == 1, mode_name(values[2]))
    if head.version == 1:
        properties.utf8 = len(values) > 4 and values[4] == 1
    elif values[6]:
        properties.cell_size = values[6]
    else:
        reader.refuse("its cells have no size", place + 6)
    return properties


def _skip_extensions(reader: ByteReader) -> None:
    for _ in range(2 * reader.number(2, "the extensions")):  # a name and a value each
        reader.take(reader.number(1, "the extensions"), "the extensions")


def _read_film(reader: ByteReader, version: int) -> int:
    """Read the events; return how the game ended."""
    offset = _MARGIN if version == 1 else (0, 0)
    last = Event(0, Mouse.MOVE, 0, 0)
    while True:
        place = reader.place
        kind = reader.number(1, "the events")
        if kind in _MICE:
            reader.keep(last := _mouse(reader, _MICE[kind], offset))
        elif kind == _SHORT_MOVE and version == 2:
            reader.keep(last := _short_move(reader, last))
        elif kind in _CELL_CHANGED:
            reader.take(2, "the events")
        elif kind in _ENDED:
            reader.take(3, "the time of the end")
            return kind
        elif kind == 0 and version == 1:
            reader.take(4, "the events")
        else:
            reader.refuse(f"{kind} is not an event", place)


def _mouse(reader: ByteReader, mouse: Mouse, offset: tuple[int, int]) -> Event:
    time = reader.number(3, "the events")
    reader.take(1, "the events")
    # the top left of the window is far from 32,768, so that both versions can be read as signed
    x, y = (reader.number(2, "the events", signed=True) for _ in range(2))
    return Event(time, mouse, x - offset[0], y - offset[1])


def _short_move(reader: ByteReader, last: Event) -> Event:
    """Read a move of less than 8 pixels, two numbers of 4 bits with a sign."""
    passed, moved = reader.take(2, "the events")
    x, y = ((nibble ^ 8) - 8 for nibble in divmod(moved, 16))
    return Event(last.time + passed, Mouse.MOVE, last.x + x, last.y + y)


def _flags(cells: list[Cell], size: int) -> list[Event]:
    return [
        Event(0, Mouse.PREFLAG, column * size + size // 2, row * size + size // 2)
        for row, column in cells
    ]


def _with_first_press(events: list[Event]) -> list[Event]:
    """Add the press before the release that started the clock: it is not recorded."""
    if not events or events[0].mouse is Mouse.LEFT_DOWN:
        return events
    return [events[0]._replace(mouse=Mouse.LEFT_DOWN), *events]


def _name(reader: ByteReader, raw: bytes, place: int, utf8: bool) -> str:
    if not utf8:
        return guessed_text(raw)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        reader.refuse("the player's name is not UTF-8", place + error.start)
