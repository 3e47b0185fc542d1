"""Build the server: the routes behind HTTP, middleware, and what it opens and closes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request, Response
from starlette.requests import ClientDisconnect

from sapper import __version__
from sapper.web.carriers import pages, responses
from sapper.web.carriers.assets import assets
from sapper.web.carriers.document import describe
from sapper.web.carriers.request_limits import ROUTE, RequestLimiter
from sapper.web.carriers.security import Access, Guard
from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs.workers import Workers
from sapper.web.routes.context import Context, clock
from sapper.web.routes.routing import choose_notation, find
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import Call
from sapper.web.store.thread import StoreThread

LOCAL_NAMES = ("localhost",)


def create_app(
    data: Path, names: Collection[str] = LOCAL_NAMES, access: Access | None = None
) -> FastAPI:
    """Make the app. Games are kept in the file `data`; `names` are the host names it accepts.

    Without `access`, anyone who reaches the server may use it.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with _opened(data) as context:
            app.state.context = context
            yield

    app = FastAPI(
        title="Sapper",
        summary="Minesweeper: play, ask, watch, review.",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the docs pages would load scripts from other sites
        redoc_url=None,
    )
    responses.install(app)
    app.router.add_route("/api/{rest:path}", _answer, _METHODS)
    pages.install(app)
    app.add_middleware(RequestLimiter)
    app.add_middleware(Guard, names=names, access=access)
    describe(app)
    return app


_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


@asynccontextmanager
async def _opened(data: Path) -> AsyncIterator[Context]:
    """Open the store and the workers; close them at the end."""
    size = max(2, min(4, os.cpu_count() or 2))
    help_workers = Workers(size, waiting=64)
    work = Workers(size, waiting=8, niceness=10)
    store = StoreThread(data)
    try:
        yield Context(store, help_workers, work, data.resolve(), clock(), assets().version)
    finally:
        await help_workers.close()
        await work.close()
        await asyncio.to_thread(store.close)


async def _answer(request: Request) -> Response:
    """Turn a request into a call of a route."""
    method, path = request.method, request.scope["path"]
    choose_notation(request.headers.get("sapper-cells"))
    route = request.scope.get(ROUTE) or find(ROUTES, method, path)  # which says why there is none
    call = Call(
        method,
        path,
        dict(parse_qsl(request.url.query, keep_blank_values=True)),
        b"" if route.takes_parts else await request.body(),
        _whole(request),
        _HttpClient(request),
    )
    found = await route.answer(request.app.state.context, call)
    return responses.send(found, request.headers.get("if-none-match"))


async def _whole(request: Request) -> AsyncIterator[bytes]:
    """Yield the parts of a body; raise a Problem if it is cut off."""
    try:
        async for part in request.stream():
            yield part
    except ClientDisconnect:
        raise Problem(Kind.INVALID, "the body was cut off") from None


class _HttpClient:
    """Is gone when its connection is closed."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def gone(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
