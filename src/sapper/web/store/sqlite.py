"""The games on disk: one SQLite file, one row per action, written before it is acknowledged.

WAL with synchronous=FULL: committed data survives a killed process and a power cut.
This module knows no rules; `stored_game` decides what the columns mean.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from sapper.rules.board import Cell
from sapper.rules.errors import SapperError

GameKind = Literal["plain", "no_guess", "daily", "board", "again", "imported"]

_MIGRATIONS = (
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY, created REAL NOT NULL, kind TEXT NOT NULL, level TEXT NOT NULL,
        board TEXT NOT NULL, first_click TEXT NOT NULL, start_row INTEGER, start_column INTEGER,
        tier INTEGER, date TEXT,
        seq INTEGER NOT NULL, outcome TEXT NOT NULL, started REAL, ended REAL,
        undos INTEGER NOT NULL, helped INTEGER NOT NULL, clicks INTEGER NOT NULL,
        bbbv INTEGER, accuracy REAL
    ) WITHOUT ROWID;
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL, verb TEXT NOT NULL, row INTEGER, column INTEGER,
        at REAL NOT NULL, key TEXT,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX event_key ON event (game, key) WHERE key IS NOT NULL;
    CREATE INDEX game_created ON game (created, id);
    """,
)


class StoreFailed(SapperError):
    """A file of games that cannot be used."""


@dataclass(slots=True)
class Entry:
    """The row of a game; times are seconds since 1970."""

    id: str
    created: float
    kind: GameKind
    level: str
    board: str
    first_click: str
    start_row: int | None = None
    start_column: int | None = None
    tier: int | None = None
    date: str | None = None
    seq: int = 0
    outcome: str = "playing"
    started: float | None = None
    ended: float | None = None
    undos: int = 0
    helped: bool = False
    clicks: int = 0
    bbbv: int | None = None
    accuracy: float | None = None

    @property
    def start(self) -> Cell | None:
        """The cell that is opened for the player, if there is one."""
        if self.start_row is None or self.start_column is None:
            return None
        return self.start_row, self.start_column

    @property
    def elapsed(self) -> float | None:
        """Seconds from the player's first action to the end, if both are known."""
        if self.started is None or self.ended is None:
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


_COLUMNS = tuple(field.name for field in fields(Entry))
_LISTED = ", ".join(_COLUMNS)
_MARKS = ", ".join("?" * len(_COLUMNS))
_CHANGES = ", ".join(f"{name} = ?" for name in _COLUMNS)


class Store:
    """Reads and writes; used by one thread, which also decides when to commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=10)
        except (OSError, sqlite3.Error) as error:
            raise StoreFailed(f"cannot open the games in {path}: {error}") from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise StoreFailed(f"cannot use {path} for games: {error}") from error
        except StoreFailed:
            self._db.close()
            raise

    def _prepare(self) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self._db.execute(f"PRAGMA {setting}")
        self._db.execute("BEGIN IMMEDIATE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise StoreFailed(f"{self.path} was written by a newer Sapper: version {version}")
        for number, migration in enumerate(_MIGRATIONS[version:], version + 1):
            for statement in filter(str.strip, migration.split(";")):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={number}")
        self._db.execute("COMMIT")

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def roll_back(self) -> None:
        with suppress(sqlite3.Error):  # there may be no open transaction
            self._db.execute("ROLLBACK")

    def savepoint(self) -> None:
        """Begin one call within a transaction."""
        self._db.execute("SAVEPOINT call")

    def release(self) -> None:
        self._db.execute("RELEASE call")

    def roll_back_to_savepoint(self) -> None:
        self._db.execute("ROLLBACK TO call")
        self._db.execute("RELEASE call")

    def add(self, entry: Entry) -> None:
        self._db.execute(f"INSERT INTO game ({_LISTED}) VALUES ({_MARKS})", astuple(entry))

    def update(self, entry: Entry) -> None:
        self._db.execute(f"UPDATE game SET {_CHANGES} WHERE id = ?", (*astuple(entry), entry.id))

    def append(self, game: str, event: Event) -> None:
        self._db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (game, *astuple(event)))

    def entry(self, game: str) -> Entry | None:
        found = self._db.execute(f"SELECT {_LISTED} FROM game WHERE id = ?", (game,)).fetchone()
        return None if found is None else _entry(found)

    def events(self, game: str) -> list[Event]:
        rows = self._db.execute(
            "SELECT seq, verb, row, column, at, key FROM event WHERE game = ? ORDER BY seq", (game,)
        )
        return [Event(*row) for row in rows]

    def delete(self, game: str) -> bool:
        return self._db.execute("DELETE FROM game WHERE id = ?", (game,)).rowcount > 0

    def count(self, where: str, values: Iterable[Any]) -> int:
        query = f"SELECT count(*) FROM game WHERE {where}"
        return int(self._db.execute(query, tuple(values)).fetchone()[0])

    def entries(self, where: str, values: Iterable[Any], order: str, limit: int) -> list[Entry]:
        """Return games; `where` and `order` are our own SQL, never a client's."""
        query = f"SELECT {_LISTED} FROM game WHERE {where} ORDER BY {order} LIMIT ?"
        return [_entry(row) for row in self._db.execute(query, (*values, limit))]

    def integrity(self) -> str:
        """Return SQLite's verdict on the file: ok, or what is broken."""
        return str(self._db.execute("PRAGMA integrity_check").fetchone()[0])

    def close(self) -> None:
        self._db.close()


def _entry(row: tuple[Any, ...]) -> Entry:
    entry = Entry(*row)
    entry.helped = bool(entry.helped)
    return entry
