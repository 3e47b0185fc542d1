"""Request limits: complete JSON bodies, a deadline, and bounded concurrency."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect

from sapper.web.carriers.responses import respond
from sapper.web.forms import limits
from sapper.web.forms.problems import Kind, Problem, busy, too_slow
from sapper.web.routes.routing import Body, Route, find
from sapper.web.routes.table import ROUTES

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

ROUTE = "sapper.route"  # the key of a request's route in its scope


class RequestLimiter:
    """Limit the number of requests and bytes at once; accept only whole JSON bodies in time.

    A request takes its place once its body is here, so that slow ones do not keep others out.
    """

    def __init__(self, app: ASGIApp, in_flight: int = limits.IN_FLIGHT) -> None:
        self._app = app
        self._answering = _Room(in_flight)
        self._rooms = {route: _Room(route.body.places) for route in ROUTES if route.takes_parts}
        self._pending = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._admit(scope, receive, partial(_taken_in_time, send))
        except Problem as problem:
            await respond(problem)(scope, receive, send)
        except ClientDisconnect:
            pass  # an incomplete body changes nothing, an unread answer is ended

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = _found(scope)
        if route is not None and route.takes_parts:
            _check_type(scope)
            with self._rooms[route]:
                await self._app(scope, PacedBody(receive, route.body), send)
            return
        if scope["method"] in ("POST", "PUT", "PATCH"):
            body = Body() if route is None else route.body
            receive = _Replay(await self._whole(scope, receive, body.most), receive)
        with self._answering:
            await self._app(scope, receive, send)

    async def _whole(self, scope: Scope, receive: Receive, most: int) -> bytes:
        """Read a body; raise a Problem if it is too large, too slow or not JSON."""
        parts, size = [], 0
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                async for part in _parts(receive):
                    parts.append(part)
                    size += len(part)
                    self._pending += len(part)
                    _check_size(size, most)
                    if self._pending > limits.PENDING_BYTES:
                        raise busy()
        except TimeoutError:
            raise too_slow(limits.BODY_SECONDS) from None
        finally:
            self._pending -= size
        if size:
            _check_type(scope)
        return b"".join(parts)


class _Room:
    """A number of places; entering without a free one raises a Problem."""

    def __init__(self, places: int) -> None:
        self._free = places

    def __enter__(self) -> None:
        if self._free == 0:
            raise busy()
        self._free -= 1

    def __exit__(self, *_: object) -> None:
        self._free += 1


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


class PacedBody:
    """Receives a body; raises a Problem if it is too large, or does not go on at a pace and end."""

    def __init__(self, receive: Receive, body: Body) -> None:
        self._receive, self._body = receive, body
        self._end = asyncio.get_running_loop().time() + body.seconds
        self._size = 0
        self._lap()

    def _lap(self) -> None:
        now = asyncio.get_running_loop().time()
        self._until: float | None = min(self._end, now + limits.BODY_SECONDS)
        self._left = limits.PACE_BYTES

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise too_slow(limits.BODY_SECONDS, "part of the body") from None
        size = len(message.get("body", b""))
        self._size, self._left = self._size + size, self._left - size
        _check_size(self._size, self._body.most)
        if self._left <= 0:
            self._lap()
        if not message.get("more_body", False):
            self._until = None  # the client may take its time to read the answer
        return message


def _found(scope: Scope) -> Route | None:
    """Find the route of a request and leave it for the app; None for what the API does not have."""
    with suppress(Problem):
        scope[ROUTE] = find(ROUTES, scope["method"], scope["path"])
    return cast("Route | None", scope.get(ROUTE))


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise Problem(Kind.TOO_LARGE, f"a body may have at most {most:,} bytes")


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the parts of a body; raise ClientDisconnect if it is cut off."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        yield message.get("body", b"")
        more = message.get("more_body", False)


async def _taken_in_time(send: Send, message: Message) -> None:
    """Send a part of an answer; raise ClientDisconnect if the client does not take it.

    Otherwise unread answers would keep the processes that make them.
    """
    try:
        async with asyncio.timeout(limits.SEND_SECONDS):
            await send(message)
    except TimeoutError:
        raise ClientDisconnect from None


def _check_type(scope: Scope) -> None:
    kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(Kind.UNSUPPORTED, "send JSON, with Content-Type: application/json")
