"""The one place where the kernel's errors become the domain's."""

from __future__ import annotations

import re

from sapper import _kernel
from sapper.formatting import at
from sapper.rules.errors import InvalidBoard, InvalidPosition, SapperError

_CELL = re.compile(r"\((-?\d+),(-?\d+)\)")


class TooLarge(SapperError):
    """A position with more to search than the budget allows.

    >>> from sapper import View, perfect
    >>> perfect(View(9, 9, mines=10), nodes=1000)
    Traceback (most recent call last):
    sapper.engine.kernel_errors.TooLarge: too many layouts for perfect play within the budget
    """


class kernel_errors:  # noqa: N801 - used like a function; a class is quicker than a generator
    """Turn the kernel's errors into SapperErrors.

    `expected` is the message for an argument that the kernel cannot convert: its own would
    be about C++.
    """

    __slots__ = ("_expected", "_kind")

    def __init__(
        self,
        expected: str = "an argument has the wrong type, or a number needs more than 64 bits",
        kind: type[SapperError] = InvalidBoard,
    ) -> None:
        self._expected, self._kind = expected, kind

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        match error:
            case None:
                return
            case _kernel.Impossible():
                cell = (error.row, error.column) if error.row >= 0 else None
                raise InvalidPosition(_named(error), cell) from None
            case _kernel.TooLarge():
                raise TooLarge(str(error)) from None
            case ValueError():
                raise self._kind(_named(error)) from None
            case TypeError() | OverflowError():
                raise self._kind(self._expected) from None


def _named(error: Exception) -> str:
    """Return an error's text with the cells written as everywhere: the kernel knows pairs only."""
    return _CELL.sub(lambda pair: at((int(pair[1]), int(pair[2]))), str(error))
