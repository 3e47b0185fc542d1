"""Cells in words; long lists stay short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

_Cell = tuple[int, int]
_FEW = 16  # cells that are listed one by one


def at(cell: _Cell) -> str:
    """Write a cell as (row,column)."""
    return f"({cell[0]},{cell[1]})"


def place(cell: _Cell) -> str:
    """Write a cell for reading aloud."""
    return f"row {cell[0]}, column {cell[1]}"


def listed(cells: Collection[_Cell]) -> str:
    """List a few cells one by one, many by rows: row 3: 0-7, 9; row 4: 2."""
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
    """Yield the first and the last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]
