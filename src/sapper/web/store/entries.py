"""The row of a game, and those of its actions."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sapper.rules.board import Cell
from sapper.web.forms.fields import Count, DateText, GameKind, Outcome, Share, Tier, Time, Unranked
from sapper.web.forms.validation import read

FINISHED = "outcome != 'playing' AND seq > 0"


@dataclass(slots=True)
class Entry:
    """The row of a game; times are seconds since 1970."""

    id: str
    created: Time
    kind: GameKind
    level: str
    board: str
    first_click: str
    start_row: Count | None = None
    start_column: Count | None = None
    tier: Tier | None = None
    date: DateText | None = None
    seq: Count = 0
    outcome: Outcome = "playing"
    started: Time | None = None
    ended: Time | None = None
    undos: Count = 0
    helped: bool = False
    clicks: Count = 0
    bbbv: Count | None = None
    accuracy: Share | None = None
    timed: bool = True  # False if the computer's clock was set back during the game
    unranked: Unranked | None = None  # why it does not count for records
    given: str | None = None  # the position that the game began with, as JSON

    @property
    def start(self) -> Cell | None:
        """The cell that is opened for the player, if there is one."""
        if self.start_row is None or self.start_column is None:
            return None
        return self.start_row, self.start_column

    @property
    def elapsed(self) -> float | None:
        """Seconds from the player's first action to the end, if they are known."""
        if self.started is None or self.ended is None or not self.timed:
            return None
        return self.ended - self.started


@dataclass(frozen=True, slots=True)
class Event:
    """A numbered action of a game; an undo has no cell."""

    seq: int
    verb: str
    row: int | None
    column: int | None
    at: float
    key: str | None = None


COLUMNS = tuple(field.name for field in fields(Entry))


def read_entry(row: tuple[Any, ...]) -> Entry:
    """Read the row of a game; raise InvalidData if it is damaged."""
    return read(Entry, with_truths(Entry, dict(zip(COLUMNS, row, strict=True))))


def with_truths(form: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with true and false where SQLite has 1 and 0."""
    names = [field.name for field in fields(form) if field.type == "bool"]
    return row | {name: bool(row[name]) for name in names if row[name] in (0, 1)}
