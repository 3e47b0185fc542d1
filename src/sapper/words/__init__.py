"""How to write cells, counts, chances and verdicts, for every message, reason and page."""

from sapper.words.cells import (
    Notation,
    at,
    column_label,
    listed,
    notation,
    read_cell,
    row_label,
    understood,
    written_as,
)
from sapper.words.lines import one_line
from sapper.words.numbers import counted, joined, mine_count, percent, share, short_percent
from sapper.words.verdicts import unanimous, verdict

__all__ = [
    "Notation",
    "at",
    "column_label",
    "counted",
    "joined",
    "listed",
    "mine_count",
    "notation",
    "one_line",
    "percent",
    "read_cell",
    "row_label",
    "share",
    "short_percent",
    "unanimous",
    "understood",
    "verdict",
    "written_as",
]
