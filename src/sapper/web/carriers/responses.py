"""Answers and problems as HTTP responses."""

from __future__ import annotations

import logging
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from sapper.rules.errors import SapperError
from sapper.web.forms.problems import MEDIA_TYPE, Kind, Problem, in_words
from sapper.web.forms.serialisation import to_json
from sapper.web.routes.transport import Answer, Stream

if TYPE_CHECKING:
    from starlette.types import Send

_LOG = logging.getLogger("sapper.web")
_HEADERS = {
    Kind.BUSY: {"Retry-After": "1"},
    Kind.FORBIDDEN: {"Connection": "close"},  # here and below, the rest of the body is not read
    Kind.TOO_SLOW: {"Connection": "close"},
    Kind.TOO_LARGE: {"Connection": "close"},
}


def respond(problem: Problem) -> Response:
    headers = _HEADERS.get(problem.kind)
    return Response(to_json(problem.to_json()), problem.kind.status, headers, MEDIA_TYPE)


def send(found: Answer[Any] | Stream[Any], known: str | None) -> Response:
    """Send an answer; the client may already know it, by its tag."""
    headers = dict(found.headers)
    if known is not None and headers.get("ETag") == known:
        return Response(status_code=304, headers=headers)
    if isinstance(found, Stream):
        return StreamResponse(found)
    media_type = found.media_type if found.body else None
    return Response(found.body, found.status, headers, media_type)


class StreamResponse(StreamingResponse):
    """An answer in parts; the job that makes them is stopped once the client takes no more."""

    def __init__(self, sent: Stream[Any]) -> None:
        super().__init__(sent.parts, sent.status, sent.headers, sent.media_type)
        self._sent = sent

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._sent.parts):
            await super().stream_response(send)


def _of_http(error: HTTPException) -> Problem:
    match error.status_code:
        case 404:
            return Problem(Kind.NOT_FOUND, "there is nothing at this address")
        case 405:
            return Problem(Kind.METHOD, "this address does not support that method")
    return Problem(Kind.INVALID, str(error.detail))


def install(app: FastAPI) -> None:
    """Make the app answer every error with a problem."""

    async def answer(request: Request, error: Exception) -> Response:
        return respond(in_words(error))

    async def answer_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = respond(_of_http(error))
        response.headers.update(error.headers or {})
        return response

    async def answer_disk(request: Request, error: Exception) -> Response:
        problem = in_words(error)
        if problem.kind is Kind.INTERNAL:
            raise error
        return respond(problem)

    async def answer_bug(request: Request, error: Exception) -> Response:
        _LOG.error("bug in %s %s", request.method, request.url.path, exc_info=error)
        return respond(in_words(error))

    app.add_exception_handler(SapperError, answer)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(OSError, answer_disk)
    app.add_exception_handler(Exception, answer_bug)
