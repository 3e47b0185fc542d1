"""Cells in words: lists that stay short however many cells there are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from sapper.rules.board import Cell

_FEW = 16


def at(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(cells: Collection[Cell]) -> str:
    """List few cells one by one, many by rows: row 3: 0-7, 9; row 4: 2."""
    if not cells:
        return "none"
    if len(cells) <= _FEW:
        return " ".join(map(at, sorted(cells)))
    rows = groupby(sorted(cells), key=lambda cell: cell[0])
    return "; ".join(f"row {row}: {_ranges(column for _, column in same)}" for row, same in rows)


def _ranges(columns: Iterable[int]) -> str:
    return ", ".join(
        f"{first}-{last}" if first < last else str(first) for first, last in _runs(columns)
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run of numbers that follow one another."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]
