"""No GET writes: each is answered by a store that refuses to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sapper.rules.board_id import board_id
from sapper.rules.game import Game
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick
from sapper.web.forms.problems import Kind, Problem, in_words
from sapper.web.forms.serialisation import to_json
from sapper.web.jobs.table import Job
from sapper.web.routes.context import Context
from sapper.web.routes.routing import find
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import Answer, Call, Stream
from sapper.web.store.entries import Entry
from sapper.web.store.games import Games
from sapper.web.store.inline import InlineStore
from sapper.web.store.thread import StoreThread

LOST = {"layout": "*..\n...\n"}
PUZZLE = "subset-1-0"


class ReadingStore(InlineStore):
    """Reads only, on request."""

    refuses = False

    async def write(self, work: Callable[[Games], Any]) -> Any:
        """Refuse, as a route of a GET has nothing to write."""
        assert not self.refuses
        return await super().write(work)


class InlineJobs:
    """Does jobs at once."""

    async def stream(self, job: Job, arguments: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the parts of an answer."""
        try:
            for part in job.parts(arguments):
                yield to_json(part)
        except Exception as error:
            raise in_words(error) from error

    async def warm_up(self) -> None:
        """Do nothing."""


class Patient:
    """A client that never leaves."""

    async def gone(self) -> None:
        """Wait forever."""
        await asyncio.Event().wait()


async def whole(body: bytes) -> AsyncIterator[bytes]:
    yield body


async def ask(context: Context, method: str, path: str, body: Any = None) -> bytes:
    """Return the body of an answer."""
    data = b"" if body is None else json.dumps(body).encode()
    call = Call(method, path, {}, data, whole(data), Patient())
    found = await find(ROUTES, method, path).answer(context, call)
    return found.body if isinstance(found, Answer) else await joined(found)


async def joined(found: Stream[Any]) -> bytes:
    return b"".join([part async for part in found.parts])


def test_no_get_writes(tmp_path: Path) -> None:
    """Every GET of the API is answered, and the store that it reads refuses to write."""

    async def scene() -> None:
        data, jobs = tmp_path / "games.sqlite", InlineJobs()
        store = ReadingStore(data)
        context = Context(store, jobs, jobs, data, lambda: 1e9, "v1")
        id = json.loads(await ask(context, "POST", "/api/games", LOST))["id"]
        move = {"action": "open", "row": 0, "column": 0}
        await ask(context, "POST", f"/api/games/{id}/actions", move)
        store.refuses = True
        for route in ROUTES:
            if route.method == "GET":
                path = route.path.replace("{id}", id).replace("{puzzle}", PUZZLE)
                imported = not path.endswith("/replay")
                with nullcontext() if imported else pytest.raises(Problem, match="not imported"):
                    assert await ask(context, "GET", path)
        store.close()

    asyncio.run(scene())


def test_a_store_refuses_to_write_while_it_reads(tmp_path: Path) -> None:
    """A read that writes is refused by SQLite itself, and the next write is stored."""

    async def scene() -> None:
        store = InlineStore(tmp_path / "games.sqlite")
        with pytest.raises(Problem) as refused:
            await store.read(lambda games: games.see("3x1-gA"))
        assert refused.value.kind is Kind.STORAGE
        assert await store.write(lambda games: games.see("3x1-gA"))
        store.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kind", [InlineStore, StoreThread])
def test_a_game_that_was_analysed_counts_as_helped_when_it_is_loaded(
    tmp_path: Path, kind: type[InlineStore] | type[StoreThread]
) -> None:
    """The store itself keeps that mark, also if the call that needs the game only reads."""

    def begin(games: Games) -> None:
        game = Game.of(read_layout("*..\n...\n"), FirstClick.NONE)
        stored = games.add(Entry.of_board("game01", 1.0, board_id(game), game))
        games.save(stored, unranked=None)
        event = stored.next_event("open", (1, 0), 2.0, None)
        stored.act(event)
        games.store.append("game01", event)
        games.save(stored)
        games.forget_all()
        games.analysed(["###", "1##"])

    async def scene() -> None:
        store = kind(tmp_path / "games.sqlite")
        await store.write(begin)
        assert await store.read(lambda games: games.game("game01").entry.helped)
        entry = await store.read(lambda games: games.store.entry("game01"))
        assert entry is not None
        assert entry.helped
        store.close()

    asyncio.run(scene())
