"""RAWVF, the replay that people can read: a head, the mines as rows, one line for each event.

Lines about events on the board are skipped, since those follow from the mouse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sapper.formatting import brief
from sapper.replays.byte_reader import guessed_text
from sapper.replays.replay import CLASSIC, MODES, MOST_EVENTS, Event, Mouse, Replay
from sapper.rules.board import Board, Layout
from sapper.rules.errors import InvalidNotation, SapperError

BOARD_LINE: Final = re.compile(rb"^[ \t]*board[ \t]*:", re.IGNORECASE | re.MULTILINE)

_EVENT: Final = re.compile(r"(-?)([0-9]{1,7})(?:[.,]([0-9]{1,3})[0-9]*)?[ \t]+([A-Za-z]+)(.*)")
_PLACE: Final = re.compile(r"\([ \t]*(-?[0-9]{1,6})[ \t,]+(-?[0-9]{1,6})[ \t]*\)")
_LEVELS: Final = {"beginner": (8, 8), "intermediate": (16, 16), "expert": (30, 16)}
_GAME_EVENTS: Final = ("start", "won", "lost", "blast", "boom", "nonstandard", "solved", "sx", "sy")
_OTHER_RULES: Final = ("elmar", "nono", "superclick", "superflag")

Line = tuple[int, str]


def read_rawvf(data: bytes) -> Replay:
    lines = iter(enumerate(guessed_text(data).removeprefix("\ufeff").splitlines(), 1))
    head = _head(lines)
    layout = _layout(lines, head)
    program = f"{head.get('program', '')} {head.get('version', '')}".strip()
    return Replay(
        format="RAWVF",
        program=program,
        player=head.get("player", ""),
        mode=_mode(head),
        layout=layout,
        events=tuple(_events(lines)),
        question_marks=head.get("marks", "").lower() == "on",
        cell_size=_count(head, "squaresize", 16, 255) or 16,
    )


def _head(lines: Iterator[Line]) -> dict[str, str]:
    head: dict[str, str] = {}
    for _, line in lines:
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() == "board":
            return head
        head.setdefault(name.strip().lower(), value.strip())
    raise InvalidNotation("this RAWVF file has no board")


def _mode(head: dict[str, str]) -> str:
    if head.get("level", "").lower() == "marathon":
        raise InvalidNotation("this is a marathon: a RAWVF file with several games is not read")
    for rule in _OTHER_RULES:
        if head.get(rule, "").lower() == "on":
            return rule
    mode = head.get("mode", "")[:40] or CLASSIC
    return next((known for known in MODES if known.lower() == mode.lower()), mode)


def _count(head: dict[str, str], name: str, usual: int, most: int) -> int:
    text = head.get(name, "")
    if not text:
        return usual
    if not re.fullmatch("[0-9]{1,7}", text) or int(text) > most:
        raise InvalidNotation(f"this RAWVF file cannot be read: {name} is {brief(text[:20])}")
    return int(text)


def _layout(lines: Iterator[Line], head: dict[str, str]) -> Layout:
    width, height = _LEVELS.get(head.get("level", "").lower(), (0, 0))
    width, height = _count(head, "width", width, 10_000), _count(head, "height", height, 10_000)
    mask = bytearray()
    for _ in range(height):
        number, row = next(lines, (0, ""))
        row = row.strip()
        if len(row) != width or row.strip("*0"):
            raise InvalidNotation(f"a row of the board needs {width} signs, * or 0", number or None)
        mask += bytes(sign == "*" for sign in row)
    try:
        layout = Layout(Board(height, width), bytes(mask))
    except SapperError as error:
        raise InvalidNotation(f"this RAWVF file cannot be read: {error}") from None
    mines = _count(head, "mines", sum(mask), len(mask))
    if mines != sum(mask):
        raise InvalidNotation(f"this board has {sum(mask)} mines, but its head says {mines}")
    return layout


def _events(lines: Iterator[Line]) -> list[Event]:
    events: list[Event] = []
    for number, line in lines:
        line = line.strip()
        if not line or line[0].isalpha():
            continue  # what happened on the board
        found = _EVENT.fullmatch(line)
        code = found[4].lower() if found else ""
        if found is None or code not in {*Mouse, *_GAME_EVENTS}:
            raise InvalidNotation(f"{brief(line[:40])} is not an event", number)
        if code in _GAME_EVENTS:
            continue
        place = _PLACE.search(found[5])
        if place is None:
            raise InvalidNotation("a mouse event needs its place in pixels: (x y)", number)
        if len(events) >= MOST_EVENTS:
            raise InvalidNotation(f"a replay has at most {MOST_EVENTS:,} events", number)
        events.append(Event(_time(found), Mouse(code), int(place[1]), int(place[2])))
    return events


def _time(found: re.Match[str]) -> int:
    """Return the milliseconds; a time before the start of the clock is the start."""
    minus, seconds, decimals = found[1], found[2], found[3] or ""
    return 0 if minus else 1000 * int(seconds) + int(decimals.ljust(3, "0"))
