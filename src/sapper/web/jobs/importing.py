"""Imports: exports, recorded games and replays, checked and replayed; the server stores them.

An export of any size is read piece by piece, with one game or attempt in memory at a time.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, astuple, replace
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TextIO, TypeVar

from sapper.replays import MOST_BYTES, is_replay, read_replay
from sapper.rules.board import Cell, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.game import Action, ActionType, Game
from sapper.rules.json_forms import game_from_json, game_to_json
from sapper.rules.view import FirstClick
from sapper.web.forms.fields import LATEST
from sapper.web.forms.limits import check_level
from sapper.web.forms.requests import ImportedGame
from sapper.web.forms.validation import Json, read
from sapper.web.store.entries import Entry
from sapper.web.store.stored_game import MOST_EVENTS, StoredGame
from sapper.web.store.training import StoredAttempt

T = TypeVar("T")

_CHUNK = 1 << 16
_MOST = 1 << 22  # characters of one game, and of all that is neither a game nor an attempt
_LISTS = ("games", "attempts")
GAMES_TOGETHER = 4  # in one message
ATTEMPTS_TOGETHER = 500
_DECODER = json.JSONDecoder()


def import_history(path: str, now: float) -> Iterator[Json]:
    """Check a whole history, a game or a replay; only then yield its rows, some at a time."""
    if (replay_file := _replay_in(Path(path))) is not None:
        yield {"kind": "game", "rows": [_replay_row(replay_file, now)]}
        return
    with TemporaryFile("w+", encoding="utf-8") as checked:
        with open(path, encoding="utf-8-sig") as file:
            for kind, records in groupby(records_in(file), key=itemgetter(0)):
                for rows in _checked(kind, (record for _, record in records), now):
                    checked.write(json.dumps({"kind": kind, "rows": rows}) + "\n")
        checked.seek(0)
        for line in checked:
            yield json.loads(line)


def _checked(kind: str, records: Iterator[Any], now: float) -> Iterator[list[Json]]:
    """Check records of one kind; yield the rows to store, some at a time."""
    row, together = {
        "game": (lambda data: _game_row(data, now), GAMES_TOGETHER),
        "attempt": (_attempt_row, ATTEMPTS_TOGETHER),
    }[kind]
    numbered = enumerate(records, 1)
    rows = (_named(f"{kind} {number}", row, data) for number, data in numbered)
    yield from batches(rows, together)


def _named(name: str, row: Callable[[Any], Json], data: Any) -> Json:
    """Make a row; an error says in which record it is."""
    try:
        return row(data)
    except SapperError as error:
        raise InvalidNotation(f"{name}: {error}") from error


def _attempt_row(data: Any) -> Json:
    return asdict(read(StoredAttempt, data))


def _game_row(data: Any, now: float) -> Json:
    form = read(ImportedGame, data)
    stored = _imported(form, recorded_game(form.game), now)
    layout = stored.game.layout
    return {
        "entry": asdict(stored.entry),
        "events": [astuple(event) for event in stored.events],
        "board": None if layout is None else board_id(layout),
    }


def _replay_in(path: Path) -> bytes | None:
    """Return the bytes of a file that is a replay of another program."""
    if path.stat().st_size > MOST_BYTES:
        return None
    data = path.read_bytes()
    return data if is_replay(data) else None


def _replay_row(file: bytes, now: float) -> Json:
    replay = read_replay(file)
    check_level(replay.game.level)
    if not replay.game.actions:
        raise InvalidNotation("nothing was played in this replay")
    about = {"id": _hash(file), "clicks": replay.clicks.total}
    row = _game_row(about | {"game": game_to_json(replay.game)}, now)
    kept = {"file": b64encode(file).decode(), "unjudged": replay.unjudged}
    return row | {"replay": kept}


def recorded_game(data: Json) -> Game:
    """Replay a recorded game; refuse a large one before its board is made."""
    level, actions = data.get("level"), data.get("actions")
    if isinstance(level, str):
        check_level(Level.parse(level))
    if isinstance(actions, list) and len(actions) > MOST_EVENTS:
        raise InvalidNotation(f"a game has at most {MOST_EVENTS:,} actions")
    return game_from_json(data)


def _imported(form: ImportedGame, game: Game, now: float) -> StoredGame:
    """Rebuild a stored game, action by action."""
    start, actions = _start(form, game)
    created = now if form.created is None else form.created
    started = created if form.started is None else form.started
    entry = Entry(
        form.id or _content_id(form.game),
        created,
        form.kind,
        str(game.level),
        _board(game),
        str(game.first_click),
        start_row=None if start is None else start[0],
        start_column=None if start is None else start[1],
        tier=form.tier,
        date=form.date,
        given=form.given,
    )
    stored = StoredGame(entry, [])
    if form.given is not None:
        actions = _after_given(stored.game, game)
    at = started
    for action in actions:
        at = max(at, started + (action.time or 0.0))
        cell = None if action.type is ActionType.UNDO else action.cell
        stored.act(stored.next_event(str(action.type), cell, at, None))
    if at >= LATEST:
        raise InvalidNotation("the times of its actions are not in seconds")
    stored.entry = _with_marks(stored.entry, form, started)
    return stored


def _with_marks(entry: Entry, form: ImportedGame, started: float) -> Entry:
    """Return an entry with what the actions do not show; old exports left out what was undone."""
    ended = entry.ended if form.ended is None else form.ended
    return replace(
        entry,
        started=None if entry.started is None else started,
        ended=None if entry.ended is None or ended is None else max(started, ended),
        clicks=entry.clicks if form.clicks is None else form.clicks,
        undos=max(entry.undos, form.undos),
        helped=form.helped,
        accuracy=form.accuracy,
        timed=form.timed,
        unranked="imported",
    )


def _start(form: ImportedGame, game: Game) -> tuple[Cell | None, list[Action]]:
    """Separate a start that was opened for the player from the player's actions."""
    first = game.actions[:1]
    if first and form.start == list(first[0].cell) and game.first_click is not FirstClick.NONE:
        return first[0].cell, game.actions[1:]
    return None, game.actions


def _after_given(beginning: Game, game: Game) -> list[Action]:
    """Return what the player did in a game that began with a position."""
    count = len(beginning.actions)
    if game.actions[:count] != beginning.actions:
        raise InvalidNotation("its first actions do not lead to the position that was given")
    return game.actions[count:]


def _board(game: Game) -> str:
    if game.seed is None:
        return board_id(game)
    fresh = Game(game.level, seed=game.seed, index=game.index or 0, first_click=game.first_click)
    return board_id(fresh)


def _content_id(game: Json) -> str:
    """Return a hash of a game, so that none is imported twice."""
    return _hash(json.dumps(game, sort_keys=True).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items, some at a time."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


def records_in(file: TextIO) -> Iterator[tuple[str, Any]]:
    """Yield the records of an export, each after its kind: "game" or "attempt".

    A recorded game alone is one of them; anything else raises InvalidNotation.
    """
    reader, fields = _Reader(file), dict[str, Any]()
    left, start = _MOST, 0
    for key in reader.members():
        listed = key in _LISTS and reader.peek() == "["
        fields[key] = list[Any]() if listed else reader.value()
        left -= reader.place - start
        if left < 0:
            raise InvalidNotation("far too much of this is neither a game nor an attempt")
        if listed:
            yield from ((key.removesuffix("s"), item) for item in reader.items())
        start = reader.place
    if reader.peek():
        raise InvalidNotation("there is text after the end of the JSON document")
    if fields.get("sapper") == "game":
        yield "game", {"game": fields}
    elif not _is_history(fields):
        raise InvalidNotation('this is neither a history nor a game: "sapper" must be one of them')


def _is_history(fields: dict[str, Any]) -> bool:
    """Return whether the fields are those of an export; one of an old version has no attempts."""
    lists = fields.get("games"), fields.get("attempts", [])
    named = fields.get("sapper"), fields.get("version")
    return named == ("history", 1) and all(isinstance(each, list) for each in lists)


class _Reader:
    """A JSON text of which only a part is in memory."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._text = ""
        self._at = 0
        self._dropped = 0

    @property
    def place(self) -> int:
        """How many characters were read so far."""
        return self._dropped + self._at

    def members(self) -> Iterator[str]:
        """Yield the keys of an object; the caller reads each value."""
        for _ in self._between("{", "}"):
            if self.peek() != '"':
                raise InvalidNotation(f"this is not JSON: expected a name, found {self._shown()}")
            key = self.value()
            self._skip(":")
            yield key

    def items(self) -> Iterator[Any]:
        """Yield the items of a list."""
        for _ in self._between("[", "]"):
            yield self.value()

    def _between(self, first: str, last: str) -> Iterator[None]:
        self._skip(first)
        if self.peek() != last:
            yield
            while self.peek() != last:
                self._skip(",")
                yield
        self._skip(last)

    def peek(self) -> str:
        """Return the next character after white space, or an empty string at the end."""
        while True:
            while self._at < len(self._text):
                if not self._text[self._at].isspace():
                    return self._text[self._at]
                self._at += 1
            if not self._read_more():
                return ""

    def value(self) -> Any:
        """Read one value."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if not self._read_more():
                    raise InvalidNotation(f"this is not JSON: {error}") from error
                continue
            if end < len(self._text) or not self._read_more():  # a number may go on
                self._at = end
                return value

    def _skip(self, wanted: str) -> None:
        if self.peek() != wanted:
            raise InvalidNotation(f'this is not JSON: expected "{wanted}", found {self._shown()}')
        self._at += 1

    def _shown(self) -> str:
        """Return the next character for a message."""
        found = self.peek()
        return f'"{found}"' if found else "the end of the file"

    def _read_more(self) -> bool:
        """Read on and drop what was read; double the text, so that a long value costs no more."""
        rest = self._text[self._at :]
        if len(rest) > _MOST:
            raise InvalidNotation("this is not JSON, or one game of it is too large")
        try:
            more = self._file.read(max(_CHUNK, min(len(rest), _MOST - len(rest))))
        except UnicodeDecodeError as error:
            raise InvalidNotation("this is not JSON: it is not in UTF-8") from error
        if more:  # else the end of a value that was just read stays right
            self._dropped += self._at
            self._text, self._at = rest + more, 0
        return bool(more)
