"""The file of games: versions, faults, and several users of one file."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from sapper.rules.errors import InvalidMove
from sapper.web.problems import Kind, Problem
from sapper.web.store.sqlite import Entry, Event, Store, StoreFailed
from sapper.web.store.thread import Games, StoreThread


def entry(id: str = "game01", board: str = "3x1-gA") -> Entry:
    return Entry(id, 1.0, "board", "3x1/1", board, "none")


def test_a_new_file_has_the_newest_version_and_is_sound(tmp_path: Path) -> None:
    """A new file is made with its folder, uses WAL, and passes the integrity check."""
    store = Store(tmp_path / "deep" / "down" / "games.sqlite")
    store.add(entry())
    assert store.entry("game01") == entry()
    assert store.integrity() == "ok"
    store.close()
    with sqlite3.connect(tmp_path / "deep/down/games.sqlite") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """A file of a newer version is refused with a clear message and not changed."""
    path = tmp_path / "games.sqlite"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreFailed, match="newer Sapper: version 99"):
        Store(path)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    """Any other file is refused with a clear message and not changed."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sapper, " * 100)
    with pytest.raises(StoreFailed, match="letter"):
        Store(path)
    assert path.read_text().startswith("Dear Sapper")


def test_the_writes_of_a_failed_call_are_rolled_back(tmp_path: Path) -> None:
    """A call that fails halfway leaves nothing; the calls beside it are kept."""

    def half_done(games: Games) -> None:
        games.store.add(entry("gone01"))
        raise Problem(Kind.INVALID, "no")

    async def run() -> list[object]:
        store = StoreThread(tmp_path / "games.sqlite")
        calls = [store.run(lambda games: games.add(entry())), store.run(half_done)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        found = await store.run(lambda games: games.store.entry("gone01"))
        kept = await store.run(lambda games: games.store.entry("game01"))
        store.close()
        return [*answers, found, kept]

    _, failed, gone, kept = asyncio.run(run())
    assert isinstance(failed, Problem)
    assert gone is None
    assert kept is not None


def test_a_game_that_another_server_changed_is_read_again(tmp_path: Path) -> None:
    """If a second server uses the file, the file counts and not memory."""
    path = tmp_path / "games.sqlite"

    def flag(games: Games) -> int:
        stored = games.game("game01")
        event = stored.next_event("flag", (0, stored.entry.seq), 2.0, None)
        stored.act(event)
        games.store.append("game01", event)
        games.save(stored)
        return len(stored.game.view.flags)

    async def run() -> list[int]:
        one, two = StoreThread(path), StoreThread(path)
        await one.run(lambda games: games.add(entry()))
        counts = [await store.run(flag) for store in (one, two, one)]
        one.close()
        two.close()
        return counts

    assert asyncio.run(run()) == [1, 2, 3]


def test_a_repeated_number_is_refused_by_the_file_itself(tmp_path: Path) -> None:
    """No two actions of a game have the same number or the same key."""
    store = Store(tmp_path / "games.sqlite")
    store.add(entry())
    store.append("game01", Event(1, "flag", 0, 0, 1.0, "key"))
    with pytest.raises(sqlite3.IntegrityError):
        store.append("game01", Event(1, "flag", 0, 1, 1.0))
    with pytest.raises(sqlite3.IntegrityError):
        store.append("game01", Event(2, "flag", 0, 1, 1.0, "key"))
    store.close()


def test_time_never_runs_backwards(tmp_path: Path) -> None:
    """A clock that is set back does not make a later action earlier."""

    def play(games: Games) -> float | None:
        stored = games.add(entry())
        for column, now in ((1, 100.0), (2, 50.0)):
            stored.act(stored.next_event("open", (0, column), now, None))
        with pytest.raises(InvalidMove, match="over"):
            stored.act(stored.next_event("flag", (0, 0), 60.0, None))
        return stored.entry.elapsed

    async def run() -> float | None:
        store = StoreThread(tmp_path / "games.sqlite")
        elapsed = await store.run(play)
        store.close()
        return elapsed

    assert asyncio.run(run()) == 0.0
