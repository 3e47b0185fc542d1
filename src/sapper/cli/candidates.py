"""The best candidates of a guess as a small table."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.engine import Candidate
from sapper.formatting import at, share

_HEADS = ("cell", "risk", "shows a safe cell", "wins")


def table(candidates: Sequence[Candidate]) -> list[str]:
    """Return a line for each candidate below the heads; nothing if there is no choice."""
    if len(candidates) < 2:
        return []
    rows = [_HEADS, *map(_row, candidates)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(["", row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
        for row in rows
    ]


def _row(candidate: Candidate) -> tuple[str, ...]:
    chances = (candidate.risk, candidate.progress, candidate.chance)
    return (at(candidate.cell), *map(share, chances))
