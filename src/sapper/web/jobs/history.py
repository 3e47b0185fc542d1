"""The history: its list, its statistics and its export as JSON.

They read the file themselves, so that clicks do not wait for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, cast

from sapper.rules.errors import InvalidNotation
from sapper.rules.json_forms import game_to_json
from sapper.web.forms.fields import GameKind
from sapper.web.forms.history import Dailies, History, Progress, Statistics
from sapper.web.forms.validation import Json
from sapper.web.jobs.importing import ATTEMPTS_TOGETHER, GAMES_TOGETHER, batches
from sapper.web.store.entries import FINISHED
from sapper.web.store.game_forms import history_form
from sapper.web.store.ranking import COUNTED, RANKED
from sapper.web.store.sqlite import DamagedGame, Store
from sapper.web.store.statistics import Row, calendar, new_best, progress, statistics
from sapper.web.store.stored_game import replay
from sapper.web.store.training import TrainingStore

_MOST = 100_000  # games in statistics
_IN_ORDER = "coalesce(ended, created), id"
_KEPT = ("id", "kind", "tier", "date", "start", "given", "created", "started", "ended")
_MARKS = ("undos", "helped", "clicks", "accuracy", "timed")


@contextmanager
def _reading(data: str) -> Iterator[Store]:
    """Open a file of games to read one state of it, despite concurrent writes."""
    with closing(Store(Path(data), read_only=True)) as store, store.transaction(writes=False):
        yield store


_FILTERS = {
    "level": "level = ?",
    "kind": "kind = ?",
    "outcome": "outcome = ?",
    "ranked": "(unranked IS NULL) = ?",
    "since": "created >= ?",
    "until": "created < ?",
}


def list_games(data: str, filters: Json, before: list[Any] | None, limit: int) -> History:
    """Return a page of the list of games, the newest first, and where the next one begins."""
    wanted = {name: value for name, value in filters.items() if value is not None}
    values = list(wanted.values())
    where = " AND ".join(["seq > 0", *(_FILTERS[name] for name in wanted)])
    with _reading(data) as store:
        total = store.count(where, values)
        if before is not None:
            where, values = f"{where} AND (created, id) < (?, ?)", [*values, *before]
        found = list(store.entries(where, values, "created DESC, id DESC", limit + 1))
    last = found[limit - 1] if len(found) > limit else None
    following = None if last is None else f"{last.created!r}_{last.id}"
    listed = [history_form(entry) for entry in found[:limit]]
    return History(games=listed, next=following, total=total, damaged=store.damaged)


def sum_up(data: str) -> Statistics:
    """Return the statistics of the finished games."""
    with _reading(data) as store:
        where = f"{FINISHED} OR {COUNTED}"
        return statistics(list(store.entries(where, (), _IN_ORDER, _MOST)))


def show_progress(data: str, level: str, kind: str, tier: int | None) -> Progress:
    """Return how the ranked games of a row went, and the mistakes in all its games."""
    row = Row(level, cast("GameKind", kind), tier)
    where, values = _of_row(row)
    with _reading(data) as store:
        counted = list(store.entries(f"{where} AND {COUNTED}", values, _IN_ORDER, _MOST))
        return progress(row, counted, store.missed(where, values))


def find_new_best(data: str, id: str) -> str | None:
    """Return what is new about a finished game compared with those before it."""
    with _reading(data) as store:
        entry = store.entry(id)
        if entry is None:
            return None
        where, values = _of_row(Row.of(entry))
        earlier = f"{where} AND {FINISHED} AND {RANKED} AND (ended, id) < (?, ?)"
        games = store.entries(earlier, [*values, entry.ended, entry.id], "ended, id", _MOST)
        return new_best(entry, list(games))


def _of_row(row: Row) -> tuple[str, list[Any]]:
    values = [row.level, row.kind]
    if row.kind != "no_guess":
        return "level = ? AND kind = ?", values
    return "level = ? AND kind = ? AND tier = ?", [*values, row.tier]


def show_dailies(data: str, today: str) -> Dailies:
    """Return the calendar of daily boards."""
    with _reading(data) as store:
        entries = store.entries("kind = 'daily'", (), "created, id", _MOST)
        return calendar(entries, date.fromisoformat(today))


def export_history(data: str) -> Iterator[str]:
    """Yield the text of an export: the finished games of a file, and the trainer's attempts."""
    with _reading(data) as store:
        attempts = (asdict(each) for each in TrainingStore(store).attempts())
        opening = '{"sapper":"history","version":1,"games":['
        yield from _written(opening, batches(_exported(store), GAMES_TOGETHER))
        yield from _written('],"attempts":[', batches(attempts, ATTEMPTS_TOGETHER))
        yield "]}"


def _written(opening: str, parts: Iterable[list[Json]]) -> Iterator[str]:
    """Write the items of a list; the opening comes with the first ones."""
    for part in parts:
        yield opening + ",".join(json.dumps(item, separators=(",", ":")) for item in part)
        opening = ","
    if opening != ",":
        yield opening


def _exported(store: Store) -> Iterator[Json]:
    for entry in store.entries(FINISHED, (), "ended, id"):
        with suppress(DamagedGame, InvalidNotation):  # a damaged game is left out
            game = game_to_json(replay(store, entry).game)
            yield {name: getattr(entry, name) for name in _KEPT + _MARKS} | {"game": game}
