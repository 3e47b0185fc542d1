"""Cells as people write and read them; long lists stay short.

A cell is (row, column), counted from 0, in code and in JSON. For people it has the name that a
spreadsheet gives it: the letters of its column, then the number of its row, counted from 1.
Use `written_as` for those who prefer pairs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from operator import index

from sapper.formatting.foreign_text import brief

_Cell = tuple[int, int]
_MOST = 10**7  # more rows or columns than any board has
_FEW = 16  # cells that are listed one by one

_NAME = re.compile(r"([A-Z]{1,5})([1-9][0-9]{0,6})", re.IGNORECASE | re.ASCII)
_PAIR = re.compile(r"\(?\s*(\d{1,7})(?:\s*,\s*|\s+)(\d{1,7})\s*\)?", re.ASCII)


class Notation(StrEnum):
    """How cells are written: as names, C4, or as pairs, (3,2).

    >>> Notation("names"), Notation("pairs")
    (<Notation.NAMES: 'names'>, <Notation.PAIRS: 'pairs'>)
    """

    NAMES = "names"  # C4
    PAIRS = "pairs"  # (3,2)


notation: ContextVar[Notation] = ContextVar("notation", default=Notation.NAMES)


@contextmanager
def written_as(chosen: Notation) -> Iterator[None]:
    """Write cells in a notation within a `with` statement or a function.

    >>> with written_as(Notation.PAIRS):
    ...     print(at((3, 2)))
    (3,2)
    """
    before = notation.set(chosen)
    try:
        yield
    finally:
        notation.reset(before)


def at(cell: _Cell) -> str:
    """Write a cell: C4, or (3,2) as a pair.

    >>> at((3, 2))
    'C4'
    """
    row, column = cell = _plain(cell)
    has_name = 0 <= row < _MOST and 0 <= column < _MOST
    if notation.get() is Notation.PAIRS or not has_name:
        return _pair(cell)
    return _name(cell)


def _plain(cell: _Cell) -> _Cell:
    """Return a cell with ints of Python, which never overflow."""
    row, column = map(index, cell)
    return row, column


def column_label(column: int) -> str:
    """Return the label above a column: A … Z, AA, AB …, or its number from 0.

    >>> column_label(0), column_label(26)
    ('A', 'AA')
    """
    return str(column) if notation.get() is Notation.PAIRS else _letters(column)


def row_label(row: int) -> str:
    """Return the label beside a row: its number from 1, or from 0 where cells are pairs.

    >>> row_label(0)
    '1'
    """
    return str(row if notation.get() is Notation.PAIRS else row + 1)


def listed(cells: Collection[_Cell]) -> str:
    """List a few cells one by one, many by rows: row 4: A-H, J; row 5: C.

    >>> listed([(0, 0), (3, 2)])
    'A1 C4'
    """
    if not cells:
        return "none"
    if len(cells) <= _FEW:
        return " ".join(map(at, sorted(cells)))
    rows = groupby(sorted(cells), key=lambda cell: cell[0])
    return "; ".join(
        f"row {row_label(row)}: {_ranges(column for _, column in same)}" for row, same in rows
    )


def cell_set(cells: Collection[_Cell]) -> str:
    """Write cells as a set: {J1, C4}.

    >>> cell_set([(3, 2), (0, 9)])
    '{J1, C4}'
    """
    return f"{{{', '.join(map(at, sorted(cells)))}}}"


def clue_at(number: int, cell: _Cell) -> str:
    """Write a clue, within a sentence: the 3 at C4.

    >>> clue_at(3, (3, 2))
    'the 3 at C4'
    """
    return f"the {number} at {at(cell)}"


def read_cell(text: str) -> _Cell:
    """Read C4, or a row and a column from 0 such as 3,2; raise ValueError for anything else.

    >>> read_cell("C4"), read_cell("3,2")
    ((3, 2), (3, 2))
    """
    if name := _NAME.fullmatch(text.strip()):
        return int(name[2]) - 1, _column(name[1])
    if pair := _PAIR.fullmatch(text.strip()):
        return int(pair[1]), int(pair[2])
    raise ValueError(
        f"{brief(text, 60)} is not a cell: write C4, or its row and column from 0 such as 3,2"
    )


def understood(text: str, cell: _Cell) -> str:
    """Say which cell a text was read as, if answers will write it in the other notation.

    >>> understood("3,2", (3, 2))
    'Understood: C4 (row 3, column 2 from 0).'
    """
    named = _NAME.fullmatch(text.strip()) is not None
    pairs = notation.get() is Notation.PAIRS
    if named is not pairs:
        return ""
    row, column = cell
    other = f", which is {_name(cell)}" if pairs else f" (row {row}, column {column} from 0)"
    return f"Understood: {at(cell)}{other}."


def _name(cell: _Cell) -> str:
    return f"{_letters(cell[1])}{cell[0] + 1}"


def _pair(cell: _Cell) -> str:
    row, column = cell
    return f"({brief(row)},{brief(column)})"


@lru_cache(maxsize=1_024)  # a reason names many cells, and players give one for every move
def _letters(column: int) -> str:
    """Count in letters: Z is followed by AA."""
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("A") + letter) + letters
        column -= 1
    return letters


def _column(letters: str) -> int:
    column = 0
    for letter in letters.upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def _ranges(columns: Iterable[int]) -> str:
    return ", ".join(
        column_label(first) if first == last else f"{column_label(first)}-{column_label(last)}"
        for first, last in _runs(columns)
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]
