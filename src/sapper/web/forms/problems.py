"""Problems: every error reaches the client as one sentence in application/problem+json."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Any, ClassVar, Self

from sapper.knowledge import Contradiction
from sapper.rules.errors import (
    InvalidBoard,
    InvalidMove,
    InvalidNotation,
    InvalidPosition,
    SapperError,
)
from sapper.web.forms.validation import Form

MEDIA_TYPE = "application/problem+json"
_ADVICE = "nothing was changed; free some disk space or check the disk, then try again"
_OF_FILES = (  # the last two: tempfile looks for a folder that it can write to
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS),
    *(errno.EACCES, errno.ENOENT),
)


class Kind(StrEnum):
    """What went wrong, for programs; each kind has its HTTP status."""

    status: HTTPStatus

    def __new__(cls, name: str, status: int) -> Self:
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.status = HTTPStatus(status)
        return kind

    INVALID = "invalid", 422
    NOTATION = "notation", 422
    INVALID_BOARD = "invalid_board", 422
    NOT_CERTAIN = "not_certain", 422
    IMPOSSIBLE = "impossible", 422
    NOT_FOUND = "not_found", 404
    NOT_ALLOWED = "not_allowed", 409
    STALE = "stale", 409
    UNSUPPORTED = "unsupported", 415
    METHOD = "method", 405
    TOO_LARGE = "too_large", 413
    FORBIDDEN = "forbidden", 403
    TOO_SLOW = "too_slow", 408
    BUSY = "busy", 503
    STORAGE = "storage", 507
    TOO_LONG = "too_long", 504
    INTERNAL = "internal", 500


class ProblemForm(Form):
    """An error, in the form of RFC 9457, with one sentence to show."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "allow"}  # for the document
    type: str
    kind: str
    title: str
    status: int
    detail: str


class Problem(SapperError):
    """An error with its kind and further fields for the client."""

    def __init__(self, kind: Kind, detail: str, **extras: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.extras = extras

    @property
    def sentence(self) -> str:
        return _sentence(str(self))

    def to_json(self) -> dict[str, Any]:
        return {
            "type": f"urn:sapper:problem:{self.kind}",
            "kind": str(self.kind),
            "title": self.kind.status.phrase,
            "status": int(self.kind.status),
            "detail": self.sentence,
        } | self.extras

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        """Rebuild a problem that another process sent as JSON."""
        known = {"type", "kind", "title", "status", "detail"}
        extras = {name: value for name, value in data.items() if name not in known}
        return cls(Kind[data["kind"].upper()], data["detail"], **extras)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def busy() -> Problem:
    return Problem(Kind.BUSY, "the server is busy with other requests: try again in a moment")


def too_slow(seconds: float, what: str = "body") -> Problem:
    return Problem(Kind.TOO_SLOW, f"no whole {what} came within {seconds:g} seconds")


def too_long(seconds: float) -> Problem:
    return Problem(Kind.TOO_LONG, f"this took more than {seconds:g} seconds and was cancelled")


def in_words(error: Exception) -> Problem:
    """Turn any error into a problem; one that is neither a SapperError nor the disk's is a bug."""
    match error:
        case Problem():
            return error
        case Contradiction():
            return Problem(Kind.IMPOSSIBLE, str(error), clues=[list(c) for c in error.clues])
        case InvalidPosition():
            clues = [] if error.cell is None else [list(error.cell)]
            return Problem(Kind.IMPOSSIBLE, str(error), clues=clues)
        case InvalidNotation():
            return Problem(Kind.NOTATION, str(error), line=error.line, column=error.column)
        case InvalidMove():
            return Problem(Kind.NOT_ALLOWED, str(error))
        case InvalidBoard():
            return Problem(Kind.INVALID_BOARD, str(error))
        case SapperError():
            return Problem(Kind.INVALID, str(error))
        case sqlite3.Error():
            return _of_storage(error)
        case OSError(errno=errno.ENETDOWN):
            return Problem(Kind.BUSY, f"{error.strerror}: try again in a moment")
        case OSError() if error.errno in _OF_FILES:
            return Problem(Kind.STORAGE, f"a file cannot be written ({error.strerror}): {_ADVICE}")
    return Problem(Kind.INTERNAL, "something went wrong in the server; this is a bug in Sapper")


def _of_storage(error: sqlite3.Error) -> Problem:
    """Describe a fault of the file; only one that another program locks is worth a retry."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Problem(Kind.BUSY, "another program is using the file of games")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        way_out = "nothing was changed; stop Sapper and start it again, and it says what to do"
        return Problem(Kind.STORAGE, f"the file of games is damaged ({error}): {way_out}")
    return Problem(Kind.STORAGE, f"the games cannot be read or saved ({error}): {_ADVICE}")
