"""Answers the page's requests, in the one worker that has the file of games."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from sapper.web.carriers.job_runner import BrowserJobRunner
from sapper.web.forms.problems import MEDIA_TYPE, in_words
from sapper.web.forms.serialisation import to_json
from sapper.web.routes.context import Context, clock, while_wanted
from sapper.web.routes.routing import choose_notation, find
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import Answer, Call, ClientGone, Stream
from sapper.web.store.inline import InlineStore

Send = Callable[[int, str, str], None]  # the number of the request, the kind of message, its text

_LOG = logging.getLogger("sapper.web")


class _Tab:
    """Is gone when the page gives up the request."""

    def __init__(self) -> None:
        self._left = asyncio.Event()

    def leave(self) -> None:
        self._left.set()

    async def gone(self) -> None:
        await self._left.wait()


class Backend:
    """The routes on one store; requests are numbered by who asks.

    An answer is a message "head", messages "part" (or "bytes"), and "end".
    """

    def __init__(self, data: str, version: str, send: Send, thinker: BrowserJobRunner) -> None:
        path = Path(data)
        self._store = InlineStore(path)
        self._context = Context(self._store, thinker, thinker, path, clock(), version)
        self._send = send
        self._tabs: dict[int, _Tab] = {}
        self._working = set[asyncio.Future[None]]()

    def ask(self, number: int, request: str) -> None:
        """Begin to answer a request: method, path, how cells are written, and a body, as JSON."""
        self._tabs[number] = tab = _Tab()
        working = asyncio.ensure_future(self._answer(number, json.loads(request), tab))
        self._working.add(working)
        working.add_done_callback(self._working.discard)

    def leave(self, number: int) -> None:
        """Cancel a request whose client has left."""
        if number in self._tabs:
            self._tabs[number].leave()

    def close(self) -> None:
        self._store.close()

    async def _answer(self, number: int, request: dict[str, Any], tab: _Tab) -> None:
        try:
            choose_notation(request["cells"])
            call = _call(request, tab)
            found = await find(ROUTES, call.method, call.path).answer(self._context, call)
        except Exception as error:
            problem = in_words(error)
            if problem.kind.status == 500:
                _LOG.error("bug in %s", request["path"], exc_info=error)
            body = to_json(problem.to_json())
            found = Answer(body, problem.kind.status, media_type=MEDIA_TYPE)
        headers = {**found.headers, "Content-Type": found.media_type}
        head = {"status": int(found.status), "headers": headers}
        self._send(number, "head", json.dumps(head))
        if isinstance(found, Answer):
            self._send(number, *_message(found))
        else:
            await self._send_parts(number, found, tab)
        self._send(number, "end", "")
        del self._tabs[number]

    async def _send_parts(self, number: int, found: Stream[Any], tab: _Tab) -> None:
        """Send a stream until its end, or until its client has left."""
        async with aclosing(found.parts) as parts:
            with suppress(ClientGone):
                while (part := await while_wanted(tab, _next(parts))) is not None:
                    self._send(number, "part", part.decode())


def _message(found: Answer[Any]) -> tuple[str, str]:
    """Return a body as a message; one that is not text has a letter for each byte."""
    if found.media_type == "application/octet-stream":
        return "bytes", found.body.decode("latin-1")
    return "part", found.body.decode()


def _call(request: dict[str, Any], tab: _Tab) -> Call:
    """Return a request as a call; a file has a letter for each byte."""
    letters = "latin-1" if request["is_file"] else "utf-8"
    address, body = urlsplit(request["path"]), (request["body"] or "").encode(letters)
    query = dict(parse_qsl(address.query, keep_blank_values=True))
    return Call(request["method"], unquote(address.path), query, body, _whole(body), tab)


async def _next(parts: AsyncGenerator[bytes, None]) -> bytes | None:
    return await anext(parts, None)


async def _whole(body: bytes) -> AsyncIterator[bytes]:
    yield body
