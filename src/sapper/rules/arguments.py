"""Argument checks with error messages in domain terms."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from operator import index
from typing import NoReturn

from sapper.formatting import brief
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidNotation


def as_cell(pair: Iterable[int]) -> tuple[int, int]:
    """Make a cell of any pair of whole numbers, such as a list or an array."""
    try:
        row, column = pair
        return index(row), index(column)
    except (TypeError, ValueError):
        refuse_cell(pair)


def as_time(seconds: object) -> float | None:
    """Return the time of an action as a float, or None; raise InvalidMove for anything else."""
    if seconds is None:
        return None
    try:
        if isinstance(seconds, str | bytes | bool) or not isfinite(number := float(seconds)):  # type: ignore[arg-type]  # this is the check
            raise TypeError
    except (TypeError, ValueError, OverflowError):
        raise InvalidMove(f"a time is a number of seconds, not {brief(seconds)}") from None
    return number


def refuse_cell(cell: object) -> NoReturn:
    raise InvalidMove(
        f"a cell is a tuple (row, column) of numbers, such as (4, 4), not {brief(cell)}"
    ) from None


def whole(name: str, number: object) -> int:
    """Return a number as an int; raise InvalidBoard if it is not a whole number."""
    try:
        if isinstance(number, bool):
            raise TypeError
        return index(number)  # type: ignore[arg-type]  # this is the check
    except TypeError:
        raise InvalidBoard(
            f"a {name} is a whole number, not of type {type(number).__name__}"
        ) from None


def need(thing: object, *kinds: type) -> None:
    """Raise InvalidBoard unless a thing is of one of these kinds."""
    if not isinstance(thing, kinds):
        *most, last = (kind.__name__ for kind in kinds)
        names = f"{', '.join(most)} or {last}" if most else last
        article = "an" if names[0] in "AEIO" else "a"
        raise InvalidBoard(f"{article} {names} is needed, not {brief(thing)}")


def need_text(text: object) -> None:
    """Raise InvalidNotation unless this is a string."""
    if not isinstance(text, str):
        raise InvalidNotation(f"text is needed, not {brief(text)}")
