"""The page and its files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "static"

router = APIRouter(include_in_schema=False)


class _Files(StaticFiles):
    """Static files that the browser checks each time, so that none is out of date."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


@router.get("/")
@router.get("/play")
@router.get("/play/{rest:path}")
@router.get("/analyse")
@router.get("/watch")
@router.get("/watch/{rest:path}")
@router.get("/review")
@router.get("/review/{rest:path}")
@router.get("/train")
@router.get("/train/{rest:path}")
@router.get("/techniques")
@router.get("/techniques/{rest:path}")
@router.get("/history")
@router.get("/daily")
@router.get("/progress")
async def page() -> Response:
    """Serve the one page; its script reads the address."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def install(app: FastAPI) -> None:
    app.include_router(router)
    app.mount("/static", _Files(directory=STATIC), name="static")
