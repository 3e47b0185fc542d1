"""History: the list of games, statistics, export and import."""

from __future__ import annotations

import json
import os
from base64 import b64decode
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from datetime import date, datetime, time, timedelta
from operator import itemgetter
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO, Annotated, Literal

from sapper.rules.board import Level
from sapper.web.forms import fields, requests
from sapper.web.forms import history as forms
from sapper.web.forms.fields import GameKind
from sapper.web.forms.limits import IMPORT_BYTES, IMPORTS, TRANSFER_SECONDS
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Json, Long, Within, read
from sapper.web.jobs import table
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Body, Routes
from sapper.web.routes.transport import Answer, Client, Stream, answer
from sapper.web.store.entries import Entry, Event
from sapper.web.store.games import Games
from sapper.web.store.training import StoredAttempt, TrainingStore

routes = Routes("/api", "history")


@routes.get("/history")
async def history(
    client: Client,
    context: Context,
    limit: Annotated[int, Within(1, 500)] = 50,
    before: Annotated[str, Long(80)] | None = None,
    level: fields.LevelText | None = None,
    kind: GameKind | None = None,
    outcome: fields.Outcome | None = None,
    ranked: bool | None = None,
    since: date | None = None,
    until: date | None = None,
) -> Answer[forms.History]:
    """List games, the newest first; those without any action are left out."""
    filters = {
        "level": None if level is None else str(Level.parse(level)),
        "kind": kind,
        "outcome": outcome,
        "ranked": ranked,
        "since": None if since is None else _midnight(since),
        "until": None if until is None else _midnight(until, days=1),
    }
    place = {"before": None if before is None else _place(before), "limit": limit}
    data = str(context.data)
    return Answer(await context.ask(client, table.HISTORY, data=data, filters=filters, **place))


def _midnight(day: date, days: int = 0) -> float:
    """Return when a day begins here, or a day some days later."""
    try:
        return datetime.combine(day + timedelta(days=days), time()).timestamp()
    except (OverflowError, ValueError, OSError):
        raise Problem(Kind.INVALID, f"{day} is too far away", where="query") from None


@routes.post("/history/delete")
async def delete_games(request: requests.DeleteRequest, context: Context) -> Answer[forms.Deleted]:
    """Delete games; their boards stay known."""

    def delete(games: Games) -> int:
        for id in request.ids:
            games.forget(id)
        return sum(games.store.delete(id) for id in request.ids)

    return answer(forms.Deleted(deleted=await context.store.write(delete)))


def _place(cursor: str) -> tuple[float, str]:
    created, _, id = cursor.partition("_")
    try:
        number = float(created)
    except ValueError:
        number = float("nan")
    if not id.isascii() or number != number:
        raise Problem(Kind.INVALID, "this is not a place in the list", where="query.before")
    return number, id


@routes.get("/statistics")
async def sum_up(client: Client, context: Context) -> Answer[forms.Statistics]:
    """Sum up the ranked games: win rates, pace, streaks, accuracy over time."""
    return Answer(await context.ask(client, table.STATISTICS, data=str(context.data)))


@routes.get("/progress")
async def progress(
    client: Client,
    context: Context,
    level: fields.LevelText = "beginner",
    kind: Literal["plain", "no_guess", "daily"] = "plain",
    tier: fields.Tier = 6,
) -> Answer[forms.Progress]:
    """Tell how the ranked games of a level went; `tier` is for games without guesses."""
    row = {"level": str(Level.parse(level)), "kind": kind, "tier": tier}
    if kind != "no_guess":
        row["tier"] = None
    return Answer(await context.ask(client, table.PROGRESS, data=str(context.data), **row))


@routes.get("/daily")
async def dailies(client: Client, context: Context) -> Answer[forms.Dailies]:
    """Return the calendar of daily boards: the first attempt at each, and the streak."""
    data, today = str(context.data), date.today().isoformat()
    return Answer(await context.ask(client, table.DAILIES, data=data, today=today))


@routes.get("/export", 504)
async def export(context: Context) -> Stream[forms.Export]:
    """Return all finished games and the trainer's attempts as one document."""
    parts = context.stream(table.EXPORT, data=str(context.data))
    first = await anext(parts)  # a problem is answered as long as nothing is sent
    headers = {"Content-Disposition": 'attachment; filename="sapper-history.json"'}
    return Stream(_document(first, parts), headers=headers)


async def _document(
    first: bytes, parts: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Yield the text of a document."""
    async with aclosing(parts):
        yield json.loads(first).encode()
        async for part in parts:
            yield json.loads(part).encode()


@routes.post("/import", 504, body=Body(IMPORT_BYTES, TRANSFER_SECONDS, IMPORTS))
async def import_games(body: AsyncIterator[bytes], context: Context) -> Answer[forms.Import]:
    """Import an export, one game or a replay; all is checked before any of it is stored."""
    total: Json = {"imported": 0, "already": 0, "ids": [], "replays": [], "attempts": 0}
    with _spool() as (file, path):
        async for received in body:
            file.write(received)
        file.flush()
        job = context.stream(table.IMPORT, path=path, now=context.now())
        async with aclosing(job) as parts:
            async for part in parts:
                kind, rows = itemgetter("kind", "rows")(json.loads(part))
                if kind == "attempt":
                    total["attempts"] += await context.store.write(_adding_attempts(rows))
                    continue
                ids = await context.store.write(_adding_games(rows))
                total["imported"] += len(ids)
                total["already"] += len(rows) - len(ids)
                total["ids"] += ids
                total["replays"] += [row["entry"]["id"] for row in rows if "replay" in row]
    return answer(forms.Import(**total))


@contextmanager
def _spool() -> Iterator[tuple[IO[bytes], str]]:
    """Open a file that a worker finds by a path; on Linux even a killed server leaves none."""
    with TemporaryFile(prefix="sapper-import-") as file:
        path = f"/proc/{os.getpid()}/fd/{file.fileno()}"
        if os.path.exists(path):
            yield file, path
            return
    with NamedTemporaryFile(prefix="sapper-import-") as named:
        yield named, named.name


def _adding_games(rows: list[Json]) -> Callable[[Games], list[str]]:
    """Return a call that adds the games that are new, and returns their ids."""

    def add(games: Games) -> list[str]:
        ids = []
        for row in rows:
            entry = Entry(**row["entry"])
            if row["board"] is not None:
                games.see(row["board"])
            if games.store.entry(entry.id) is None:
                games.store.add(entry)
                games.store.append(entry.id, *(Event(*event) for event in row["events"]))
                ids.append(entry.id)
            if kept := row.get("replay"):
                file = b64decode(kept["file"])
                games.store.keep_replay(entry.id, file, kept["unjudged"])
        return ids

    return add


def _adding_attempts(rows: list[Json]) -> Callable[[Games], int]:
    """Return a call that adds the attempts that are new, and returns how many they are."""
    attempts = [read(StoredAttempt, row) for row in rows]
    return lambda games: sum(map(TrainingStore(games.store).add_elsewhere, attempts))
