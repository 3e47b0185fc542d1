"""The one place where the kernel's errors become the domain's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sapper import _kernel
from sapper.rules.errors import InvalidBoard, InvalidPosition, SapperError
from sapper.words import at

_CELL = re.compile(r"\((-?\d+),(-?\d+)\)")


class TooLarge(SapperError):
    """A position with more to search than the budget allows.

    >>> from sapper import View, perfect
    >>> perfect(View(9, 9, mines=10), nodes=1000)
    Traceback (most recent call last):
    sapper.engine.kernel_errors.TooLarge: too many layouts for perfect play within the budget
    """


@contextmanager
def kernel_errors(
    expected: str = "an argument has the wrong type, or a number needs more than 64 bits",
    kind: type[SapperError] = InvalidBoard,
) -> Iterator[None]:
    """Turn the kernel's errors into SapperErrors.

    `expected` is the message for an argument that the kernel cannot convert: its own would
    be about C++.
    """
    try:
        yield
    except _kernel.Impossible as error:
        cell = (error.row, error.column) if error.row >= 0 else None
        raise InvalidPosition(_named(error), cell) from None
    except _kernel.TooLarge as error:
        raise TooLarge(str(error)) from None
    except ValueError as error:
        raise kind(_named(error)) from None
    except (TypeError, OverflowError):
        raise kind(expected) from None


def _named(error: Exception) -> str:
    """Return an error's text with the cells written as everywhere: the kernel knows pairs only."""
    return _CELL.sub(lambda pair: at((int(pair[1]), int(pair[2]))), str(error))
