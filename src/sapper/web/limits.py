"""Limits: the size of bodies and boards, the time of a job, the number of requests at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from sapper.rules.board import Board, Level
from sapper.web.problems import Kind, Problem, busy

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BYTES = 1 << 20
IMPORT_BYTES = 16 << 20
CELLS = 40_000  # of a board to play or analyse
IN_FLIGHT = 400  # requests being answered at the same time

HELP_SECONDS = 10.0  # for an answer that a person waits for
WORK_SECONDS = 60.0  # for a whole game, a review, many boards


def check_level(level: Level) -> Level:
    """Raise a Problem if the board is too large to play here."""
    if level.board.size > CELLS:
        raise Problem(Kind.TOO_LARGE, f"{level} has more than {CELLS:,} cells")
    return level


def check_board_id(board: str) -> None:
    """Raise a Problem if the id is of a board that is too large, before building it."""
    width, _, rest = board.partition("x")
    height = rest.partition("x")[0].partition("-")[0]
    if width.isdecimal() and height.isdecimal() and len(width) < 8 and len(height) < 8:
        check_level(Level(Board(int(height), int(width)).width, int(height), 0))


class Gate:
    """Limit the number of requests at once; accept only JSON bodies that are not too large."""

    def __init__(self, app: ASGIApp, in_flight: int = IN_FLIGHT) -> None:
        self._app = app
        self._free = in_flight

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._free == 0:
            await busy().response()(scope, receive, send)
            return
        self._free -= 1
        try:
            await self._admit(scope, receive, send)
        finally:
            self._free += 1

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("POST", "PUT", "PATCH"):
            await self._app(scope, receive, send)
            return
        try:
            body = await _body(scope, receive)
        except Problem as problem:
            await problem.response()(scope, receive, send)
            return
        await self._app(scope, _Replay(body, receive), send)


class _Replay:
    """Receive the body that was already read, then the messages that follow it."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Read a body; raise a Problem if it is too large or is not JSON."""
    limit = IMPORT_BYTES if scope["path"] == "/api/import" else BYTES
    headers = Headers(scope=scope)
    parts, size, more = [], 0, True
    while more and size <= limit:
        message = await receive()
        part = message.get("body", b"")
        parts.append(part)
        size += len(part)
        more = message.get("more_body", False)
    if size > limit:
        raise Problem(Kind.TOO_LARGE, f"a body may have at most {limit:,} bytes")
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if size and kind != "application/json":
        raise Problem(Kind.UNSUPPORTED, "send JSON, with Content-Type: application/json")
    return b"".join(parts)
