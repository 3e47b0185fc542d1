"""Attacks on the server: each is one round against a target that keeps playing."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from attack.target import PATIENCE, TOKEN, Lost, Player, Target

Dice = random.Random
Round = Callable[[Target, Dice], None]
_POST = (
    "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    "Authorization: Bearer {token}\r\n{length}\r\n\r\n"
)


@contextmanager
def _sockets(target: Target, count: int, data: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections and send the same on each."""
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            one = stack.enter_context(closing(socket.create_connection(target.host, timeout=30)))
            one.setblocking(True)
            one.sendall(data)
            found.append(one)
        yield found


def _head(target: Target, path: str, length: str, token: str = TOKEN) -> bytes:
    host = ":".join(map(str, target.host))
    return _POST.format(path=path, host=host, token=token, length=length).encode()


def _send_all(one: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # the server may end it
        one.sendall(data)


def trickle(target: Target, dice: Dice) -> None:
    """Bodies in one-byte chunks, with and without the token."""
    token = dice.choice([TOKEN, "wrong"])
    head = _head(target, "/api/analyse", "Transfer-Encoding: chunked", token)
    count = dice.randint(2, 8)
    with (
        Player(target).playing(),
        _sockets(target, count, head) as slow,
        ThreadPoolExecutor(count) as pool,
    ):
        list(pool.map(lambda one: _send_all(one, b"1\r\n \r\n" * 60_000), slow))


def idle(target: Target, dice: Dice) -> None:
    """More connections than there are descriptors, which ask nothing or half a request."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
    headless = _head(target, "/api/analyse", "Content-Length: 9")
    begun = dice.choice([b"", b"GET / HTTP/1.1\r\nHost: 127", headless])
    count = min(dice.randint(900, 1300), most - 100)
    with Player(target).playing(), _sockets(target, count, begun):
        for _ in range(10):
            with target.stranger(Authorization=f"Bearer {TOKEN}") as client:
                answer = client.get("/api/about")
            if answer.status_code not in (200, 503):
                raise Lost(f"a newcomer got {answer.status_code}")


def slow_headers(target: Target, dice: Dice) -> None:
    """Headers that come byte by byte, on many connections."""
    with Player(target).playing(), _sockets(target, 200, b"GET / HTTP/1.1\r\n") as all_of_them:
        for letter in b"X-Slow: " + bytes(dice.choices(b"abc", k=60)):
            for one in all_of_them:
                _send_all(one, bytes([letter]))


def large(target: Target, dice: Dice) -> None:
    """Bodies beyond the limits get an answer that can be read."""
    with Player(target).playing():
        for _ in range(3):
            size = dice.randint(2, 40) << 20
            answer = target.client.post(
                "/api/analyse",
                content=b" " * size,
                headers={"Content-Type": "application/json"},
            )
            if answer.status_code != 413:
                raise Lost(f"{size} bytes were answered with {answer.status_code}")


def greedy(target: Target, dice: Dice) -> None:
    """Many clients at once, each asking for what costs most; the player is served all the same."""
    asks: list[tuple[str, str, Any]] = [
        ("GET", "/api/history?limit=500", None),
        ("GET", "/api/export", None),
        ("GET", "/api/statistics", None),
        ("POST", "/api/boards", {"level": "30x16/130", "no_guess": 6, "count": 20}),
        ("POST", "/api/analyse", {"position": "\n".join(["#" * 200] * 200)}),
        ("POST", "/api/games", {"level": "200x200/8000"}),
    ]
    with Player(target).playing():
        asyncio.run(_ask_at_once(target, dice.choices(asks, k=dice.randint(50, 200))))


async def _ask_at_once(target: Target, asks: list[tuple[str, str, Any]]) -> None:
    limits = httpx.Limits(max_connections=200)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(
        base_url=target.url, limits=limits, headers=headers, timeout=PATIENCE, verify=False
    ) as client:
        waiting = [client.request(method, path, json=body) for method, path, body in asks]
        for answer in await asyncio.gather(*waiting, return_exceptions=True):
            if isinstance(answer, httpx.Response):
                target.check(answer)


def long_games(target: Target, dice: Dice) -> None:
    """Games of thousands of actions on large boards, read in turn by a server that is new."""
    games = [_long_game(dice) for _ in range(dice.randint(2, 8))]
    document = {"sapper": "history", "version": 1, "games": games}
    ids = target.ask("POST", "/api/import", json=document).json()["ids"]
    target.restart()
    with Player(target).playing():
        for id in ids:
            target.ask("GET", f"/api/games/{id}")


def _long_game(dice: Dice) -> dict[str, Any]:
    cells = [("flag", dice.randrange(200), dice.randrange(200)) for _ in range(19_000)]
    actions = [{"action": verb, "row": row, "column": column} for verb, row, column in cells]
    game = {"sapper": "game", "version": 1, "level": "200x200/8000", "first_click": "safe"}
    return {"game": game | {"seed": dice.getrandbits(32), "index": 0, "actions": actions}}


def races(target: Target, dice: Dice) -> None:
    """Clicks, deletions and daily boards at the same instant: one order, one game a day."""
    day = f"2025-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
    size = dice.choice(["beginner", "intermediate"])
    with ThreadPoolExecutor(8) as pool:
        request = {"daily": day, "level": size}
        begun = list(pool.map(lambda _: target.ask("POST", "/api/games", json=request), range(8)))
        if len({answer.json()["id"] for answer in begun}) > 1:
            raise Lost(f"the board of {day} was begun twice")
        id = target.ask("POST", "/api/games", json={}).json()["id"]
        body = {"action": "flag", "row": 0, "column": 0, "expected": 0}
        path = f"/api/games/{id}/actions"
        done = list(pool.map(lambda _: target.ask("POST", path, json=body), range(8)))
        if sorted(answer.status_code for answer in done) != [200] + [409] * 7:
            raise Lost("one action was done more than once")
        mixed = [("DELETE", f"/api/games/{id}"), ("POST", f"/api/games/{id}/hint"), ("POST", path)]
        list(pool.map(lambda one: target.ask(*one, json=body), mixed * 3))


def kills(target: Target, dice: Dice) -> None:
    """End the server by kill -9 during clicks and an import: nothing acknowledged is lost."""
    id = target.ask("POST", "/api/games", json={}).json()["id"]
    seq = 0
    with ThreadPoolExecutor(1) as pool:
        importing = pool.submit(_import_until_killed, target, dice.getrandbits(32))
        ends = time.monotonic() + dice.uniform(0.05, 0.6)
        while time.monotonic() < ends:
            body = {"action": "flag", "row": seq % 9, "column": seq // 9 % 9}
            seq = target.ask("POST", f"/api/games/{id}/actions", json=body).json()["seq"]
        target.server.process.kill()
        importing.result()
    target.restart()
    stored = target.ask("GET", f"/api/games/{id}").json()["seq"]
    if stored != seq:
        raise Lost(f"{seq} actions were acknowledged, {stored} are stored")
    with closing(sqlite3.connect(target.data)) as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Lost("the file is damaged after a kill")


def _import_until_killed(target: Target, seed: int) -> None:
    dice = Dice(seed)
    games = [_long_game(dice) for _ in range(2)]
    document = {"sapper": "history", "version": 1, "games": games}
    with suppress(httpx.TransportError), target.stranger(Authorization=f"Bearer {TOKEN}") as client:
        client.post("/api/import", json=document)


def dead_workers(target: Target, dice: Dice) -> None:
    """End idle workers by kill -9: the next hint is answered all the same."""
    id = target.ask("POST", "/api/games", json={}).json()["id"]
    target.ask("POST", f"/api/games/{id}/hint")
    for _ in range(5):
        pid = target.server.process.pid
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(int(worker), signal.SIGKILL)
        answer = target.client.post(f"/api/games/{id}/hint")
        if answer.status_code != 200:
            raise Lost(f"after its worker was killed, a hint was answered with {answer.text[:200]}")


_COLUMNS = {
    "game": "level board first_click kind tier date seq outcome started ended undos helped "
    "clicks bbbv accuracy timed unranked given created",
    "event": "verb row column at key",
    "attempt": "puzzle technique rating solved at",
    "mistakes": "seq numbers",
    "missed": "tier count",
    "trainer": "seed scored standing",
}
_VALUES = [
    *("NULL", "99", "-1", "1e300", "9223372036854775807", "''", "'x'", "'[[[[['", "X'00FF'"),
    *("CAST(X'FFFE' AS TEXT)", "'{}'", "'2026-02-30'", "zeroblob(1000)", "0.5"),
]


def damage(target: Target, dice: Dice) -> None:
    """Spoil values of any table: lists name them and go on; nothing is a bug of the server."""
    id = target.ask("POST", "/api/games", json={"layout": "*..\n...\n..."}).json()["id"]
    body = {"action": "open", "row": 0, "column": 0}
    target.ask("POST", f"/api/games/{id}/actions", json=body)
    target.ask("POST", f"/api/games/{id}/ending")
    backup = _rows(target.data)
    for _ in range(8):
        table = dice.choice(list(_COLUMNS))
        column, value = dice.choice(_COLUMNS[table].split()), dice.choice(_VALUES)
        _spoil(target.data, f"UPDATE {table} SET {column} = {value}")
        _read_all(target, id, f"{table}.{column} = {value}")
        _restore(target.data, backup)


def _spoil(data: Path, change: str) -> None:
    with closing(sqlite3.connect(data, timeout=30)) as db, suppress(sqlite3.IntegrityError):
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(change)
        db.commit()


def _read_all(target: Target, id: str, change: str) -> None:
    """Ask for everything that is stored; a list that is not shown is lost."""
    lists = ["history", "statistics", "progress", "daily", "export", "training"]
    calls: list[tuple[str, str, object]] = [("GET", path, None) for path in [*lists, f"games/{id}"]]
    calls += [("POST", f"games/{id}/review", None)]
    calls += [("POST", "training/next", {"choice": name}) for name in ("mixed", "mistakes")]
    for method, path, body in calls:
        answer = target.client.request(method, f"/api/{path}", json=body)
        must = path in lists or body == {"choice": "mixed"}
        if answer.status_code >= 500 or (must and answer.status_code != 200):
            raise Lost(f"{change}: /api/{path}: {answer.text[:200]}")


def _rows(data: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(data, timeout=30)) as db:
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in _COLUMNS}


def _restore(data: Path, rows: dict[str, list[Any]]) -> None:
    with closing(sqlite3.connect(data, timeout=30)) as db:
        for table, kept in rows.items():
            db.execute(f"DELETE FROM {table}")
            if kept:
                marks = ", ".join("?" * len(kept[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", kept)
        db.commit()


def full_disk(target: Target, dice: Dice) -> None:
    """Let the file not grow: clicks get 507 while there is no room, and work afterwards."""
    id = target.ask("POST", "/api/games", json={}).json()["id"]
    body, path = {"action": "flag", "row": 0, "column": 0}, f"/api/games/{id}/actions"
    seq = target.ask("POST", path, json=body).json()["seq"]
    pid, limit = target.server.process.pid, resource.RLIMIT_FSIZE
    old = resource.prlimit(pid, limit, (dice.choice([0, 4096]), resource.RLIM_INFINITY))
    try:
        answers = [target.client.post(path, json=body) for _ in range(5)]
        answers.append(target.client.post("/api/import", json={"sapper": "history"}))
    finally:
        resource.prlimit(pid, limit, old)
    if {answer.status_code for answer in answers[:5]} != {507}:
        raise Lost("a click was acknowledged that could not be written")
    if target.ask("GET", f"/api/games/{id}").json()["seq"] != seq:
        raise Lost("a click that was refused is there")
    if target.ask("POST", path, json=body).json()["seq"] != seq + 1:
        raise Lost("with room again, a click was refused")


def imports(target: Target, dice: Dice) -> None:
    """Spoiled, nested, cut or huge histories: refused with a message, in little memory."""
    with Player(target).playing():
        for _ in range(6):
            body = _hostile_import(dice)
            headers = {"Content-Type": "application/json"}
            answer = target.ask("POST", "/api/import", content=body, headers=headers)
            if answer.status_code not in (200, 413, 422):
                raise Lost(f"an import was answered with {answer.status_code}: {answer.text[:200]}")


def _hostile_import(dice: Dice) -> bytes:
    whole = json.dumps({"sapper": "history", "version": 1, "games": [_short_game(dice)]}).encode()
    form = dice.randrange(7)
    if form == 0:
        cut = bytearray(whole)
        for _ in range(dice.randint(1, 9)):
            cut[dice.randrange(len(cut))] = dice.randrange(256)
        return bytes(cut)
    if form == 1:
        return whole[: dice.randrange(len(whole))]
    if form == 2:
        return b"[" * dice.choice([10, 5_000, 3_000_000])
    if form == 3:
        return b'{"x":' * dice.choice([10, 5_000, 300_000])
    if form == 4:
        unknown = ",".join(f'"k{n}":"{"x" * 50}"' for n in range(dice.choice([10, 300_000])))
        return b"{" + unknown.encode() + b"}"
    if form == 5:
        return b'{"games":["' + b"x" * (20 << 20) + b'"]}'
    return dice.choice([b"{[1]:2}", b"", b"null", b"\xff\xfe", b"1e999", b'{"games":1}'])


def _short_game(dice: Dice) -> dict[str, Any]:
    game = {"sapper": "game", "version": 1, "level": "9x9/10", "first_click": "safe"}
    action = {"action": "open", "row": dice.randrange(9), "column": dice.randrange(9)}
    return {"game": game | {"seed": dice.getrandbits(32), "index": 0, "actions": [action]}}


_VALUES_SENT: list[Any] = [
    *(None, True, -1, 0, 1.5, 10**30, "", "x", "9x9/10", "#" * 300, [], {}, [[]], {"a": {}}),
]
_FIELDS = [
    *("level", "seed", "board", "layout", "position", "no_guess", "daily", "first_click", "game"),
    *("action", "row", "column", "expected", "key", "mines", "density", "flags", "cell", "count"),
    *("ids", "path"),
]
_PATHS = [
    *("games", "analyse", "explain", "numbers", "boards", "review", "history/delete", "picture"),
    *("training/puzzles/x/answer", "watch", "import"),
]


def requests(target: Target, dice: Dice) -> None:
    """Send requests with odd fields, values, paths and headers: 4xx, and nothing is a bug."""
    for _ in range(40):
        body = {dice.choice(_FIELDS): dice.choice(_VALUES_SENT) for _ in range(dice.randrange(5))}
        path = f"/api/{dice.choice(_PATHS)}{dice.choice(['', '', '/', '/x', '?limit=-1', '%00'])}"
        target.ask(dice.choice(["POST", "GET", "PUT", "DELETE"]), path, json=body)
    stranger = target.stranger()
    for path in ("games/abcdef", "history", "export"):
        if stranger.get(f"/api/{path}").status_code != 403:
            raise Lost(f"a stranger was let in at {path}")
    stranger.close()


ROUNDS: list[Round] = [
    *(trickle, idle, slow_headers, large, greedy, long_games, races, kills, dead_workers),
    *(damage, full_disk, imports, requests),
]
