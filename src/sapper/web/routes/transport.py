"""The requests and answers of routes, over HTTP or messages within a browser."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.serialisation import to_json

JSON = "application/json"


F = TypeVar("F")


@dataclass(frozen=True)
class Answer(Generic[F]):
    """An answer that is there as a whole; its JSON has the form F."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = JSON


@dataclass(frozen=True)
class Stream(Generic[F]):
    """An answer in parts; the job that makes them is stopped once the client takes no more."""

    parts: AsyncGenerator[bytes, None]
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


def answer(form: F, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer[F]:
    """Answer with a form as JSON."""
    return Answer(to_json(form), status, headers or {})


class Client(Protocol):
    """Who asks."""

    async def gone(self) -> None:
        """Return when the client wants no answer any more."""


class ClientGone(Problem):
    """The client left before its answer was there."""

    def __init__(self) -> None:
        super().__init__(Kind.TOO_LONG, "the client has closed the connection")


@dataclass(frozen=True)
class Call:
    """A request: the path is decoded, the body has arrived unless the route takes it in parts."""

    method: str
    path: str
    query: Mapping[str, str]
    body: bytes
    parts: AsyncIterator[bytes]
    client: Client
