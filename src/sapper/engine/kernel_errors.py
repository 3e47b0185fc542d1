"""The one place where the kernel's errors become the domain's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sapper import _kernel
from sapper.rules.errors import InvalidBoard, InvalidPosition, SapperError


class TooLarge(SapperError):
    """A position with more to search than the budget allows."""


@contextmanager
def kernel_errors(
    expected: str = "an argument is of the wrong type, or a number beyond 64 bits",
    kind: type[SapperError] = InvalidBoard,
) -> Iterator[None]:
    """Turn what the kernel refuses into a SapperError.

    `expected` is the message where the kernel cannot convert an argument: its own would
    speak of C++.
    """
    try:
        yield
    except _kernel.Impossible as error:
        cell = (error.row, error.column) if error.row >= 0 else None
        raise InvalidPosition(str(error), cell) from None
    except _kernel.TooLarge as error:
        raise TooLarge(str(error)) from None
    except ValueError as error:
        raise kind(str(error)) from None
    except (TypeError, OverflowError):
        raise kind(expected) from None
