"""Tables that are whole everywhere: in a pipe on long lines, on a narrow terminal as lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sapper.cli.console import terminal_columns

Row = dict[str, str]
_ANY: Final = 100_000  # columns: more than any line of a table has
_LEAST: Final = 12  # columns that are left to a name which goes over several lines
_HEIGHT: Final = 25  # rich looks at the width alone, but only if it is given both


def print_table(
    rows: Sequence[Row], *, left: Collection[str], folds: str, ascii_only: bool = False
) -> None:
    """Print rows with the same names; those in `left` begin at the left of their columns.

    On a terminal the column `folds` goes over several lines where it has to; the others do not.
    """
    columns = terminal_columns()
    if columns is not None and least_width(rows, folds) > columns:
        print("\n\n".join(map(_listed, rows)))
        return
    table = Table(box=box.ASCII if ascii_only else box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in rows[0]:
        justify = "left" if name in left else "right"
        table.add_column(name, justify=justify, no_wrap=name != folds, overflow="fold")  # type: ignore[arg-type]  # rich has a name for each
    for row in rows:
        table.add_row(*map(Text, row.values()))
    Console(width=columns or _ANY, height=_HEIGHT, highlight=False).print(table)


def full_width(rows: Sequence[Row]) -> int:
    """Return how wide a table is that nothing is folded in."""
    return sum(_widths(rows).values()) + _gaps(rows)


def least_width(rows: Sequence[Row], folds: str) -> int:
    """Return how wide a table is where a column is folded as far as it may be."""
    widths = _widths(rows)
    return full_width(rows) - max(0, widths[folds] - _LEAST)


def _widths(rows: Sequence[Row]) -> dict[str, int]:
    return {name: max(map(cell_len, [name, *_values(rows, name)])) for name in rows[0]}


def _gaps(rows: Sequence[Row]) -> int:
    return 3 * (len(rows[0]) - 1)


def _values(rows: Sequence[Row], name: str) -> Iterator[str]:
    return (row[name] for row in rows)


def _listed(row: Row) -> str:
    """Write a row as a line for each value."""
    width = max(map(len, row))
    return "\n".join(f"{name:<{width}}  {value}" for name, value in row.items())
