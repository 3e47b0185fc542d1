"""Measure the web app over loopback: clicks, the overlay, and two hundred clients at once.

    python benchmarks web [--seconds 30] [--clients 200]
    python benchmarks web --transfers [--exported 20000] [--imported 3400]

It starts a server on a free port with a temporary file of games. `--transfers` compares clicks
on their own with clicks during an export, statistics and an import of expert games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from sapper.rules.board import Layout, Level
from sapper.rules.board_id import board_id
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json
from sapper.rules.notation import write_layout
from sapper.rules.view import UNOPENED, FirstClick
from sapper.web.store.entries import Entry
from sapper.web.store.sqlite import Store
from sapper.web.store.stored_game import StoredGame

Json = dict[str, Any]
BAR_CLICK, BAR_OVERLAY = 50, 100  # milliseconds, at the 95th percentile
EXPERT = Level.NAMED["expert"]
SERVER = "from sapper.cli import main; main()"
# the same; at the end it writes how long each transaction took: in real time, in real time less
# that of waiting for a free CPU, and in CPU time
TIMED_SERVER = """
import json, sys, time
from sapper.web.store import thread

taken, run_together = [], thread.run_together

def clocks():
    try:
        queued = int(open("/proc/thread-self/schedstat").read().split()[1]) / 1e9
    except OSError:
        queued = 0.0  # not Linux
    real = time.perf_counter()
    return real, real - queued, time.thread_time()

def timed(*arguments):
    before = clocks()
    try:
        run_together(*arguments)
    finally:
        taken.append([after - start for after, start in zip(clocks(), before)])

thread.run_together = timed
try:
    from sapper.cli import main
    main()
finally:
    json.dump(taken, open(sys.argv[-1] + ".taken", "w"))
"""


class Connection:
    """A browser's connection, kept open, with as little of HTTP as possible."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> Connection:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\n" if data else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{kind}"
        self._writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", lines)
        answer = await self._reader.readexactly(int(length[1]) if length else 0)
        return int(lines.split()[1]), json.loads(answer) if answer else None

    def close(self) -> None:
        self._writer.close()


@contextmanager
def server(data: Path, code: str = SERVER) -> Iterator[tuple[int, int]]:
    """Run a server; yield its port and its process id."""
    command = [sys.executable, "-c", code, "play"]
    command += ["--no-open", "--no-token", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None
        yield int(found[1]), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def percentile(times: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)]


def laid(level: Level, seed: int) -> Game:
    """Return a game whose mines are known here, so that every click can be a safe one."""
    game = Game(level, seed=seed, first_click=FirstClick.ZERO)
    game.pin((level.height // 2, level.width // 2))
    return game


async def clicks(
    port: int, level: Level, enough: Callable[[int], bool], pause: float = 0.0
) -> list[float]:
    """Open safe cells one after the other; return how long each took until the board was there."""
    connection = await Connection(port).open()
    times: list[float] = []
    for seed in range(1000):
        game = laid(level, seed)
        layout = game.layout
        assert isinstance(layout, Layout)
        _, state = await connection.ask("POST", "/api/games", {"layout": write_layout(layout)})
        cells = [cell for cell in layout.board if not layout.is_mine(cell)]
        Random(seed).shuffle(cells)
        for cell in [game.start, *cells]:
            if cell is None or game.view[cell] != UNOPENED:
                continue
            game.open(cell)
            body = {"action": "open", "row": cell[0], "column": cell[1]}
            began = time.perf_counter()
            await connection.ask("POST", f"/api/games/{state['id']}/actions", body)
            times.append(time.perf_counter() - began)
            if enough(len(times)):
                connection.close()
                return times
            await asyncio.sleep(pause)
    raise AssertionError("a thousand games have more clicks than that")


async def overlays(port: int, level: Level, count: int) -> list[float]:
    """Ask for the overlay after each of some safe clicks; return how long it took."""
    connection = await Connection(port).open()
    game = laid(level, 7)
    assert game.layout is not None
    body: Json = {"layout": write_layout(game.layout)}
    _, state = await connection.ask("POST", "/api/games", body)
    url, times = f"/api/games/{state['id']}", list[float]()
    cells = [cell for cell in game.board if not game.layout.is_mine(cell)]
    Random(7).shuffle(cells)
    await connection.ask("POST", f"{url}/overlay")  # starts the process, unless it runs already
    for cell in cells[:count]:
        body = {"action": "open", "row": cell[0], "column": cell[1]}
        await connection.ask("POST", f"{url}/actions", body)
        began = time.perf_counter()
        await connection.ask("POST", f"{url}/overlay")
        times.append(time.perf_counter() - began)
    connection.close()
    return times


@dataclass
class Load:
    """What many clients got."""

    times: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)


async def player(port: int, number: int, until: float, load: Load) -> None:
    """Play as fast as answers come: open, flag, now and then ask for help."""
    chance, connection, state = Random(number), await Connection(port).open(), None
    while time.monotonic() < until:
        method, path, body = _next_request(chance, state)
        began = time.perf_counter()
        status, answer = await connection.ask(method, path, body)
        load.times.append(time.perf_counter() - began)
        load.answers["ok" if status < 400 else answer["kind"]] += 1
        if status == 201:
            state = answer | {"marks": {(r, c): "#" for r in range(16) for c in range(30)}}
        elif state and "changed" in answer:
            state["marks"] |= {(row, column): mark for row, column, mark in answer["changed"]}
            state = state if answer["outcome"] == "playing" else None
    connection.close()


def _next_request(chance: Random, state: Json | None) -> tuple[str, str, Json | None]:
    if state is None:
        return "POST", "/api/games", {"level": "expert"}
    url = f"/api/games/{state['id']}"
    if chance.random() < 0.1:
        path = chance.choice(["/hint", "/overlay", ""])
        return "POST" if path else "GET", url + path, None
    unopened = [cell for cell, mark in state["marks"].items() if mark in "#F"]
    row, column = chance.choice(unopened)
    is_flag = state["marks"][row, column] == "F" or chance.random() < 0.7
    verb = "flag" if is_flag else "open"
    return "POST", f"{url}/actions", {"action": verb, "row": row, "column": column}


async def crowd(port: int, count: int, seconds: float) -> Load:
    load, until = Load(), time.monotonic() + seconds
    await asyncio.gather(*(player(port, number, until, load) for number in range(count)))
    return load


def resident(pid: int) -> float:
    """Return the memory of a process in MiB; 0 if the system does not say."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def report_times(name: str, times: list[float], bar: int) -> None:
    middle, late = percentile(times, 0.5), percentile(times, 0.95)
    verdict = "" if late < bar else "  MISSED"
    print(f"{name:32} {middle:8.1f} {late:8.1f} {bar:6}{verdict}")


def played_games() -> list[StoredGame]:
    """Play some expert games, each won by opening its safe cells in a random order."""
    games = []
    for seed in range(100):
        laid_out = laid(EXPERT, seed)
        assert laid_out.layout is not None
        start = laid_out.start or (None, None)
        entry = Entry(f"game{seed}", 1e9, "plain", str(EXPERT), board_id(laid_out), "zero", *start)
        stored = StoredGame(entry, [])
        cells = [cell for cell in laid_out.board if not laid_out.layout.is_mine(cell)]
        Random(seed).shuffle(cells)
        for number, cell in enumerate(cells):
            if stored.game.view[cell] == UNOPENED:
                stored.act(stored.next_event("open", cell, 1e9 + number, None))
        games.append(stored)
    return games


def fill(data: Path, games: list[StoredGame], count: int) -> None:
    """Store games under the given number of ids."""
    with closing(Store(data)) as store, store.transaction():
        for number, stored in enumerate(islice(cycle(games), count)):
            store.add(replace(stored.entry, id=f"stored{number}"))
            store.append(f"stored{number}", *stored.events)


def write_history(path: Path, games: list[StoredGame], count: int) -> None:
    """Write an export of so many games to be imported."""
    written = [json.dumps(game_to_json(stored.game)) for stored in games]
    listed = (f'{{"id":"import{n}","game":{game}}}' for n, game in enumerate(cycle(written)))
    text = ",".join(islice(listed, count))
    path.write_text(f'{{"sapper":"history","version":1,"games":[{text}]}}')


def transfer(url: str, body: Path | None) -> str:
    """Send a body, if there is one, and read the answer; return what was moved."""
    data = None if body is None else body.read_bytes()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        size = sum(map(len, iter(partial(answer.read, 1 << 16), b"")))
    return f"{(size if data is None else len(data)) / 1e6:.0f} MB"


def is_done(going: Future[str], _: int) -> bool:
    return going.done()


def report_transfers(exported: int, imported: int) -> None:
    """Compare clicks on their own with clicks during transfers, which another process makes."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as other:
        data, body, games = Path(folder, "games.sqlite"), Path(folder, "body"), played_games()
        fill(data, games, exported)
        write_history(body, games, imported)
        print(f"{'milliseconds for a click':32} {'median':>8} {'95 %':>8} {'99 %':>8} {'most':>8}")
        with server(data, TIMED_SERVER) as (port, _):
            report_clicks("on its own", asyncio.run(clicks(port, EXPERT, lambda n: n > 999, 0.01)))
            for name, path, sent in (
                (f"export of {exported:,} games", "export", None),
                (f"statistics of {exported:,} games", "statistics", None),
                (f"list of {exported:,} games", "history", None),
                (f"import of {imported:,} games", "import", body),
            ):
                began = time.perf_counter()
                going = other.submit(transfer, f"http://127.0.0.1:{port}/api/{path}", sent)
                times = asyncio.run(clicks(port, EXPERT, partial(is_done, going), 0.01))
                seconds = time.perf_counter() - began
                report_clicks(name, times, f"  {going.result()} in {seconds:.1f} s")
        taken = json.loads(Path(f"{data}.taken").read_text())
    kinds = ("real time", "not waiting for a CPU", "CPU time")
    for kind, values in zip(kinds, zip(*taken, strict=True), strict=True):
        report_clicks(f"transaction, {kind}", list(values))


def report_clicks(name: str, times: list[float], note: str = "") -> None:
    values = " ".join(f"{percentile(times, share):8.1f}" for share in (0.5, 0.95, 0.99, 1.0))
    print(f"{name:32} {values}{note}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--transfers", action="store_true")
    parser.add_argument("--exported", type=int, default=20_000)
    parser.add_argument("--imported", type=int, default=3_400)
    options = parser.parse_args()
    if options.transfers:
        report_transfers(options.exported, options.imported)
        return
    with tempfile.TemporaryDirectory() as folder, server(Path(folder, "games.sqlite")) as found:
        port, pid = found
        print(f"{'milliseconds over loopback':32} {'median':>8} {'95 %':>8} {'bar':>6}")
        for level in (EXPERT, Level(100, 100, 2000)):
            times = asyncio.run(clicks(port, level, lambda count: count >= 500))
            report_times(f"click, {level}", times, BAR_CLICK)
        report_times(f"overlay, {EXPERT}", asyncio.run(overlays(port, EXPERT, 100)), BAR_OVERLAY)
        report_load(port, pid, options.clients, options.seconds)


def report_load(port: int, pid: int, clients: int, seconds: float) -> None:
    """Let many clients play for a while, and compare the memory."""
    asyncio.run(crowd(port, clients, seconds / 5))  # fills what the server keeps in memory
    before = resident(pid)
    load = asyncio.run(crowd(port, clients, seconds))
    after, rate = resident(pid), len(load.times) / seconds
    answers = f"{len(load.times):,} answers, {rate:.0f} per second"
    print(f"\n{clients} clients for {seconds:g} s: {answers}")
    late = percentile(load.times, 0.95)
    print(f"median {percentile(load.times, 0.5):.0f} ms, 95 % {late:.0f} ms")
    print(f"memory of the server {before:.0f} MiB before, {after:.0f} MiB after")
    print("answers: " + ", ".join(f"{kind} {count:,}" for kind, count in load.answers.items()))


if __name__ == "__main__":
    main()
