"""Real server processes for tests, each on a free port with its own file of games."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import uvicorn

from sapper.web.carriers.app import create_app
from sapper.web.carriers.connections import Connection

# what takes long to load; modules of the tests themselves are not found by the process that forks
_MODULES = [
    "sapper.web.carriers.app",
    "sapper.web.carriers.connections",
    "uvicorn",
    "uvicorn.lifespan.on",
]
_CODE = "from sapper.cli import main; main()"


class ServerProcess:
    """`sapper play` in a process; killed at the end unless it was stopped before.

    It lets everyone in unless `--token` is among the options.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        static: Path | None = None,
        token: str | None = None,
        errors: Path | None = None,
    ) -> None:
        """Start it; `static` replaces the folder of the page, `errors` is for standard error."""
        code = _CODE
        if static is not None:
            code = (
                "from pathlib import Path; from sapper.web.carriers import assets; "
                f"assets.Assets.__init__.__defaults__ = (Path({str(static)!r}),); {_CODE}"
            )
        play = ["play", "--no-open", "--no-token", "--port", "0", "--data", str(data)]
        with nullcontext(subprocess.PIPE) if errors is None else errors.open("a") as complaints:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, *play, *options],
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env=os.environ | ({} if token is None else {"SAPPER_TOKEN": token}),
            )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://\S+(?=/)", self.greeting)
        assert found is not None, self.greeting
        self.url = found[0]

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.communicate()

    def interrupt(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Press Ctrl-C, or send another signal; return the exit code and standard error."""
        self.process.send_signal(number)
        _, complaints = self.process.communicate(timeout=20)
        return self.process.returncode, complaints


class QuickServer:
    """A server forked from a process with all modules loaded: it starts within milliseconds."""

    def __init__(self, data: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_MODULES)
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.process = context.Process(target=_serve, args=(listening, data))
        self.process.start()
        listening.close()

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.join()


def _serve(listening: socket.socket, data: Path) -> None:
    app = create_app(data)
    config = uvicorn.Config(app, http=Connection, log_level="error", access_log=False)
    uvicorn.Server(config).run([listening])
