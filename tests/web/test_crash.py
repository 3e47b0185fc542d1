"""kill -9 during play, imports and exports: everything that was acknowledged is there afterwards.

`make test-long` kills more often.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from harness.scale import repeats
from harness.waiting import wait_until
from harness.web_server import QuickServer

from sapper.web.store.thread import StoreThread

KILLS = repeats(20, 200)
TRANSFER_KILLS = max(5, KILLS // 8)


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


def crash_once(
    data: Path, id: str | None, beside: Callable[[httpx.Client], None] | None = None
) -> tuple[str, int]:
    """Play and kill the server at once; return the game and the last acknowledged number."""
    server = QuickServer(data)
    try:
        # there is no encryption, and loading certificates takes longer than playing
        client = httpx.Client(base_url=server.url, timeout=30, verify=False)
        id = id or client.post("/api/games", json={}).json()["id"]
        seq = client.get(f"/api/games/{id}").json()["seq"]
        acknowledged = [seq]
        playing = [threading.Thread(target=flag_until_killed, args=(client, id, seq, acknowledged))]
        if beside is not None:
            playing.append(threading.Thread(target=beside, args=(client,)))
        for thread in playing:
            thread.start()
        wait_until(lambda: len(acknowledged) >= 4 or not playing[0].is_alive(), "four answers")
        playing[-1].join(0.003 * (seq % 7) * (1 if beside is None else 30))
    finally:
        server.kill()  # at a different moment each time
    for thread in playing:
        thread.join()
    client.close()
    assert len(acknowledged) >= 4
    return str(id), acknowledged[-1]


def stored_numbers(data: Path, id: str) -> list[int]:
    """Return the numbers of a game's stored actions; fail if the file is not sound."""
    with closing(sqlite3.connect(data)) as db:
        found = db.execute("SELECT seq FROM event WHERE game = ? ORDER BY seq", (id,)).fetchall()
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    return [seq for (seq,) in found]


def test_no_acknowledged_action_is_lost(tmp_path: Path) -> None:
    """After each kill the store is sound and has every acknowledged action, in order."""
    data, id = tmp_path / "games.sqlite", None
    for _ in range(KILLS):
        id, last = crash_once(data, id)
        numbers = stored_numbers(data, id)
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= last
    assert replayed(data, str(id)) == len(numbers)


def test_kills_during_transfers_lose_nothing(tmp_path: Path) -> None:
    """Kills during imports and exports leave whole games only, and all of an acknowledged import.

    An import that was killed is done again: then all of its games are there.
    """
    data, id = tmp_path / "games.sqlite", None
    imported: list[str] = []
    for number in range(TRANSFER_KILLS):
        document = history(number)

        def transfer(client: httpx.Client, document: Any = document) -> None:
            try:
                answer = client.post("/api/import", json=document)
                imported.extend(answer.json()["ids"])
                while True:
                    client.get("/api/export")
            except (httpx.HTTPError, ValueError):
                return

        id, last = crash_once(data, id, transfer)
        assert len(stored_numbers(data, id)) >= last
        with closing(sqlite3.connect(data)) as db:
            counted = dict(db.execute("SELECT game, count(*) FROM event GROUP BY game"))
            whole = dict(db.execute("SELECT id, seq FROM game WHERE kind = 'imported'"))
        assert {game: counted.get(game) for game in whole} == whole
        assert set(imported) <= set(whole)


def history(number: int) -> dict[str, Any]:
    """Make an export of 200 games of three actions each."""
    rows = ["*..", "...", "..."]
    layout = {"sapper": "layout", "version": 1, "width": 3, "height": 3, "mines": 1, "rows": rows}
    cells = [("flag", 0, 0), ("flag", 0, 0), ("open", 2, 2)]
    actions = [{"action": verb, "row": row, "column": column} for verb, row, column in cells]
    game = {"sapper": "game", "version": 1, "level": "3x3/1", "first_click": "none"}
    game |= {"layout": layout, "actions": actions, "outcome": "won"}
    games = [{"id": f"import{number}x{n}", "game": game} for n in range(200)]
    return {"sapper": "history", "version": 1, "games": games}


def replayed(data: Path, id: str) -> int:
    """Play the stored game again; return its number."""

    async def read() -> int:
        with closing(StoreThread(data)) as store:
            return await store.read(lambda games: games.game(id).entry.seq)

    return asyncio.run(read())
