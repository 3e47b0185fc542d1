"""kill -9 during play: everything that was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import httpx
from harness.waiting import wait_until
from harness.web_server import QuickServer

from sapper.web.store.thread import StoreThread

KILLS = 50


def flag_until_killed(client: httpx.Client, id: str, seq: int, acknowledged: list[int]) -> None:
    """Flag cell after cell as fast as answers come; note each number that was acknowledged."""
    while True:
        cell = {"row": seq % 9, "column": seq // 9 % 9}
        body: dict[str, Any] = {"action": "flag", "expected": seq} | cell
        try:
            seq = client.post(f"/api/games/{id}/actions", json=body).json()["seq"]
        except (httpx.HTTPError, ValueError):
            return
        acknowledged.append(seq)


def crash_once(data: Path, id: str | None) -> tuple[str, int]:
    """Play and kill the server meanwhile; return the game and the last acknowledged number."""
    server = QuickServer(data)
    try:
        # there is no encryption, and loading certificates takes longer than playing
        client = httpx.Client(base_url=server.url, timeout=30, verify=False)
        id = id or client.post("/api/games", json={}).json()["id"]
        seq = client.get(f"/api/games/{id}").json()["seq"]
        acknowledged = [seq]
        playing = threading.Thread(target=flag_until_killed, args=(client, id, seq, acknowledged))
        playing.start()
        wait_until(lambda: len(acknowledged) >= 4 or not playing.is_alive(), "four answers")
        playing.join(0.003 * (seq % 7))  # kill it at a different moment each time
    finally:
        server.kill()
    playing.join()
    client.close()
    assert len(acknowledged) >= 4
    return str(id), acknowledged[-1]


def test_no_acknowledged_action_is_lost(tmp_path: Path) -> None:
    """After each of fifty kills the store is sound and has every acknowledged action, in order."""
    data, id = tmp_path / "games.sqlite", None
    for _ in range(KILLS):
        id, last = crash_once(data, id)
        with sqlite3.connect(data) as db:
            found = db.execute("SELECT seq FROM event WHERE game = ? ORDER BY seq", (id,))
            numbers = [seq for (seq,) in found]
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= last
    assert replayed(data, str(id)) == len(numbers)


def replayed(data: Path, id: str) -> int:
    """Play the stored game again; return its number."""

    async def read() -> int:
        store = StoreThread(data)
        seq = await store.run(lambda games: games.game(id).entry.seq)
        store.close()
        return seq

    return asyncio.run(read())
