"""MVF, the replays of Minesweeper Clone: 0.97, 2006 and 2007, and the versions before them.

An event has the position of the mouse and its pressed buttons. From 0.97 on, the bits of an event
are shuffled by a number in the file; earlier files have no head and end with the time and a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, sin, sqrt
from typing import Final, NamedTuple

from sapper.replays.byte_reader import ByteReader, guessed_text
from sapper.replays.replay import CLASSIC, UPK, Event, Mouse, Replay
from sapper.rules.board import Layout

MAGIC: Final = b"\x11M"
OLD_SIZES: Final = (b"\x08\x08", b"\x10\x10", b"\x1e\x10")  # width and height

_YEAR: Final = 27  # where the last digit of the program's year stands
_MODES: Final = {1: CLASSIC, 2: "density", 3: UPK}
_BUTTONS: Final = (
    (Mouse.LEFT_DOWN, Mouse.LEFT_UP),
    (Mouse.RIGHT_DOWN, Mouse.RIGHT_UP),
    (Mouse.MIDDLE_DOWN, Mouse.MIDDLE_UP),
)


class _Form(NamedTuple):
    """How a version writes: where its data begins, and the bits of x and y, and of the time."""

    start: int
    statistics: int  # bytes between the time of the game and the question marks
    words: int  # bytes of an event
    place_bits: int
    margin: int  # taken from x and y
    time_bits: tuple[int, int]  # of the hundredths or thousandths, and of the seconds


_CLONE_097: Final = _Form(74, 10, 5, 9, 0, (7, 10))
_CLONE_2007: Final = _Form(71, 0, 6, 11, 32, (22, 0))


class _Snapshot(NamedTuple):
    """The mouse at one time: left, right and middle button, and its place."""

    time: int
    down: tuple[bool, bool, bool]
    x: int
    y: int


def read_mvf(data: bytes) -> Replay:
    reader = ByteReader(data, "MVF")
    if not data.startswith(MAGIC):
        return _read_old(reader)
    reader.take(_YEAR, "its head")
    year = reader.take(1, "its head")
    if year == b"5":
        return _read_new(reader, _CLONE_097, "Minesweeper Clone 0.97")
    if year in (b"6", b"7"):
        return _read_new(reader, _CLONE_2007, f"Minesweeper Clone {_version(reader)}")
    if year == b"8":
        return _read_new(reader, _CLONE_097, "Minesweeper Clone 0.97 (Funny Mode)", UPK)
    reader.refuse("this version of Clone is not known", _YEAR)


def _version(reader: ByteReader) -> str:
    reader.place = 53
    return guessed_text(reader.take(reader.number(1, "the version"), "the version"))


def _read_new(reader: ByteReader, form: _Form, program: str, mode: str | None = None) -> Replay:
    reader.place = min(form.start, len(reader.data))
    reader.take(8, "the date and the level")
    written = reader.number(1, "the mode")
    reader.take(3 + form.statistics, "the time")
    marks = reader.number(1, "the question marks")
    layout = _layout(reader, 1)
    player = guessed_text(reader.take(reader.number(1, "the player"), "the player"))
    places = _shuffled(reader.number(2, "the order of bits"), form.words)
    number = reader.number(3, "the number of events")
    film = reader.take(form.words * number, "the mouse events")
    words = (film[at : at + form.words] for at in range(0, len(film), form.words))
    _keep_changes(reader, (_unshuffled(word, places, form) for word in words))
    return Replay(
        format=reader.format,
        program=program,
        player=player,
        mode=mode or _MODES.get(written, "cheat"),
        layout=layout,
        events=tuple(reader.events),
        question_marks=bool(marks),
    )


def _layout(reader: ByteReader, first: int) -> Layout:
    """Read the board; `first` is the number of the first row and column."""
    width, height = reader.take(2, "the size of the board")
    mines = reader.number(2, "the number of mines")
    board = reader.board(height, width)
    return reader.mines(board, mines, lambda column, row: (row - first, column - first))


def _shuffled(key: int, words: int) -> list[int]:
    """Return where each bit of an event stands, by the digits of numbers made from a key."""
    one, two = sqrt(key), sqrt(key + 1000.0)
    three, four = sqrt(one + 1000.0), sqrt(two + 1000.0)
    waves = [cos(three + 1000.0), sin(sqrt(two)), cos(three)]
    waves += [sin(sqrt(one) + 1000.0), cos(four), sin(four)]
    digits = "".join(f"{round(abs(wave) * 1e8):08d}"[:8] for wave in waves[:words])
    return sorted(range(len(digits)), key=lambda place: digits[place])


def _unshuffled(word: bytes, places: list[int], form: _Form) -> _Snapshot:
    bits = [word[place // 8] >> place % 8 & 1 for place in places]
    right, middle, left = map(bool, bits[:3])
    at = 3
    numbers = []
    for length in (form.place_bits, form.place_bits, *form.time_bits):
        numbers.append(sum(bit << power for power, bit in enumerate(bits[at : at + length])))
        at += length
    y, x, small, seconds = numbers
    time = 1000 * seconds + (10 * small if form.time_bits[1] else small)
    return _Snapshot(time, (left, right, middle), x - form.margin, y - form.margin)


def _keep_changes(reader: ByteReader, film: Iterable[_Snapshot]) -> None:
    """Save the changes between snapshots; the first is the initial press."""
    last = None
    for now in film:
        before = (False, False, False) if last is None else last.down
        if last is not None and (now.x, now.y) != (last.x, last.y):
            reader.keep(Event(now.time, Mouse.MOVE, now.x, now.y))
        for step in (0, 1):  # presses before releases
            for button, was, is_ in zip(_BUTTONS, before, now.down, strict=True):
                if was != is_ and is_ == (step == 0):
                    reader.keep(Event(now.time, button[step], now.x, now.y))
        last = now


def _read_old(reader: ByteReader) -> Replay:
    """Read a file of Clone 0.96 or before: no head, and the end is found from behind."""
    layout = _layout(reader, 0)
    marks, _ = reader.take(2, "the question marks")
    end, player, program = _old_footer(reader)
    if end < reader.place:
        reader.refuse("it ends before its first event", len(reader.data))
    seconds, hundredths = int.from_bytes(reader.data[end : end + 2], "big"), reader.data[end + 2]
    film = list(_old_film(reader, end, 1000 * seconds + 10 * hundredths))
    if film:
        film.append(film[-1]._replace(down=(False, False, False)))
    _keep_changes(reader, film)
    return Replay(
        format=reader.format,
        program=f"Minesweeper Clone {program}",
        player=player,
        mode=CLASSIC,
        layout=layout,
        events=tuple(reader.events),
        question_marks=bool(marks),
    )


def _old_footer(reader: ByteReader) -> tuple[int, str, str]:
    """Return where the events end, the player and the version, by how the file ends."""
    data, size = reader.data, len(reader.data)
    padded = data[-122:-22]
    if data[-1:] == data[-22:-21] == b"\0" and padded and min(padded) >= ord(" "):
        return size - 125, guessed_text(padded).strip(" \0"), "0.96 or before"
    if not data[-10:].isdigit():  # an older checksum
        reader.refuse("it does not end as the files of Clone do", size)
    if data[-13:-10] == b"   ":
        return size - 113, guessed_text(data[-110:-10]).strip(" \0"), "0.76"
    return size - 13, "", "0.75 or before"


def _old_film(reader: ByteReader, end: int, most: int) -> Iterator[_Snapshot]:
    """Yield events of eight bytes, up to the end or to one whose time is impossible."""
    last = 0
    while reader.place + 8 <= end:
        second, hundredths, buttons, x1, x0, y1, y0, _ = reader.take(8, "the mouse events")
        time = 1000 * second + 10 * hundredths
        if not last <= time <= most:
            return
        down = bool(buttons & 1), bool(buttons & 4), bool(buttons & 2)
        yield _Snapshot(time, down, x1 << 8 | x0, y1 << 8 | y0)
        last = time
