"""What all routes share: the store, the workers, the clock and random numbers."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from fastapi import Depends, Header, Request, Response
from fastapi.responses import StreamingResponse

from sapper.web import limits
from sapper.web.problems import MEDIA_TYPE, Kind, Problem
from sapper.web.store.thread import StoreThread
from sapper.web.thinking.workers import Workers
from sapper.words import Notation, notation

if TYPE_CHECKING:
    from starlette.types import Send

T = TypeVar("T")

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that look alike
_RANDOM = SystemRandom()


@dataclass
class Context:
    """Opened when the server starts and closed when it stops."""

    store: StoreThread
    help: Workers  # for answers that a person waits for
    work: Workers  # for whole games, reviews and boards
    data: Path  # the file of games
    now: Callable[[], float]

    @classmethod
    def open(cls, data: Path) -> Context:
        size = max(2, min(4, os.cpu_count() or 2))
        help_workers = Workers(size, waiting=64)
        work = Workers(size, waiting=8, niceness=10)
        return cls(StoreThread(data), help_workers, work, data.resolve(), _clock())

    async def close(self) -> None:
        await self.help.close()
        await self.work.close()
        await asyncio.to_thread(self.store.close)

    async def ask_help(self, request: Request, name: str, **arguments: Any) -> bytes:
        """Run a job that a person waits for."""
        return b"".join(await self.ask_help_in_parts(request, name, **arguments))

    async def ask_help_in_parts(self, request: Request, name: str, **arguments: Any) -> list[bytes]:
        """Run a job that a person waits for; return the parts of its answer."""
        job = self.help.answer(name, arguments, limits.HELP_SECONDS)
        return await _while_wanted(request, job)

    async def ask_work(self, request: Request, name: str, **arguments: Any) -> bytes:
        """Run a job that may take long."""
        job = self.work.answer(name, arguments, limits.WORK_SECONDS)
        return b"".join(await _while_wanted(request, job))


async def _while_wanted(request: Request, job: Coroutine[Any, Any, T]) -> T:
    """Wait for a job; end it when the client goes away."""
    working = asyncio.create_task(job)
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(Kind.TOO_LONG, "the client has closed the connection")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _clock() -> Callable[[], float]:
    """Return a clock in seconds since 1970 that is never set while the server runs."""
    start = time.time() - time.monotonic()
    return lambda: start + time.monotonic()


def _context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


Shared = Annotated[Context, Depends(_context)]


async def choose_notation(
    sapper_cells: Annotated[
        Notation, Header(description="How sentences write cells: C4, or (3,2) as pairs.")
    ] = Notation.NAMES,
) -> None:
    """Write the cells in a request's sentences as its client wishes."""
    notation.set(sapper_cells)  # of this request alone: each is a task of its own


def new_id() -> str:
    return "".join(_RANDOM.choices(_ALPHABET, k=12))


def new_seed() -> int:
    """Draw a seed that fits into a JavaScript number."""
    return _RANDOM.randrange(1 << 53)


def answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON; bytes are sent as they are."""
    body = data if isinstance(data, bytes) else json.dumps(data, separators=(",", ":")).encode()
    return Response(body, status, headers, "application/json")


class Stream(StreamingResponse):
    """An answer in parts; the job that makes them is stopped once the client takes no more."""

    async def stream_response(self, send: Send) -> None:
        parts = cast("AsyncGenerator[bytes, None]", self.body_iterator)
        async with aclosing(parts):
            await super().stream_response(send)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a route, with those that every route may have."""
    everywhere = (400, 403, 405, 408, 413, 415, 422, 500, 503, 507)
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemForm"}}}
    form = {"description": "A problem, described in one sentence.", "content": content}
    return dict.fromkeys(sorted({*everywhere, *statuses}), form)
