"""Opens the file of games: made, checked, and brought to the newest version after a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sapper.web.forms.problems import Kind, Problem
from sapper.web.store.entries import COLUMNS

MIGRATIONS = (
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

# what is read of each table
_READ = (
    f"{', '.join(COLUMNS)} FROM game",
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


class StoreFailed(Problem):
    """A file of games that cannot be used."""

    def __init__(self, what: str, kind: Kind = Kind.STORAGE) -> None:
        super().__init__(kind, what)


def open_file(path: Path, *, read_only: bool, journal: str) -> sqlite3.Connection:
    """Open the file of games; raise StoreFailed if it cannot be used."""
    try:
        if not read_only:
            _make_or_check(path)
        uri = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        db: sqlite3.Connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, timeout=10, factory=_Connection
        )
        db.text_factory = _TEXT
    except (OSError, sqlite3.Error) as error:
        raise StoreFailed(f"cannot open the games in {path}: {error}") from error
    if not read_only:
        with _closed_on_failure(db, path):
            _prepare(db, path, journal)
    return db


@contextmanager
def _closed_on_failure(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        db.close()
        raise _unusable(path, error) from error
    except StoreFailed:
        db.close()
        raise


def _prepare(db: sqlite3.Connection, path: Path, journal: str) -> None:
    _refuse_other_programs(db, path)
    version = _version(db, path)  # before anything is written
    for setting in (f"journal_mode={journal}", *_SETTINGS):
        db.execute(f"PRAGMA {setting}")
    if (found := _value(db, "PRAGMA quick_check(1)")) != "ok":
        raise _damaged(path, str(found).splitlines()[-1])
    if 0 < version < len(MIGRATIONS):
        _back_up(db, path, version)
    _migrate(db, path)
    for columns in _READ:
        try:
            db.execute(f"SELECT {columns} LIMIT 0")
        except sqlite3.OperationalError as error:
            raise _damaged(path, str(error)) from error


def _refuse_other_programs(db: sqlite3.Connection, path: Path) -> None:
    names = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    tables = {name for (name,) in names}
    ours = _value(db, "PRAGMA application_id") in (0, _APPLICATION)
    if not ours or (tables and not tables >= {"game", "event"}):
        raise StoreFailed(f"{path} belongs to another program; it was not changed")


def _version(db: sqlite3.Connection, path: Path) -> int:
    version = int(_value(db, "PRAGMA user_version"))
    if version > len(MIGRATIONS):
        raise StoreFailed(f"{path} was written by a newer Sapper: version {version}")
    return version


def _back_up(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy the file before a migration; a half-written copy never has the final name."""
    target = path.with_name(f"{path.name}.version-{version}")
    draft = path.with_name(f"{target.name}.draft")
    draft.unlink(missing_ok=True)
    db.execute("VACUUM INTO ?", (str(draft),))
    draft.replace(target)


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    db.execute("BEGIN IMMEDIATE")
    version = _version(db, path)  # again: another server may have been faster
    for number, migration in enumerate(MIGRATIONS[version:], version + 1):
        for statement in filter(str.strip, migration.split(";")):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={number}")
    db.execute("COMMIT")


def _value(db: sqlite3.Connection, query: str) -> Any:
    return db.execute(query).fetchone()[0]


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


def identity(path: Path) -> tuple[int, int]:
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
