"""A real server under attack, watched: what it answers, how soon, and what it costs."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from harness.web_server import ServerProcess

PATIENCE = 180.0  # seconds for an answer on a busy machine
ALLOWED_FAULTS = {503, 507}  # where they are the truth: busy, no room on the disk
TOKEN = "attack"
_FEWEST_CLICKS = 20


class Lost(Exception):
    """An attack got through; the message says how."""


@dataclass
class Figures:
    """What was seen while an attack went on."""

    slowest: float = 0.0  # seconds for a click of an honest player
    memory: float = 0.0  # megabytes of the server with its workers, or of a command
    longest: float = 0.0  # seconds of a command

    def add(self, other: Figures) -> None:
        self.slowest = max(self.slowest, other.slowest)
        self.memory = max(self.memory, other.memory)
        self.longest = max(self.longest, other.longest)


class Target:
    """A server with its own folder; its own player never stops."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "games.sqlite"
        self.figures = Figures()
        self.start()

    def start(self) -> None:
        """Start the server on the file that is there, with a token."""
        errors = self.folder / "errors.txt"
        self.server = ServerProcess(self.data, "--token", token=TOKEN, errors=errors)
        self.url = self.server.url
        self.client = self.stranger(Authorization=f"Bearer {TOKEN}")

    def stranger(self, **headers: str) -> httpx.Client:
        """Return a client with these headers; without any, it is let in nowhere."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False, headers=headers)

    @property
    def host(self) -> tuple[str, int]:
        address, port = self.url.removeprefix("http://").split(":")
        return address, int(port)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask as one who has the token; any fault that is not the truth is lost."""
        answer = self.client.request(method, path, **options)
        self.check(answer)
        return answer

    def check(self, answer: httpx.Response) -> None:
        if answer.status_code >= 500 and answer.status_code not in ALLOWED_FAULTS:
            raise Lost(f"{answer.request.method} {answer.url.path}: {answer.text[:300]}")

    def close(self) -> None:
        """Stop the server; a traceback that it left is lost."""
        self.client.close()
        code, _ = self.server.interrupt()
        errors = (self.folder / "errors.txt").read_text(errors="replace")
        if code != 0 or "Traceback" in errors:
            raise Lost(f"the server ended with {code}: {errors[-600:]}")

    def restart(self) -> None:
        """Kill the server and start it again."""
        self.client.close()
        self.server.kill()
        self.start()


@contextmanager
def target() -> Iterator[Target]:
    with tempfile.TemporaryDirectory(prefix="sapper-attack-") as folder:
        found = Target(Path(folder))
        try:
            yield found
        finally:
            found.server.kill()


@dataclass
class Player:
    """An honest player on a large board, who flags one cell after the other."""

    target: Target
    acknowledged: int = 0
    slowest: float = 0.0
    fault: str = ""
    _stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def playing(self) -> Iterator[Player]:
        """Play in a thread until the block ends; then check what was acknowledged."""
        self.client = self.target.stranger(Authorization=f"Bearer {TOKEN}")
        self.id = self.client.post("/api/games", json={"level": "100x100/1500"}).json()["id"]
        self._click()  # the first one comes before the attack
        self.slowest = 0.0
        thread = threading.Thread(target=self._play)
        watch = threading.Thread(target=self._watch)
        thread.start()
        watch.start()
        try:
            yield self
        finally:
            self._stop.set()
            thread.join()
            watch.join()
        self._check()
        self.client.close()

    def _play(self) -> None:
        """Click until the attack is over, a few times however short it was."""
        began = self.acknowledged
        while not self.fault and (
            not self._stop.wait(0.02) or self.acknowledged < began + _FEWEST_CLICKS
        ):
            self._click()

    def _click(self) -> None:
        """Flag a cell; a closed connection is opened again, as browsers do."""
        seq = self.acknowledged
        body = {"action": "flag", "row": seq % 100, "column": seq // 100 % 100}
        body |= {"expected": seq, "key": f"k{seq}"}
        path, began = f"/api/games/{self.id}/actions", time.perf_counter()
        for last in (False, True):
            try:
                answer = self.client.post(path, json=body)
                break
            except httpx.TransportError as error:
                if last:
                    self.fault = f"a click was not answered: {error!r}"
                    return
        self.slowest = max(self.slowest, time.perf_counter() - began)
        if answer.status_code == 200:
            self.acknowledged = answer.json()["seq"]
        elif answer.status_code not in (503, 507):
            self.fault = f"a click was answered with {answer.text[:300]}"

    def _watch(self) -> None:
        over = False
        while not over:
            over = self._stop.wait(0.05)
            used = memory_of(self.target.server.process.pid)
            self.target.figures.memory = max(self.target.figures.memory, used)

    def _check(self) -> None:
        if self.fault:
            raise Lost(self.fault)
        stored = self.client.get(f"/api/games/{self.id}").json()["seq"]
        if stored != self.acknowledged:
            raise Lost(f"{self.acknowledged} actions were acknowledged, {stored} are stored")
        figures = self.target.figures
        figures.slowest = max(figures.slowest, self.slowest)


def memory_of(pid: int) -> float:
    """Return the megabytes of a process and of all that it started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0  # it has ended
    own = next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return own / 1024 + sum(memory_of(int(child)) for child in children)
