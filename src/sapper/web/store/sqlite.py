"""The games on disk: one SQLite file, one row per action, written before it is acknowledged.

WAL with synchronous=FULL: committed data survives a killed process and a power cut.
This module knows no rules; `stored_game` decides what the columns mean.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

from sapper.web.forms.problems import Kind
from sapper.web.forms.validation import InvalidData
from sapper.web.store.entries import COLUMNS, Entry, Event, read_entry
from sapper.web.store.opening import StoreFailed, identity, open_file

_LISTED = ", ".join(COLUMNS)
_MARKS = ", ".join("?" * len(COLUMNS))
_CHANGES = ", ".join(f"{name} = ?" for name in COLUMNS)
_values = attrgetter(*COLUMNS)


class DamagedGame(StoreFailed):
    """A game that cannot be read, in a file that otherwise can."""

    def __init__(self, id: str, path: Path) -> None:
        super().__init__(f"the game {id} is damaged in {path}", Kind.INVALID)


class Store:
    """Reads and writes; used by one thread, which also decides when to commit."""

    def __init__(self, path: Path, *, read_only: bool = False, journal: str = "WAL") -> None:
        self.path = path
        self.damaged = 0  # rows that were left out of lists
        self._db = open_file(path, read_only=read_only, journal=journal)
        self._identity = identity(path)
        self._writes = not read_only

    @property
    def is_in_place(self) -> bool:
        """Whether the file that was opened still has its name."""
        try:
            return identity(self.path) == self._identity
        except OSError:
            return False

    def execute(self, query: str, values: Iterable[Any] = ()) -> sqlite3.Cursor:
        """Run a query, which is never a client's."""
        return self._db.execute(query, tuple(values))

    @contextmanager
    def transaction(self, *, writes: bool = True) -> Iterator[None]:
        """Store what is written within, or nothing of it; unless it writes, refuse to."""
        if writes != self._writes:
            self._db.execute(f"PRAGMA query_only={not writes:d}")
            self._writes = writes
        self._db.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # there may be no open transaction
                self._db.execute("ROLLBACK")
            raise

    def savepoint(self) -> None:
        """Begin one call within a transaction."""
        self._db.execute("SAVEPOINT call")

    def release(self) -> None:
        self._db.execute("RELEASE call")

    def roll_back_to_savepoint(self) -> None:
        self._db.execute("ROLLBACK TO call")
        self._db.execute("RELEASE call")

    def add(self, entry: Entry) -> None:
        self._db.execute(f"INSERT INTO game ({_LISTED}) VALUES ({_MARKS})", _values(entry))

    def update(self, entry: Entry) -> None:
        self._db.execute(f"UPDATE game SET {_CHANGES} WHERE id = ?", (*_values(entry), entry.id))

    def append(self, game: str, *events: Event) -> None:
        rows = [(game, e.seq, e.verb, e.row, e.column, e.at, e.key) for e in events]
        self._db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def entry(self, game: str) -> Entry | None:
        found = self._db.execute(f"SELECT {_LISTED} FROM game WHERE id = ?", (game,)).fetchone()
        if found is None:
            return None
        with suppress(InvalidData):
            return read_entry(found)
        raise DamagedGame(game, self.path)

    def events(self, game: str) -> list[Event]:
        rows = self._db.execute(
            "SELECT seq, verb, row, column, at, key FROM event WHERE game = ? ORDER BY seq", (game,)
        )
        return [Event(*row) for row in rows]

    def remember_board(self, laid: bytes) -> bool:
        """Remember that the player saw a board; return whether it was new."""
        return self._db.execute("INSERT OR IGNORE INTO board VALUES (?)", (laid,)).rowcount > 0

    def save_missed(self, game: str, missed: dict[int, int]) -> None:
        """Replace what is known of a game's mistakes by technique; 0 stands for guesses."""
        self._db.execute("DELETE FROM missed WHERE game = ?", (game,))
        rows = [(game, tier, count) for tier, count in missed.items()]
        self._db.executemany("INSERT INTO missed VALUES (?, ?, ?)", rows)

    def missed(self, where: str, values: Iterable[Any]) -> dict[int, int]:
        """Sum up the mistakes of some games by technique; `where` is never a client's."""
        games = f"SELECT id FROM game WHERE {where}"
        known = "typeof(tier) = 'integer' AND tier BETWEEN 0 AND 6 AND typeof(count) = 'integer'"
        query = (
            f"SELECT tier, sum(count) FROM missed WHERE {known} AND game IN ({games}) GROUP BY tier"
        )
        return dict(self._db.execute(query, tuple(values)).fetchall())

    def keep_replay(self, game: str, file: bytes, unjudged: str | None) -> None:
        """Keep the file that a game was imported from, and why its moves are not judged."""
        self._db.execute("INSERT OR IGNORE INTO replay VALUES (?, ?, ?)", (game, file, unjudged))

    def replay_file(self, game: str) -> bytes | None:
        found = self._db.execute("SELECT file FROM replay WHERE game = ?", (game,)).fetchone()
        return found[0] if found is not None and isinstance(found[0], bytes) else None

    def has_replay(self, game: str) -> bool:
        found = self._db.execute("SELECT 1 FROM replay WHERE game = ?", (game,)).fetchone()
        return found is not None

    def unjudged(self, game: str) -> str | None:
        """Return why the moves of a game are not judged, if they are not."""
        found = self._db.execute("SELECT unjudged FROM replay WHERE game = ?", (game,)).fetchone()
        return None if found is None else found[0]

    def delete_unplayed(self, before: float) -> None:
        """Delete games without any action that were created before a time."""
        self._db.execute("DELETE FROM game WHERE seq = 0 AND created < ?", (before,))

    def delete(self, game: str) -> bool:
        return self._db.execute("DELETE FROM game WHERE id = ?", (game,)).rowcount > 0

    def count(self, where: str, values: Iterable[Any]) -> int:
        query = f"SELECT count(*) FROM game WHERE {where}"
        return int(self._db.execute(query, tuple(values)).fetchone()[0])

    def entries(
        self, where: str, values: Iterable[Any], order: str, limit: int = -1
    ) -> Iterator[Entry]:
        """Yield games; count damaged ones in `damaged`. `where`, `order` are never a client's."""
        query = f"SELECT {_LISTED} FROM game WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
        place, ended = 0, False
        while limit and not ended:
            rows = self._db.execute(query, (*values, limit, place))
            ended = True
            for row in rows:
                place += 1
                try:
                    entry = read_entry(row)
                except InvalidData:  # a disk or another program has spoiled it
                    self.damaged += 1
                    ended = limit < 0
                else:
                    limit -= 1
                    yield entry

    def close(self) -> None:
        self._db.close()
