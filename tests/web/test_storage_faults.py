"""A full disk, I/O errors and torn files: nothing acknowledged is lost, and the words are clear.

In the manner of SQLite's own tests, one fault is made at every place where one can happen.
"""

from __future__ import annotations

import asyncio
import errno
import json
import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness.web_server import ServerProcess

from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs import importing
from sapper.web.jobs.worker import HEAD, answers
from sapper.web.store.entries import Entry
from sapper.web.store.games import Games
from sapper.web.store.opening import StoreFailed
from sapper.web.store.sqlite import Store
from sapper.web.store.thread import StoreThread


class FaultyConnection:
    """A connection whose n-th statement fails, as a disk that does not answer makes it fail."""

    def __init__(self, db: sqlite3.Connection, n: int) -> None:
        self._db = db
        self._left = n

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        self._count()
        return self._db.execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        self._count()
        return self._db.executemany(*arguments)

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise sqlite3.OperationalError("disk I/O error")

    def close(self) -> None:
        self._db.close()

    @property
    def failed(self) -> bool:
        return self._left <= 0


def flag(games: Games) -> int:
    """Put the next flag into the game and return its number."""
    stored = games.game("game01")
    seq = stored.entry.seq
    event = stored.next_event("flag", (seq % 9, seq // 9 % 9), 1.0, f"key-{seq}")
    stored.act(event)
    games.store.append("game01", event)
    games.save(stored)
    return stored.entry.seq


def stored_flags(path: Path) -> int:
    """Return the number of stored actions; fail if the file is not sound."""
    store = Store(path)
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    numbers = [event.seq for event in store.events("game01")]
    entry = store.entry("game01")
    store.close()
    assert numbers == list(range(1, len(numbers) + 1))
    assert entry is not None
    assert entry.seq == len(numbers)
    return len(numbers)


def new_store(path: Path) -> StoreThread:
    store = Store(path)
    store.add(Entry("game01", 1.0, "board", "9x9/10", "9x9x10-none-1-0", "none"))
    store.close()
    return StoreThread(path)


async def attempt(store: StoreThread, acknowledged: list[int]) -> Problem | None:
    """Flag once; note the number that was acknowledged, or return the problem."""
    try:
        acknowledged.append(await store.write(flag))
    except Problem as problem:
        return problem
    return None


async def fail_once(path: Path, n: int) -> bool:
    """Let the n-th statement fail; return whether there was one."""
    acknowledged = list[int]()

    def break_it(games: Games) -> FaultyConnection:
        faulty = FaultyConnection(games.store._db, n)
        games.store._db = faulty  # type: ignore[assignment]  # all that the store uses of it
        return faulty

    with closing(new_store(path)) as store:
        faulty = await store.write(break_it)
        problems = [await attempt(store, acknowledged) for _ in range(3)]
        failed = faulty.failed
        assert not failed or await attempt(store, acknowledged) is None  # it works again
    assert all(problem is None or problem.kind is Kind.STORAGE for problem in problems)
    assert acknowledged == list(range(1, len(acknowledged) + 1))
    assert stored_flags(path) == len(acknowledged)
    return failed


def test_no_statement_can_fail_harmfully(tmp_path: Path) -> None:
    """Whichever statement fails, the call is refused or done, and the next ones work."""
    n = 3  # the first two end the call that broke the connection
    while asyncio.run(fail_once(tmp_path / f"{n}.sqlite", n)):
        n += 1
    assert n > 15


def limit_pages(games: Games, most: int) -> None:
    games.store._db.execute(f"PRAGMA max_page_count = {most}").fetchone()


def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    """When no page can be added, actions are refused as a fault of storage, until there is room."""
    path = tmp_path / "games.sqlite"

    async def run() -> list[int]:
        acknowledged = list[int]()
        with closing(new_store(path)) as store:
            await store.write(lambda games: limit_pages(games, 1))  # as many as there are
            problem = None
            while problem is None:
                problem = await attempt(store, acknowledged)
            assert problem.kind is Kind.STORAGE
            assert "free some disk space" in str(problem)
            await store.write(lambda games: limit_pages(games, 1_000_000))
            assert await attempt(store, acknowledged) is None
        return acknowledged

    acknowledged = asyncio.run(run())
    assert stored_flags(path) == len(acknowledged) == acknowledged[-1]


def test_a_server_on_a_full_disk_says_so_and_recovers(tmp_path: Path) -> None:
    """A file that may not grow is answered with 507 and a sentence; reading still works."""
    with (
        ServerProcess(tmp_path / "games.sqlite") as server,
        httpx.Client(base_url=server.url, timeout=60) as client,
    ):
        id = client.post("/api/games", json={}).json()["id"]
        url, body = f"/api/games/{id}", {"action": "flag", "row": 0, "column": 0}
        before = client.post(f"{url}/actions", json=body).json()["seq"]
        pid, limit = server.process.pid, resource.RLIMIT_FSIZE
        old = resource.prlimit(pid, limit, (0, resource.RLIM_INFINITY))
        answer = client.post(f"{url}/actions", json=body)
        assert (answer.status_code, answer.json()["kind"]) == (507, "storage")
        assert "free some disk space" in answer.json()["detail"]
        assert client.get(url).json()["seq"] == before
        resource.prlimit(pid, limit, old)
        assert client.post(f"{url}/actions", json=body).json()["seq"] == before + 1


def test_an_import_on_a_full_disk_says_so_and_recovers(tmp_path: Path) -> None:
    """A body that the server cannot write to a file is answered with 507, and then accepted."""
    with (
        ServerProcess(tmp_path / "games.sqlite") as server,
        httpx.Client(base_url=server.url, timeout=60) as client,
    ):
        id = client.post("/api/games", json={"layout": "*.."}).json()["id"]
        client.post(f"/api/games/{id}/actions", json={"action": "open", "row": 0, "column": 2})
        history, limit = client.get("/api/export").json(), resource.RLIMIT_FSIZE
        pid = server.process.pid
        for _ in range(2):  # the first import makes a folder known
            old = resource.prlimit(pid, limit, (0, resource.RLIM_INFINITY))
            answer = client.post("/api/import", json=history)
            assert (answer.status_code, answer.json()["kind"]) == (507, "storage")
            assert "free some disk space" in answer.json()["detail"]
            resource.prlimit(pid, limit, old)
            assert client.post("/api/import", json=history).json()["already"] == 1


def test_a_worker_on_a_full_disk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that cannot write what it checked answers with a fault of storage."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(importing, "TemporaryFile", full)
    (message,) = answers("import", {"path": "body", "now": 1.0}, "names")
    assert json.loads(message[HEAD:])["kind"] == "storage"


def damaged_files() -> list[Any]:
    """Return ways to spoil the bytes of a file."""
    cuts = [pytest.param(lambda data, n=n: data[:n], id=f"cut at {n}") for n in (1, 100, 5000)]
    zeros = [
        pytest.param(
            lambda data, n=n: data[:n] + bytes(3000) + data[n + 3000 :], id=f"zeros at {n}"
        )
        for n in (0, 4096, 8192, 12288)
    ]
    letters = pytest.param(lambda data: data[:4096] + b"\xa5" * (len(data) - 4096), id="letters")
    return [*cuts, *zeros, letters]


@pytest.mark.parametrize("spoil", damaged_files())
def test_a_torn_file_is_refused_in_words_and_kept(tmp_path: Path, spoil: Any) -> None:
    """A damaged file is refused with a way out and stays as it is."""
    path = tmp_path / "games.sqlite"
    with closing(new_store(path)) as store:
        for _ in range(30):
            asyncio.run(attempt(store, []))
    spoiled = spoil(path.read_bytes())
    path.write_bytes(spoiled)
    with pytest.raises(StoreFailed, match=r"damaged .*Rename the file|is not a file of games"):
        Store(path)
    assert path.read_bytes() == spoiled
