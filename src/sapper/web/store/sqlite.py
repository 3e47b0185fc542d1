"""The games on disk: one SQLite file, one row per action, written before it is acknowledged.

WAL with synchronous=FULL: committed data survives a killed process and a power cut.
This module knows no rules; `stored_game` decides what the columns mean.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from sapper.rules.board import Cell
from sapper.web.problems import Kind, Problem
from sapper.web.reading import Day, Misread, Within, read

OutcomeName = Literal["playing", "won", "lost"]
GameKind = Literal["plain", "no_guess", "daily", "board", "again", "imported", "position"]
Unranked = Literal["imported", "chosen", "position", "seen", "undo", "help"]
FINISHED = "outcome != 'playing' AND seq > 0"
LATEST = 10**10  # seconds since 1970; a time in milliseconds is far above
Time = Annotated[float, Within(0, below=LATEST)]
Count = Annotated[int, Within(0, below=1 << 53)]
Share = Annotated[float, Within(0, 1)]

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
    """
    PRAGMA application_id = 1396789330;
    ALTER TABLE game ADD COLUMN timed INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX game_unplayed ON game (created) WHERE seq = 0;
    """,
    "UPDATE game SET accuracy = NULL",  # it had another meaning; a review gives a new one
    """
    CREATE TABLE trainer (seed INTEGER NOT NULL);
    INSERT INTO trainer VALUES (abs(random() % 9007199254740992));
    CREATE TABLE attempt (
        number INTEGER PRIMARY KEY, puzzle TEXT NOT NULL UNIQUE, technique TEXT NOT NULL,
        rating REAL NOT NULL, solved INTEGER NOT NULL, rated INTEGER NOT NULL, at REAL NOT NULL
    );
    CREATE TABLE mistakes (
        game TEXT PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL, numbers TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE game ADD COLUMN given TEXT",
    """
    ALTER TABLE game ADD COLUMN unranked TEXT;
    UPDATE game SET unranked = CASE
        WHEN kind = 'imported' THEN 'imported' WHEN kind = 'board' THEN 'chosen'
        WHEN kind = 'again' OR EXISTS (
            SELECT 1 FROM game AS other WHERE game.kind = 'daily' AND other.kind = 'daily'
            AND other.date = game.date AND other.level = game.level
            AND (other.created, other.id) < (game.created, game.id)
        ) THEN 'seen'
        WHEN undos > 0 THEN 'undo' WHEN helped THEN 'help' END;
    CREATE TABLE board (laid BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE missed (
        game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE,
        tier INTEGER NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (game, tier)
    ) WITHOUT ROWID;
    CREATE INDEX game_daily ON game (date, level) WHERE kind = 'daily';
    """,
    """
    ALTER TABLE trainer ADD COLUMN scored INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE trainer ADD COLUMN standing TEXT;
    CREATE INDEX attempt_rated ON attempt (technique) WHERE rated;
    CREATE INDEX attempt_unrated ON attempt (puzzle) WHERE NOT rated;
    """,
    """
    CREATE TABLE replay (
        game TEXT PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,
        file BLOB NOT NULL, unjudged TEXT
    );
    """,
)
_APPLICATION = 1396789330  # "SAPR"
# `checkpoints` empties the log; only if that cannot keep up, a commit does, at this many pages
_SETTINGS = (
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=20000",
)


class StoreFailed(Problem):
    """A file of games that cannot be used."""

    def __init__(self, what: str, kind: Kind = Kind.STORAGE) -> None:
        super().__init__(kind, what)


class DamagedGame(StoreFailed):
    """A game that cannot be read, in a file that otherwise can."""

    def __init__(self, id: str, path: Path) -> None:
        super().__init__(f"the game {id} is damaged in {path}", Kind.INVALID)


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
    tier: Annotated[int, Within(1, 6)] | None = None
    date: Annotated[str, Day()] | None = None
    seq: Count = 0
    outcome: OutcomeName = "playing"
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


_COLUMNS = tuple(field.name for field in fields(Entry))
_LISTED = ", ".join(_COLUMNS)
_MARKS = ", ".join("?" * len(_COLUMNS))
_CHANGES = ", ".join(f"{name} = ?" for name in _COLUMNS)


# what is read of each table
_READ = (
    f"{_LISTED} FROM game",
    "game, seq, verb, row, column, at, key FROM event",
    "seed, scored, standing FROM trainer",
    "number, puzzle, technique, rating, solved, rated, at FROM attempt",
    "game, seq, numbers FROM mistakes",
    "game, tier, count FROM missed",
    "laid FROM board",
    "game, file, unjudged FROM replay",
)
# bytes that are not text become halves of characters, which no form of a row admits
_TEXT = partial(str, encoding="utf-8", errors="surrogateescape")


class _Connection(sqlite3.Connection):
    """A connection whose errors can be read, also where they quote a damaged schema."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*arguments)
        except UnicodeDecodeError as error:
            found = sqlite3.DatabaseError("malformed database schema")
            found.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise found from error


class Store:
    """Reads and writes; used by one thread, which also decides when to commit."""

    def __init__(self, path: Path, *, read_only: bool = False, journal: str = "WAL") -> None:
        self.path = path
        self.damaged = 0  # rows that were left out of lists
        self._journal = journal
        mode = "ro" if read_only else "rwc"
        try:
            if not read_only:
                _make_or_check(path)
            uri = f"{path.resolve().as_uri()}?mode={mode}"
            self._db: sqlite3.Connection = sqlite3.connect(
                uri, uri=True, isolation_level=None, timeout=10, factory=_Connection
            )
            self._db.text_factory = _TEXT
            self._identity = _identity(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreFailed(f"cannot open the games in {path}: {error}") from error
        if not read_only:
            try:
                self._prepare()
            except (OSError, sqlite3.Error) as error:
                self._db.close()
                raise _unusable(path, error) from error
            except StoreFailed:
                self._db.close()
                raise

    def _prepare(self) -> None:
        self._refuse_other_programs()
        version = self._version()  # before anything is written
        for setting in (f"journal_mode={self._journal}", *_SETTINGS):
            self._db.execute(f"PRAGMA {setting}")
        if (found := self._value("PRAGMA quick_check(1)")) != "ok":
            raise _damaged(self.path, str(found).splitlines()[-1])
        if 0 < version < len(_MIGRATIONS):
            self._back_up(version)
        self._migrate()
        for columns in _READ:
            try:
                self._db.execute(f"SELECT {columns} LIMIT 0")
            except sqlite3.OperationalError as error:
                raise _damaged(self.path, str(error)) from error

    def _refuse_other_programs(self) -> None:
        names = self._db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        tables = {name for (name,) in names}
        ours = self._value("PRAGMA application_id") in (0, _APPLICATION)
        if not ours or (tables and not tables >= {"game", "event"}):
            raise StoreFailed(f"{self.path} belongs to another program; it was not changed")

    def _version(self) -> int:
        version = int(self._value("PRAGMA user_version"))
        if version > len(_MIGRATIONS):
            raise StoreFailed(f"{self.path} was written by a newer Sapper: version {version}")
        return version

    def _back_up(self, version: int) -> None:
        """Copy the file before a migration; a half-written copy never has the final name."""
        target = self.path.with_name(f"{self.path.name}.version-{version}")
        draft = self.path.with_name(f"{target.name}.draft")
        draft.unlink(missing_ok=True)
        self._db.execute("VACUUM INTO ?", (str(draft),))
        draft.replace(target)

    def _migrate(self) -> None:
        self.begin()
        version = self._version()  # again: another server may have been faster
        for number, migration in enumerate(_MIGRATIONS[version:], version + 1):
            for statement in filter(str.strip, migration.split(";")):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={number}")
        self.commit()

    @property
    def is_in_place(self) -> bool:
        """Whether the file that was opened still has its name."""
        try:
            return _identity(self.path) == self._identity
        except OSError:
            return False

    def _value(self, query: str) -> Any:
        return self._db.execute(query).fetchone()[0]

    def execute(self, query: str, values: Iterable[Any] = ()) -> sqlite3.Cursor:
        """Run a query, which is never a client's."""
        return self._db.execute(query, tuple(values))

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        """Begin to read one state of the file, whatever is written meanwhile."""
        self._db.execute("BEGIN")

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

    def append(self, game: str, *events: Event) -> None:
        rows = [(game, e.seq, e.verb, e.row, e.column, e.at, e.key) for e in events]
        self._db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def entry(self, game: str) -> Entry | None:
        found = self._db.execute(f"SELECT {_LISTED} FROM game WHERE id = ?", (game,)).fetchone()
        if found is None:
            return None
        with suppress(Misread):
            return _entry(found)
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
                    entry = _entry(row)
                except Misread:  # a disk or another program has spoiled it
                    self.damaged += 1
                    ended = limit < 0
                else:
                    limit -= 1
                    yield entry

    def close(self) -> None:
        self._db.close()


def _make_or_check(path: Path) -> None:
    """Make a file that only its owner can read; raise StoreFailed for one that is not SQLite's.

    SQLite itself would overwrite a very short file.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    if not path.is_file():
        raise StoreFailed(f"{path} is not a file, so it cannot hold games")
    with path.open("rb") as file:
        if (start := file.read(16)) and start != b"SQLite format 3\0":
            raise StoreFailed(f"{path} is not a file of games, or is damaged; it was not changed")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _unusable(path: Path, error: Exception) -> StoreFailed:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, str(error))
    return StoreFailed(f"cannot use {path} for games: {error}")


def _damaged(path: Path, what: str) -> StoreFailed:
    return StoreFailed(
        f"the games in {path} are damaged ({what}). Rename the file and start again to get a new "
        f"one; keep the old one: `sqlite3 FILE .recover` may save its games"
    )


def _entry(row: tuple[Any, ...]) -> Entry:
    """Read the row of a game; raise Misread if it is damaged."""
    return read(Entry, with_truths(Entry, dict(zip(_COLUMNS, row, strict=True))))


def with_truths(form: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with true and false where SQLite has 1 and 0."""
    names = [field.name for field in fields(form) if field.type == "bool"]
    return row | {name: bool(row[name]) for name in names if row[name] in (0, 1)}
