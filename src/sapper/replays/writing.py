"""Sapper's games as replays that other programs show: RAWVF, and EVF 4.

A game knows its actions and not the way of the mouse, so the mouse clicks in the middle of cells.
What was undone is left out; without a clock every action takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper import __version__
from sapper.boards.metrics import metrics
from sapper.replays.evf import END, MICE, PAUSE
from sapper.replays.replay import Event, Mouse
from sapper.rules.arguments import need
from sapper.rules.board import Layout
from sapper.rules.errors import InvalidNotation
from sapper.rules.game import ActionType, Game, Outcome
from sapper.rules.notation import layout_rows

_CELL: Final = 16  # pixels
_CLICKS: Final = {
    ActionType.OPEN: (Mouse.LEFT_DOWN, Mouse.LEFT_UP),
    ActionType.FLAG: (Mouse.RIGHT_DOWN, Mouse.RIGHT_UP),
    ActionType.CHORD: (Mouse.LEFT_DOWN, Mouse.RIGHT_DOWN, Mouse.LEFT_UP, Mouse.RIGHT_UP),
}
_LEVELS: Final = {"8x8/10": "Beginner", "16x16/40": "Intermediate", "30x16/99": "Expert"}
_LONGEST_STEP: Final = 255  # milliseconds of an EVF event
_LONGEST_PAUSE: Final = 65_535
_LONGEST_GAME: Final = 4_000_000  # seconds; EVF has four bytes for the milliseconds


def write_rawvf(game: Game, player: str = "") -> str:
    """Write a played game as RAWVF; raise InvalidNotation if nothing was played.

    >>> from sapper import read_layout, read_replay
    >>> game = Game.of(read_layout("..*"))
    >>> _ = game.open((0, 0), time=0.0)
    >>> print(write_rawvf(game).split("Board:")[1])
    <BLANKLINE>
    00*
    Events:
    0.000 lc 1 1 (8 8)
    0.000 lr 1 1 (8 8)
    <BLANKLINE>
    >>> read_replay(write_rawvf(game).encode()).game.outcome
    <Outcome.WON: 'won'>
    """
    layout, events = _layout_of(game), _events(game)
    level = game.level
    head = {
        "RawVF_Version": "Rev6",
        "Program": "Sapper",
        "Version": __version__,
        "Player": player,
        "Level": _LEVELS.get(str(level), "Custom"),
        "Width": level.width,
        "Height": level.height,
        "Mines": level.mines,
        "Marks": "Off",
        "Time": _seconds(_duration(game, events)),
        "BBBV": metrics(layout).bbbv,
        "Mode": "Classic",
    }
    if game.outcome is not Outcome.PLAYING:
        head["Status"] = str(game.outcome).capitalize()
    rows = [row.replace(".", "0") for row in layout_rows(layout)]
    lines = [f"{name}: {value}" for name, value in head.items()]
    return "\n".join([*lines, "Board:", *rows, "Events:", *map(_line, events), ""])


def _line(event: Event) -> str:
    column, row = event.x // _CELL + 1, event.y // _CELL + 1
    return f"{_seconds(event.time)} {event.mouse} {column} {row} ({event.x} {event.y})"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}"


def write_evf(game: Game, player: str = "") -> bytes:
    """Write a played game as EVF 4; raise InvalidNotation if nothing was played.

    >>> from sapper import read_layout, read_replay
    >>> game = Game.of(read_layout("..*"))
    >>> _ = game.open((0, 0), time=0.0)
    >>> read_replay(write_evf(game)).program.split()[0]
    'Sapper'
    """
    layout, events = _layout_of(game), _events(game)
    level = game.level
    if max(level.width, level.height) > 255:
        size = f"{level.width}x{level.height}"
        raise InvalidNotation(f"EVF holds boards of up to 255x255 cells, not {size}")
    flags = any(action.type is ActionType.FLAG for action in game.kept)
    summary = 0x80 * (game.outcome is Outcome.WON) | 0x10 * (not flags)
    head = [
        bytes([4, summary, 0, level.height, level.width]),
        *(_number(value, size) for value, size in ((level.mines, 2), (_CELL, 1), (0, 2))),
        _number(metrics(layout).bbbv, 2),
        _number(_duration(game, events), 4),
        b"XX",  # no country
        bytes(16),  # the time of day is not known
        *(
            text.encode(errors="replace").replace(b"\0", b"") + b"\0"
            for text in (f"Sapper {__version__}", player)
        ),
        b"\0\0",  # neither a competition nor a second name
        bytes(2),  # no device
        _bits(layout.mask),
        bytes(2),  # no figures from us
    ]
    return b"".join([*head, *_evf_events(events), bytes([END]), bytes(2)])  # no checksum


def _evf_events(events: list[Event]) -> Iterator[bytes]:
    """Yield events, each with the cells that are new since the last one."""
    last = Event(0, Mouse.MOVE, 0, 0)
    for event in events:
        wait = event.time - last.time
        while wait > _LONGEST_STEP:
            pause = min(wait, _LONGEST_PAUSE)
            yield bytes([PAUSE]) + _number(pause, 2)
            wait -= pause
        yield bytes([MICE.index(event.mouse) + 1, wait])
        for moved in (event.x - last.x, event.y - last.y):
            yield moved.to_bytes(2, "big", signed=True)
        last = event


def _bits(mask: bytes) -> bytes:
    """Pack one byte a cell into one bit a cell, the first cell highest."""
    padded = mask + bytes(-len(mask) % 8)
    digits = padded.translate(bytes.maketrans(b"\0\1", b"01")).decode()
    return int(digits, 2).to_bytes(len(padded) // 8, "big")


def _number(value: int, size: int) -> bytes:
    """Write a number; one that is too large becomes the largest."""
    return min(value, (1 << 8 * size) - 1).to_bytes(size, "big")


def _layout_of(game: Game) -> Layout:
    need(game, Game)
    if game.layout is None or not game.kept:
        raise InvalidNotation("nothing was played in this game: there is nothing to replay")
    return game.layout


def _events(game: Game) -> list[Event]:
    """Return the clicks of a game; the first is at 0, and no time goes back."""
    events, first, latest = list[Event](), None, 0
    for number, action in enumerate(game.kept):
        time = 1000 * number if action.time is None else _milliseconds(action.time)
        first = time if first is None else first
        latest = max(latest, time - first)
        row, column = map(int, action.cell)  # the caller may have used numpy's numbers
        x, y = (_CELL * place + _CELL // 2 for place in (column, row))
        events += [Event(latest, mouse, x, y) for mouse in _CLICKS[action.type]]
    return events


def _milliseconds(seconds: float) -> int:
    if not 0 <= seconds <= _LONGEST_GAME:
        raise InvalidNotation(f"a replay lasts at most {_LONGEST_GAME:,} seconds")
    return round(1000 * seconds)


def _duration(game: Game, events: list[Event]) -> int:
    """Return the milliseconds from the first opening to the last action."""
    opened = next((event.time for event in events if event.mouse is Mouse.LEFT_UP), events[0].time)
    return events[-1].time - opened
