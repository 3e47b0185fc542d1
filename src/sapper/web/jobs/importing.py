"""Imports: exports, recorded games and replays, checked and replayed; the server stores them."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from sapper.replays import MOST_BYTES, is_replay, read_replay
from sapper.rules.board import Cell, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.game import Action, Game, Verb
from sapper.rules.json_forms import game_from_json, game_to_json
from sapper.rules.view import FirstClick
from sapper.web.forms.fields import LATEST
from sapper.web.forms.limits import check_level
from sapper.web.forms.requests import ImportedGame
from sapper.web.forms.validation import read
from sapper.web.jobs.history_file import ATTEMPTS_TOGETHER, GAMES_TOGETHER, batches, records_in
from sapper.web.store.entries import Entry
from sapper.web.store.stored_game import MOST_EVENTS, StoredGame
from sapper.web.store.training import StoredAttempt

Json = dict[str, Any]


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
    told = {"id": _hash(file), "clicks": replay.clicks.total}
    row = _game_row(told | {"game": game_to_json(replay.game)}, now)
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
        cell = None if action.verb is Verb.UNDO else action.cell
        stored.act(stored.next_event(str(action.verb), cell, at, None))
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


def _after_given(begun: Game, game: Game) -> list[Action]:
    """Return what the player did in a game that began with a position."""
    count = len(begun.actions)
    if game.actions[:count] != begun.actions:
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
