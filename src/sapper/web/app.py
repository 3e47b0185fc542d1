"""Build the app: routes, middleware, error handlers, and what the server opens and closes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.openapi.constants import REF_TEMPLATE
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from sapper import __version__
from sapper.web import problems
from sapper.web.context import Context, choose_notation
from sapper.web.limits import Gate
from sapper.web.routes import analysis, boards, games, help, history, pages, review, training, watch
from sapper.web.security import Access, Guard
from sapper.web.wire.answer_forms.watch import WatchLine

LOCAL_NAMES = ("localhost",)


def create_app(
    data: Path, names: Collection[str] = LOCAL_NAMES, access: Access | None = None
) -> FastAPI:
    """Make the app. Games are kept in the file `data`; `names` are the host names it accepts.

    Without `access`, everybody who reaches the server may use it.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        context = app.state.context = Context.open(data)
        try:
            yield
        finally:
            await context.close()

    app = FastAPI(
        title="Sapper",
        summary="Minesweeper: play, ask, watch, review.",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the docs pages would load scripts from other sites
        redoc_url=None,
    )
    problems.install(app)
    for part in (games, help, analysis, boards, watch, review, training, history):
        app.include_router(part.router, dependencies=[Depends(choose_notation)])
    pages.install(app)
    app.add_middleware(Gate)
    app.add_middleware(Guard, names=names, access=access)
    _describe(app)
    return app


def _describe(app: FastAPI) -> None:
    """Add the lines of a stream to the OpenAPI document; FastAPI cannot see their type."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title, version=app.version, summary=app.summary, routes=app.routes
            )
            lines = TypeAdapter(WatchLine).json_schema(ref_template=REF_TEMPLATE)
            made["components"]["schemas"] |= lines.pop("$defs") | {"WatchLine": lines}
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # the way FastAPI documents
