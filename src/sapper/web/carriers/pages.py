"""The page and its files."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from sapper.web.carriers.assets import File, assets

router = APIRouter(include_in_schema=False)

_PAGES = (
    *("/", "/play", "/play/{rest:path}", "/analyse", "/watch", "/watch/{rest:path}", "/review"),
    *("/review/{rest:path}", "/train", "/train/{rest:path}", "/techniques"),
    *("/techniques/{rest:path}", "/history", "/daily", "/progress"),
)
_CHECKED = "no-cache"  # the browser asks each time whether it has changed
_FOR_EVER = "public, max-age=31536000, immutable"  # the address changes with the contents


async def page(request: Request) -> Response:
    """Serve the one page; its script reads the address."""
    tag = f'W/"{assets().version}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag, "Cache-Control": _CHECKED})
    return _send(request, assets().page, {"ETag": tag, "Cache-Control": _CHECKED})


for _path in _PAGES:
    router.get(_path)(page)


@router.get("/static/{path:path}")
async def file(path: str, request: Request) -> Response:
    """Serve a file of the page at the address that has the hash of all."""
    version, _, name = path.partition("/")
    found = assets().files.get(name)
    if found is None or version != assets().version:
        raise HTTPException(404)
    return _send(request, found, {"Cache-Control": _FOR_EVER})


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """Serve the service worker: it has to be at the top of all addresses that it serves."""
    named = request.url.query == assets().version
    return _send(request, assets().worker, {"Cache-Control": _FOR_EVER if named else _CHECKED})


def _send(request: Request, sent: File, headers: dict[str, str]) -> Response:
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(sent.body, 200, headers, sent.media_type)
    return Response(sent.packed, 200, headers | {"Content-Encoding": "gzip"}, sent.media_type)


def install(app: FastAPI) -> None:
    assets()  # read now, so that the first visit does not wait for it
    app.include_router(router)
