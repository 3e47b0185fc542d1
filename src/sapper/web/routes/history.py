"""History: the list of games, statistics, export and import."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from sapper.rules.board import Level
from sapper.web.context import Shared, answer, problems
from sapper.web.problems import Kind, Problem
from sapper.web.store.sqlite import Entry, Event
from sapper.web.store.thread import Games
from sapper.web.wire import answers, fields
from sapper.web.wire.forms import Json, history_form
from sapper.web.wire.statistics import statistics

router = APIRouter(prefix="/api", tags=["history"])

_MOST = 100_000  # games in statistics and in an export
_FINISHED = "outcome != 'playing'"


@router.get("/history", response_model=answers.History, responses=problems())
async def history(
    context: Shared,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    before: Annotated[str | None, Query(max_length=80)] = None,
    outcome: fields.Outcome | None = None,
    level: Annotated[fields.LevelText | None, Query()] = None,
) -> Response:
    """List games, the newest first; those without any action are left out."""
    wanted, values = ["seq > 0"], list[Any]()
    if outcome is not None:
        wanted, values = [*wanted, "outcome = ?"], [*values, outcome]
    if level is not None:
        wanted, values = [*wanted, "level = ?"], [*values, str(Level.parse(level))]
    where = " AND ".join(wanted)
    place = None if before is None else _place(before)
    return answer(await context.store.run(lambda games: _page(games, where, values, place, limit)))


def _place(cursor: str) -> tuple[float, str]:
    created, _, id = cursor.partition("_")
    try:
        number = float(created)
    except ValueError:
        number = float("nan")
    if not id.isascii() or number != number:
        raise Problem(Kind.INVALID, "this is not a place in the list", where="query.before")
    return number, id


def _page(
    games: Games, where: str, values: list[Any], place: tuple[float, str] | None, limit: int
) -> Json:
    total = games.store.count(where, values)
    if place is not None:
        where, values = f"{where} AND (created, id) < (?, ?)", [*values, *place]
    found = games.store.entries(where, values, "created DESC, id DESC", limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    following = None if last is None else f"{last.created!r}_{last.id}"
    listed = [history_form(entry) for entry in found[:limit]]
    return {"games": listed, "next": following, "total": total}


@router.get("/statistics", response_model=answers.Statistics, responses=problems())
async def sum_up(context: Shared) -> Response:
    """Sum up the finished games: win rates, pace, streaks, accuracy over time."""
    entries = await context.store.run(_finished)
    return answer(statistics(entries))


def _finished(games: Games) -> list[Entry]:
    return games.store.entries(f"{_FINISHED} AND seq > 0", (), "ended, id", _MOST)


@router.get("/export", response_model=answers.Export, responses=problems(504))
async def export(request: Request, context: Shared) -> Response:
    """Return all finished games as one document."""
    rows = await context.store.run(_rows)
    body = await context.ask_work(request, "export", games=rows)
    name = 'attachment; filename="sapper-history.json"'
    return answer(body, headers={"Content-Disposition": name})


def _rows(games: Games) -> list[Json]:
    return [
        {
            "entry": asdict(entry),
            "events": [asdict(event) for event in games.store.events(entry.id)],
        }
        for entry in _finished(games)
    ]


@router.post("/import", response_model=answers.Import, responses=problems(504))
async def import_games(document: dict[str, Any], request: Request, context: Shared) -> Response:
    """Import an export or one game; all of it or nothing."""
    checked = await context.ask_work(request, "import", document=document, now=context.now())
    rows = json.loads(checked)["games"]
    return answer(await context.store.run(lambda games: _add_new(games, rows)))


def _add_new(games: Games, rows: list[Json]) -> Json:
    ids, already = [], 0
    for row in rows:
        entry = Entry(**row["entry"])
        if games.store.entry(entry.id) is not None:
            already += 1
            continue
        games.store.add(entry)
        for event in row["events"]:
            games.store.append(entry.id, Event(**event))
        ids.append(entry.id)
    return {"imported": len(ids), "already": already, "ids": ids}
