"""Export and import of the history as JSON; imported games are replayed to check them."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict
from typing import Any, get_args

from sapper.rules.board import Cell
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.game import Action, Game
from sapper.rules.json_forms import game_from_json, game_to_json
from sapper.rules.view import FirstClick
from sapper.web.limits import check_level
from sapper.web.store.sqlite import Entry, Event, GameKind
from sapper.web.store.stored_game import StoredGame

Json = dict[str, Any]

MOST_GAMES = 5_000
_ID = re.compile(r"[a-z0-9]{6,32}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def export_games(games: list[Json]) -> Json:
    """Export games, given as rows of the store."""
    return {"sapper": "history", "version": 1, "games": [_exported(game) for game in games]}


def _exported(game: Json) -> Json:
    entry = Entry(**game["entry"])
    stored = StoredGame(entry, [Event(**event) for event in game["events"]])
    times, marks = ("created", "started", "ended"), ("undos", "helped", "clicks", "accuracy")
    kept = ("id", "kind", "tier", "date", "start", *times, *marks)
    kept_values = {name: getattr(entry, name) for name in kept}
    return kept_values | {"game": game_to_json(stored.game)}


def read_import(document: Json, now: float) -> Json:
    """Validate a history or a single game; return rows of the store."""
    if document.get("sapper") == "game":
        games: Any = [{"game": document}]
    elif document.get("sapper") == "history" and document.get("version") == 1:
        games = document.get("games")
    else:
        raise InvalidNotation('this is neither a history nor a game: "sapper" must be one of them')
    if not isinstance(games, list) or len(games) > MOST_GAMES:
        raise InvalidNotation(f'"games" must be a list of at most {MOST_GAMES:,} games')
    return {"games": [_checked(number, game, now) for number, game in enumerate(games, 1)]}


def _checked(number: int, data: object, now: float) -> Json:
    if not isinstance(data, dict):
        raise InvalidNotation(f"game {number} must be a JSON object")
    try:
        stored = _imported(data, game_from_json(data.get("game")), now)
    except SapperError as error:
        raise InvalidNotation(f"game {number}: {error}") from error
    return {"entry": asdict(stored.entry), "events": [asdict(event) for event in stored.events]}


def _imported(data: Json, game: Game, now: float) -> StoredGame:
    """Rebuild a stored game from its JSON, action by action."""
    check_level(game.level)
    start, actions = _start(data, game)
    created = _number(data.get("created"), now)
    started = _number(data.get("started"), created)
    entry = Entry(
        _id(data),
        created,
        data["kind"] if data.get("kind") in get_args(GameKind) else "imported",
        str(game.level),
        _board(game),
        str(game.first_click),
        start_row=None if start is None else start[0],
        start_column=None if start is None else start[1],
        tier=data.get("tier") if data.get("tier") in range(1, 7) else None,
        date=_date(data.get("date")),
    )
    stored = StoredGame(entry, [])
    at = started
    for action in actions:
        at = max(at, started + (action.time or 0.0))
        stored.act(stored.next_event(str(action.verb), action.cell, at, None))
    _restore_marks(stored.entry, data, started)
    return stored


def _restore_marks(entry: Entry, data: Json, started: float) -> None:
    """Restore what the actions do not show: undone actions took time and clicks too."""
    if entry.started is not None:
        entry.started = started
    if entry.ended is not None:
        entry.ended = max(started, _number(data.get("ended"), entry.ended))
    entry.clicks = int(_number(data.get("clicks"), entry.clicks))
    entry.undos = int(_number(data.get("undos"), 0))
    entry.helped = data.get("helped") is True
    accuracy = _number(data.get("accuracy"), -1)
    entry.accuracy = accuracy if 0 <= accuracy <= 1 else None


def _start(data: Json, game: Game) -> tuple[Cell | None, list[Action]]:
    """Separate a start that was opened for the player from the player's actions."""
    first, start = game.actions[:1], data.get("start")
    if first and start == list(first[0].cell) and game.first_click is not FirstClick.NONE:
        return first[0].cell, game.actions[1:]
    return None, game.actions


def _board(game: Game) -> str:
    if game.seed is None:
        return board_id(game)
    fresh = Game(game.level, seed=game.seed, index=game.index or 0, first_click=game.first_click)
    return board_id(fresh)


def _id(data: Json) -> str:
    """Return the game's id, or a hash of its content, so that no game is imported twice."""
    id = data.get("id")
    if isinstance(id, str) and _ID.fullmatch(id):
        return id
    content = json.dumps(data.get("game"), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _number(value: object, other: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # up to the year 5138; NaN fails the comparison
    return float(value if is_number and 0 <= value < 1e11 else other)  # type: ignore[operator,arg-type]  # just looked


def _date(value: object) -> str | None:
    return value if isinstance(value, str) and _DATE.fullmatch(value) else None
