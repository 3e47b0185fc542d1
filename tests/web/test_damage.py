"""Damaged rows, schemas and files: each fault is named, and all that is sound is shown."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from harness.web_server import ServerProcess
from httpx import Client, TransportError

from sapper.web.forms.problems import Problem
from sapper.web.jobs.history import list_games, show_dailies, show_progress, sum_up
from sapper.web.store.entries import Entry
from sapper.web.store.games import Games
from sapper.web.store.opening import StoreFailed
from sapper.web.store.sqlite import Store

if TYPE_CHECKING:
    from harness.shared_server import SharedServer

SPOILS = {
    "bytes that are not text": "UPDATE game SET level = CAST(X'FF39' AS TEXT) WHERE id = 'game01'",
    "an id that is not text": "UPDATE game SET id = CAST(X'FFFF' AS TEXT) WHERE id = 'game01'",
    "a technique that there is not": "UPDATE game SET tier = 99 WHERE id = 'game01'",
    "a day that there is not": "UPDATE game SET date = '2026-02-30' WHERE id = 'game01'",
    "an outcome that there is not": "UPDATE game SET outcome = 'drawn' WHERE id = 'game01'",
    "a number that is text": "UPDATE game SET seq = 'many' WHERE id = 'game01'",
}
PATHS = ("history", "statistics", "progress", "daily", "export", "training")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Make a file with three games, which ended in the order of their ids."""
    path = tmp_path / "games.sqlite"
    with closing(Store(path)) as store:
        for number in range(3):
            games = Games(store)
            made = Entry(f"game{number:02}", 1.0 + number, "plain", "2x1/1", "2x1-gA", "none")
            stored = games.add(made)
            event = stored.next_event("open", (0, 0), 2.0 + number, None)
            stored.act(event)
            store.append(stored.entry.id, event)
            games.save(stored)
        store.execute("INSERT INTO missed VALUES ('game00', 3, 2)")
    return path


def spoil(data: Path, *statements: str) -> None:
    with closing(sqlite3.connect(data)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


@pytest.fixture
def damaged(data: Path, shared_server: SharedServer) -> Iterator[Client]:
    """Return a client of a server whose file the test spoils."""
    with shared_server.client(data) as client:
        yield client


def test_an_action_before_its_game_began_leaves_the_rest_to_export(
    data: Path, damaged: Client
) -> None:
    """A damaged time, which no game can have, leaves one game out of the export."""
    spoil(data, "UPDATE event SET at = 0.5 WHERE game = 'game01'")
    answer = damaged.get("/api/export")
    assert answer.status_code == 200
    assert [entry["id"] for entry in answer.json()["games"]] == ["game00", "game02"]


@pytest.mark.parametrize("fault", SPOILS)
def test_a_damaged_row_is_counted_and_the_rest_is_shown(
    data: Path, damaged: Client, fault: str
) -> None:
    """A damaged row of any kind is counted, and the list shows the other games."""
    spoil(data, SPOILS[fault])
    listed = damaged.get("/api/history").json()
    assert [game["id"] for game in listed["games"]] == ["game02", "game00"]
    assert listed["damaged"] == 1
    for path in PATHS:
        answer = damaged.get(f"/api/{path}")
        assert answer.status_code == 200, (path, answer.text)
    assert damaged.get("/api/games/game01").status_code in (404, 422)


def test_a_page_with_damaged_rows_is_full(data: Path, damaged: Client) -> None:
    """A damaged row takes no place in a page of the list, nor does the list end there."""
    spoil(data, SPOILS["a number that is text"])
    first = damaged.get("/api/history?limit=1").json()
    assert [game["id"] for game in first["games"]] == ["game02"]
    second = damaged.get("/api/history", params={"limit": 1, "before": first["next"]}).json()
    assert [game["id"] for game in second["games"]] == ["game00"]
    assert second["next"] is None


def test_damaged_mistakes_are_left_out(data: Path, damaged: Client) -> None:
    """Mistakes of techniques that there are not, and lists that are not, break nothing."""
    spoil(
        data,
        "INSERT INTO missed VALUES ('game00', 99, 1), ('game01', 2, 'many')",
        "INSERT INTO mistakes VALUES ('game00', 1, '[1, \"x\"]'), ('game01', 1, '{')",
        "INSERT INTO mistakes VALUES ('game02', 1, '" + "[" * 5000 + "')",
        "INSERT INTO attempt VALUES (1, 'mistake-game00-1', 'mixed', 'x', 'y', 0, 'z')",
    )
    found = damaged.get("/api/progress?level=2x1/1").json()
    assert [(each["tier"], each["count"]) for each in found["mistakes"]] == [(3, 2)]
    for path in PATHS:
        assert damaged.get(f"/api/{path}").status_code == 200, path
    assert damaged.post("/api/training/next").status_code == 200


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM trainer",
        "UPDATE trainer SET seed = 'x'",
        "UPDATE trainer SET scored = 'x'",
        "UPDATE trainer SET seed = -1",
        "UPDATE trainer SET standing = X'FF'",
        f"UPDATE trainer SET standing = '{'[' * 5000}'",
    ],
)
def test_a_trainer_that_was_lost_begins_anew(data: Path, damaged: Client, statement: str) -> None:
    """Without its row, or with a damaged one, the trainer gives puzzles from a new seed."""
    spoil(data, statement)
    first, second = (
        damaged.post("/api/training/next", json={"choice": "subset"}) for _ in range(2)
    )
    assert first.status_code == 200
    assert first.json()["id"] == second.json()["id"]
    assert damaged.get("/api/training").status_code == 200


def _use(path: Path) -> None:
    """Do what a server does with a file; raise StoreFailed if it is damaged."""
    with closing(Store(path)) as store:
        games = Games(store)
        with suppress(Problem):
            games.game("game00")
    data = str(path)
    list_games(data, {}, None, 10)
    sum_up(data)
    show_progress(data, "2x1/1", "plain", None)
    show_dailies(data, "2026-11-16")


def test_no_flipped_byte_of_the_schema_gives_another_error(data: Path, tmp_path: Path) -> None:
    """A byte flipped in the first page is named as damage, is harmless, or spoils one table.

    The command refuses the file with a message; a request gets 507.
    """
    with closing(sqlite3.connect(data)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    whole, dice = data.read_bytes(), random.Random(1)
    copy = tmp_path / "copy.sqlite"
    refused = 0
    for _ in range(150):
        place = dice.randrange(4096)
        spoiled = bytearray(whole)
        spoiled[place] ^= 1 << dice.randrange(8)
        copy.write_bytes(spoiled)
        try:
            _use(copy)
        except (StoreFailed, sqlite3.Error):
            refused += 1
        for name in (f"{copy.name}-wal", f"{copy.name}-shm"):
            (tmp_path / name).unlink(missing_ok=True)
    assert refused > 20


def test_a_file_that_was_removed_refuses_clicks(data: Path, damaged: Client) -> None:
    """No click is acknowledged into a file that is gone; put back, the file goes on."""
    away = data.with_name("away.sqlite")
    id = damaged.post("/api/games", json={}).json()["id"]
    body = {"action": "flag", "row": 0, "column": 0}
    data.rename(away)
    answer = damaged.post(f"/api/games/{id}/actions", json=body)
    assert answer.status_code == 507
    assert "moved, deleted or replaced" in answer.json()["detail"]
    assert damaged.get("/api/history").status_code == 507
    shutil.copy(away, data)
    assert damaged.post(f"/api/games/{id}/actions", json=body).status_code == 507
    away.replace(data)
    assert damaged.post(f"/api/games/{id}/actions", json=body).json()["seq"] == 1


def test_a_killed_server_leaves_no_file_of_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a server ends, what it had received of an import is gone."""
    spooled = tmp_path / "spooled"
    spooled.mkdir()
    monkeypatch.setenv("TMPDIR", str(spooled))

    def endless(server: ServerProcess) -> Iterator[bytes]:
        yield b'{"sapper":"history","version":1,"games":['
        while not _spools(server):
            yield b" " * 100_000
        server.kill()

    with ServerProcess(tmp_path / "games.sqlite") as server, Client(base_url=server.url) as client:
        headers = {"Content-Type": "application/json"}
        with pytest.raises(TransportError):
            client.post("/api/import", content=endless(server), headers=headers)
    assert list(spooled.iterdir()) == []


def _spools(server: ServerProcess) -> bool:
    """Tell whether a server has begun to keep an import in a file."""
    open_files = Path(f"/proc/{server.process.pid}/fd").iterdir()
    return any("spooled" in os.readlink(each) and each.stat().st_size for each in open_files)
