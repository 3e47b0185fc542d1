"""How to write cells, counts, chances and verdicts, for every message, reason and page."""

from sapper.formatting.cells import (
    Notation,
    at,
    cell_set,
    clue_at,
    column_label,
    listed,
    notation,
    read_cell,
    row_label,
    understood,
    written_as,
)
from sapper.formatting.foreign_text import brief, one_line
from sapper.formatting.numbers import (
    counted,
    joined,
    mine_count,
    percent,
    points,
    rate,
    share,
    short_percent,
    two_digit_percent,
)
from sapper.formatting.sentences import sentence
from sapper.formatting.verdicts import unanimous, verdict

__all__ = [
    "Notation",
    "at",
    "brief",
    "cell_set",
    "clue_at",
    "column_label",
    "counted",
    "joined",
    "listed",
    "mine_count",
    "notation",
    "one_line",
    "percent",
    "points",
    "rate",
    "read_cell",
    "row_label",
    "sentence",
    "share",
    "short_percent",
    "two_digit_percent",
    "unanimous",
    "understood",
    "verdict",
    "written_as",
]
