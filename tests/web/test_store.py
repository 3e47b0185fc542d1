"""The file of games: versions, faults, and several users of one file."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sapper.rules.errors import InvalidMove
from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs.history import export_history, list_games, sum_up
from sapper.web.store.entries import Entry, Event
from sapper.web.store.games import Games
from sapper.web.store.opening import MIGRATIONS, StoreFailed
from sapper.web.store.sqlite import DamagedGame, Store
from sapper.web.store.statistics import statistics
from sapper.web.store.stored_game import StoredGame, replay
from sapper.web.store.thread import StoreThread


def entry(id: str = "game01", board: str = "3x1-gA") -> Entry:
    return Entry(id, 1.0, "board", "3x1/1", board, "none")


def test_a_new_file_has_the_newest_version_and_is_sound(tmp_path: Path) -> None:
    """A new file is made with its folder, uses WAL, and passes the integrity check."""
    store = Store(tmp_path / "deep" / "down" / "games.sqlite")
    store.add(entry())
    assert store.entry("game01") == entry()
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.close()
    with sqlite3.connect(tmp_path / "deep/down/games.sqlite") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    db.close()


def test_long_games_are_replayed_beside_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of many actions is replayed by another thread; one that is damaged there fails."""
    path = tmp_path / "games.sqlite"
    with closing(Store(path)) as store:
        for id in ("short1", "long01", "spoilt"):
            games = Games(store)
            stored = games.add(entry(id))
            for number in range(2 if id == "short1" else 3):
                event = stored.next_event("flag", (0, 0), 1.0 + number, None)
                stored.act(event)
                store.append(id, event)
            games.save(stored)
        store.execute("UPDATE event SET verb = 'dig' WHERE game = 'spoilt'")
    threads = dict[str, list[str]]()

    def noted(store: Store, found: Entry) -> StoredGame:
        threads.setdefault(found.id, []).append(threading.current_thread().name.split("_")[0])
        return replay(store, found)

    monkeypatch.setattr("sapper.web.store.games.replay", noted)
    monkeypatch.setattr("sapper.web.store.games._MOST_REPLAYED", 2)

    async def run() -> list[int | None]:
        with closing(StoreThread(path)) as store:
            found = [await _seq(store, id) for id in ("short1", "long01", "spoilt")]
            return [*found, await _seq(store, "long01")]

    assert asyncio.run(run()) == [2, 3, None, 3]
    assert threads["short1"] == ["store"]
    assert threads["long01"] == ["loader"]
    assert threads["spoilt"] == ["loader", "store"]


async def _seq(store: StoreThread, id: str) -> int | None:
    """Return the number of a game's last action; None if it is damaged."""
    try:
        return await store.read(lambda games: games.game(id).entry.seq)
    except DamagedGame:
        return None


def test_a_game_that_changed_while_it_was_replayed_is_read_again(tmp_path: Path) -> None:
    """A game replayed by another thread is dropped if the file has gone on since."""
    with closing(Store(tmp_path / "games.sqlite")) as store:
        games = Games(store)
        stored = games.add(entry())
        old = StoredGame(replace(stored.entry), [])
        event = stored.next_event("flag", (0, 0), 1.0, None)
        stored.act(event)
        store.append("game01", event)
        games.save(stored)
        games.take(old)
        assert games.game("game01").entry.seq == 1


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


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    """Pipes (on which SQLite would block forever) and folders are rejected with a message."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(StoreFailed, match="is not a file, so it cannot hold games"):
            Store(path)


def test_the_writes_of_a_failed_call_are_rolled_back(tmp_path: Path) -> None:
    """A call that fails halfway leaves nothing; the calls beside it are kept."""

    def half_done(games: Games) -> None:
        games.store.add(entry("gone01"))
        raise Problem(Kind.INVALID, "no")

    async def run() -> list[object]:
        store = StoreThread(tmp_path / "games.sqlite")
        calls = [store.write(lambda games: games.add(entry())), store.write(half_done)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        found = await store.read(lambda games: games.store.entry("gone01"))
        kept = await store.read(lambda games: games.store.entry("game01"))
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
        await one.write(lambda games: games.add(entry()))
        counts = [await store.write(flag) for store in (one, two, one)]
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


def test_a_clock_that_is_set_back_makes_no_record(tmp_path: Path) -> None:
    """No action is earlier than the one before, and the game has no time to compare.

    The same game with a good clock has one.
    """

    def best(games: Games, id: str, second: float) -> tuple[StoredGame, float | None]:
        stored = games.add(replace(entry(id), kind="plain", level="3x1/1"))
        for column, now in ((1, 100.0), (2, second)):
            stored.act(stored.next_event("open", (0, column), now, None))
        counted = replace(stored.entry, unranked=None)  # both games have the same board
        return stored, statistics([counted]).levels[0].best_time

    def play(games: Games) -> tuple[float, float | None]:
        assert best(games, "honest", 101.0)[1] == 1.0
        stored, time = best(games, "forged", 50.0)
        assert time is None
        with pytest.raises(InvalidMove, match="over"):
            stored.act(stored.next_event("flag", (0, 0), 60.0, None))
        return stored.events[-1].at, stored.entry.elapsed

    async def run() -> tuple[float, float | None]:
        store = StoreThread(tmp_path / "games.sqlite")
        played = await store.write(play)
        store.close()
        return played

    assert asyncio.run(run()) == (100.0, None)


def test_an_undone_action_is_replayed_into_the_record(tmp_path: Path) -> None:
    """A game read from its file has the same view and the same actions as before, undo included."""
    store = Store(tmp_path / "games.sqlite")
    played = StoredGame(replace(entry(), board="4x3-gBA", level="4x3/2"), [])
    store.add(played.entry)
    actions = [("open", (0, 1)), ("flag", (1, 0)), ("chord", (0, 1)), ("undo", None)]
    for at, (verb, cell) in enumerate([*actions, ("flag", (1, 0)), ("open", (1, 1))]):
        event = played.next_event(verb, cell, float(at), None)
        played.act(event)
        store.append("game01", event)
    again = replay(store, played.entry)
    store.close()
    assert again.game.actions == played.game.actions
    assert [str(action.type) for action in again.game.actions][2:4] == ["chord", "undo"]
    assert (again.game.view, again.game.outcome) == (played.game.view, played.game.outcome)


def test_a_file_of_an_older_version_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    """A migration keeps the games and leaves a copy of the old file beside the new one."""
    path = tmp_path / "games.sqlite"
    old_file(path)
    store = Store(path)
    assert store.entry("game01") == replace(entry(), unranked="chosen")
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert db.execute("PRAGMA application_id").fetchone() == (0x53415052,)
    with closing(sqlite3.connect(tmp_path / "games.sqlite.version-1")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT id FROM game").fetchall() == [("game01",)]


def old_file(path: Path) -> None:
    """Write a file of version 1 with one game."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(MIGRATIONS[0])
        db.execute("PRAGMA user_version = 1")
        values = ("game01", 1.0, "board", "3x1/1", "3x1-gA", "none", 0, "playing", 0, 0, 0)
        columns = (
            "id, created, kind, level, board, first_click, seq, outcome, undos, helped, clicks"
        )
        db.execute(f"INSERT INTO game ({columns}) VALUES ({', '.join('?' * 11)})", values)
        db.commit()


def test_old_games_are_ranked_by_what_is_known_of_them(tmp_path: Path) -> None:
    """Games from before there were ranked ones count unless something speaks against it."""
    path = tmp_path / "games.sqlite"
    games = {
        "plain1": ("plain", 0, 0, None),
        "undone": ("plain", 1, 1, None),
        "helped": ("no_guess", 0, 1, None),
        "again1": ("again", 0, 0, None),
        "given1": ("board", 0, 0, None),
        "import": ("imported", 0, 0, None),
        "daily1": ("daily", 0, 0, "2026-01-02"),
        "daily2": ("daily", 0, 0, "2026-01-02"),
        "daily3": ("daily", 0, 0, "2026-01-03"),
    }
    with closing(sqlite3.connect(path)) as db:
        unranked = next(n for n, each in enumerate(MIGRATIONS) if "unranked" in each)
        for migration in MIGRATIONS[:unranked]:
            db.executescript(migration)
        db.execute(f"PRAGMA user_version = {unranked}")
        columns = "id, created, kind, level, board, first_click, seq, outcome, undos, helped"
        for number, (id, (kind, undos, helped, date)) in enumerate(games.items()):
            row = (id, number, kind, "3x1/1", "3x1-gA", "none", 1, "won", undos, helped, date)
            marks = ", ".join("?" * 11)
            db.execute(f"INSERT INTO game ({columns}, date, clicks) VALUES ({marks}, 1)", row)
        db.commit()
    with closing(Store(path)) as store:
        found = {entry.id: entry.unranked for entry in store.entries("1", (), "created")}
    assert list(found) == list(games)
    assert [id for id, unranked in found.items() if unranked is None] == [
        "plain1",
        "daily1",
        "daily3",
    ]
    assert {found["undone"], found["helped"], found["daily2"]} == {"undo", "help", "seen"}


@pytest.mark.parametrize("mark", ["CREATE TABLE diary (day TEXT)", "PRAGMA application_id = 7"])
def test_a_database_of_another_program_is_not_touched(tmp_path: Path, mark: str) -> None:
    """Another program's SQLite file is refused and stays the same, byte for byte."""
    path = tmp_path / "diary.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute(mark)
    before = path.read_bytes()
    with pytest.raises(StoreFailed, match="belongs to another program"):
        Store(path)
    assert path.read_bytes() == before
    assert [other.name for other in tmp_path.iterdir()] == ["diary.sqlite"]


def test_games_that_nobody_played_are_deleted_in_time(tmp_path: Path) -> None:
    """A new game removes those without any action that are older than a week."""
    week = 7 * 24 * 3600

    def ids(games: Games) -> list[str]:
        games.add(replace(entry("old001"), created=1.0))
        played = games.add(replace(entry("played"), created=1.0))
        event = played.next_event("flag", (0, 0), 2.0, None)
        played.act(event)
        games.save(played)
        games.add(replace(entry("recent"), created=10.0))
        games.add(replace(entry("new001"), created=week + 5.0))
        return [found.id for found in games.store.entries("1", (), "id")]

    async def run() -> list[str]:
        store = StoreThread(tmp_path / "games.sqlite")
        found = await store.write(ids)
        store.close()
        return found

    assert asyncio.run(run()) == ["new001", "played", "recent"]


def test_clicks_and_the_history_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """The history is read while a transaction writes, and a click is saved during an export."""
    path = tmp_path / "games.sqlite"
    with closing(Store(path)) as store:
        stored = StoredGame(entry(), [])
        store.add(stored.entry)
        assert stored.game.layout is not None
        lost = stored.next_event("open", next(iter(stored.game.layout.mines)), 2.0, None)
        stored.act(lost)
        store.append("game01", lost)
        store.update(stored.entry)
        with store.transaction():
            store.update(replace(stored.entry, helped=True))
            exported = export_history(str(path))
            begun = next(exported)
            assert '"id":"game01"' in begun
            assert list_games(str(path), {}, None, 10).total == 1
            assert sum_up(str(path)).games == 1
        (game,) = json.loads("".join([begun, *exported]))["games"]
        assert (game["id"], game["helped"]) == ("game01", False)
