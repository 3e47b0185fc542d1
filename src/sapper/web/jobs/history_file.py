"""Read an export piece by piece: a file of any size, one game or attempt in memory at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TextIO, TypeVar

from sapper.rules.errors import InvalidNotation

T = TypeVar("T")

_CHUNK = 1 << 16
_MOST = 1 << 22  # characters of one game, and of all that is neither a game nor an attempt
_LISTS = ("games", "attempts")
GAMES_TOGETHER = 4  # in one message
ATTEMPTS_TOGETHER = 500
_DECODER = json.JSONDecoder()


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items, some at a time."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


def records_in(file: TextIO) -> Iterator[tuple[str, Any]]:
    """Yield the records of an export, each after its kind: "game" or "attempt".

    A recorded game alone is one of them; anything else raises InvalidNotation.
    """
    reader, fields = _Reader(file), dict[str, Any]()
    left, start = _MOST, 0
    for key in reader.members():
        listed = key in _LISTS and reader.peek() == "["
        fields[key] = list[Any]() if listed else reader.value()
        left -= reader.place - start
        if left < 0:
            raise InvalidNotation("far too much of this is neither a game nor an attempt")
        if listed:
            yield from ((key.removesuffix("s"), item) for item in reader.items())
        start = reader.place
    if reader.peek():
        raise InvalidNotation("there is text after the end of the JSON document")
    if fields.get("sapper") == "game":
        yield "game", {"game": fields}
    elif not _is_history(fields):
        raise InvalidNotation('this is neither a history nor a game: "sapper" must be one of them')


def _is_history(fields: dict[str, Any]) -> bool:
    """Return whether the fields are those of an export; one of an old version has no attempts."""
    lists = fields.get("games"), fields.get("attempts", [])
    named = fields.get("sapper"), fields.get("version")
    return named == ("history", 1) and all(isinstance(each, list) for each in lists)


class _Reader:
    """A JSON text of which only a part is in memory."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._text = ""
        self._at = 0
        self._dropped = 0

    @property
    def place(self) -> int:
        """How many characters were read so far."""
        return self._dropped + self._at

    def members(self) -> Iterator[str]:
        """Yield the keys of an object; the caller reads each value."""
        for _ in self._between("{", "}"):
            if self.peek() != '"':
                raise InvalidNotation(f"this is not JSON: expected a name, found {self._shown()}")
            key = self.value()
            self._skip(":")
            yield key

    def items(self) -> Iterator[Any]:
        """Yield the items of a list."""
        for _ in self._between("[", "]"):
            yield self.value()

    def _between(self, first: str, last: str) -> Iterator[None]:
        self._skip(first)
        if self.peek() != last:
            yield
            while self.peek() != last:
                self._skip(",")
                yield
        self._skip(last)

    def peek(self) -> str:
        """Return the next character after white space, or an empty string at the end."""
        while True:
            while self._at < len(self._text):
                if not self._text[self._at].isspace():
                    return self._text[self._at]
                self._at += 1
            if not self._read_more():
                return ""

    def value(self) -> Any:
        """Read one value."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if not self._read_more():
                    raise InvalidNotation(f"this is not JSON: {error}") from error
                continue
            if end < len(self._text) or not self._read_more():  # a number may go on
                self._at = end
                return value

    def _skip(self, wanted: str) -> None:
        if self.peek() != wanted:
            raise InvalidNotation(f'this is not JSON: expected "{wanted}", found {self._shown()}')
        self._at += 1

    def _shown(self) -> str:
        """Return the next character for a message."""
        found = self.peek()
        return f'"{found}"' if found else "the end of the file"

    def _read_more(self) -> bool:
        """Read on and drop what was read; double the text, so that a long value costs no more."""
        rest = self._text[self._at :]
        if len(rest) > _MOST:
            raise InvalidNotation("this is not JSON, or one game of it is too large")
        try:
            more = self._file.read(max(_CHUNK, min(len(rest), _MOST - len(rest))))
        except UnicodeDecodeError as error:
            raise InvalidNotation("this is not JSON: it is not in UTF-8") from error
        if more:  # else the end of a value that was just read stays right
            self._dropped += self._at
            self._text, self._at = rest + more, 0
        return bool(more)
