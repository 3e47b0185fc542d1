"""One server process for many tests: each gets an address and a store that no other test sees.

The servers in it share the worker processes, which keep nothing of what they are asked. What they
draw depends on the test alone.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import uvicorn
from uvicorn.server import ServerState

from sapper.web.carriers.app import create_app
from sapper.web.carriers.assets import assets
from sapper.web.carriers.connections import Connection
from sapper.web.carriers.security import Access
from sapper.web.jobs.workers import Workers
from sapper.web.routes import context as drawing
from sapper.web.routes.context import Context, clock
from sapper.web.store.thread import StoreThread

_TESTS = Path(__file__).parents[1]


class SharedServer:
    """Starts and stops servers in one process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "harness.shared_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(_TESTS)},
        )

    def start(self, data: Path, token: str = "") -> str:
        """Start a server that keeps its games in a file; return its address.

        With a token, it lets in only clients that have it.
        """
        return self._command(f"start {token} {data}")

    def stop(self, address: str) -> None:
        """Stop the server at an address and close its file."""
        self._command(f"stop {address}")

    @contextmanager
    def client(self, data: Path) -> Iterator[httpx.Client]:
        """Start a server and stop it at the end; return a client of it."""
        address = self.start(data)
        try:
            with httpx.Client(base_url=address, timeout=60) as client:
                yield client
        finally:
            self.stop(address)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _command(self, text: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(text, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline().strip()
        assert answer, "the server process has ended"
        return answer


async def _serve_commands() -> None:
    """Obey the commands on standard input until it ends."""
    commands = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    workers = Workers(2, waiting=64), Workers(2, waiting=8, niceness=10)
    running: dict[str, _Server] = {}
    while line := (await commands.readline()).decode():
        command, argument = line.rstrip("\n").split(" ", 1)
        if command == "start":
            token, data = argument.split(" ", 1)
            _draw_alike(Path(data))
            server = _Server(Path(data), token, workers)
            running[await server.listen()] = server
            print(next(reversed(running)), flush=True)
        else:
            await running.pop(argument).close()
            print("stopped", flush=True)
    for server in running.values():  # of tests that were cut off
        await server.close()
    for pool in workers:
        await pool.close()


_starts = Counter[Path]()


def _draw_alike(data: Path) -> None:
    """Let a test get the same games and puzzles in every run, and each of its servers others."""
    _starts[data] += 1
    test = data.parent.name.rstrip("0123456789")  # pytest numbers the folders of a test
    seed = f"{test} {data.name} {_starts[data]}"
    drawing._RANDOM = Random(seed)  # type: ignore[assignment]  # the system's has no seed


class _Server:
    """The app at a port, with its own store and lent workers.

    It does without uvicorn's main loop, which looks only ten times a second whether it is to stop.
    """

    def __init__(self, data: Path, token: str, workers: tuple[Workers, Workers]) -> None:
        self._store = StoreThread(data)
        app = create_app(data, access=Access(token) if token else None)
        app.state.context = Context(
            self._store, *workers, data.resolve(), clock(), assets().version
        )
        self._config = uvicorn.Config(app, lifespan="off", log_level="critical", access_log=False)
        self._config.load()
        self._state = ServerState()

    async def listen(self) -> str:
        """Listen at a free port; return the address."""
        self._listener = await asyncio.get_running_loop().create_server(
            self._connect, "127.0.0.1", 0, backlog=128
        )
        port = self._listener.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def _connect(self) -> Connection:
        return Connection(self._config, self._state, app_state={})

    async def close(self) -> None:
        """Close the port, the connections and the store; requests under way are dropped."""
        self._listener.close()
        for connection in list(self._state.connections):
            connection.transport.abort()
        for task in list(self._state.tasks):
            task.cancel()
        await asyncio.gather(*self._state.tasks, return_exceptions=True)
        await asyncio.to_thread(self._store.close)


if __name__ == "__main__":
    asyncio.run(_serve_commands())
