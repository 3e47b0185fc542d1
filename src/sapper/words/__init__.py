"""How to write cells, counts, chances and verdicts, for every message, reason and page."""

from sapper.words.cells import at, listed, place
from sapper.words.lines import one_line
from sapper.words.numbers import counted, joined, mine_count, percent, share, short_percent
from sapper.words.sentences import sentence
from sapper.words.verdicts import unanimous, verdict

__all__ = [
    "at",
    "counted",
    "joined",
    "listed",
    "mine_count",
    "one_line",
    "percent",
    "place",
    "sentence",
    "share",
    "short_percent",
    "unanimous",
    "verdict",
]
