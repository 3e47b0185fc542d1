"""The row of a game, and those of its actions."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

from sapper.rules.board import Cell
from sapper.rules.board_id import board_id
from sapper.rules.game import Game
from sapper.rules.view import FirstClick
from sapper.web.forms.fields import Count, DateText, GameKind, Outcome, Share, Tier, Time, Unranked
from sapper.web.forms.validation import read

FINISHED = "outcome != 'playing' AND seq > 0"


@dataclass(frozen=True, slots=True)
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

    @classmethod
    def of_level(cls, id: str, now: float, game: Game, tier: int | None, *, chosen: bool) -> Self:
        """Describe a game of a level; with a tier, its board is made at the first click."""
        kind: GameKind = "plain" if tier is None else "no_guess"
        level, board, rule = str(game.level), board_id(game), str(game.first_click)
        unranked: Unranked | None = "chosen" if chosen else None
        return cls(id, now, kind, level, board, rule, tier=tier, unranked=unranked)

    @classmethod
    def of_board(cls, id: str, now: float, board: str, game: Game) -> Self:
        """Describe a game on a chosen board; its start is opened if that is promised to be safe."""
        promised = game.seed is None or game.first_click is not FirstClick.NONE
        row, column = game.start if promised and game.start is not None else (None, None)
        level, rule = str(game.level), str(game.first_click)
        return cls(id, now, "board", level, board, rule, row, column, unranked="chosen")

    @classmethod
    def of_day(cls, id: str, now: float, level: str, day: str, made: dict[str, Any]) -> Self:
        """Describe the game of a day on the board that was made for it; its clock runs at once."""
        (row, column), tier, rule = made["start"], made["tier"], str(FirstClick.ZERO)
        board = made["board"]
        return cls(id, now, "daily", level, board, rule, row, column, tier, day, started=now)

    @classmethod
    def of_position(cls, id: str, now: float, made: dict[str, Any]) -> Self:
        """Describe a game that begins at a position, on the board that was found for it."""
        level, board, given = made["level"], made["board"], made["given"]
        rule = str(FirstClick.NONE)
        return cls(id, now, "position", level, board, rule, given=given, unranked="position")

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
