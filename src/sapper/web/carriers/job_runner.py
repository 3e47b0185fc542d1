"""Gives jobs to the worker that thinks: one after the other, each of which can be given up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs.worker import DONE, FAILED, HEAD
from sapper.words import notation

GRACE = 1.0  # seconds for a job that is given up to end by itself: a new worker takes longer
_ENDS = (DONE.decode(), FAILED.decode())


def warm_up() -> None:
    """Load the kernel, which is not in the memory that a worker starts from."""
    from sapper.engine import analyse
    from sapper.rules.view import View

    analyse(View.of([[-1, 1]], mines=1))


def messages(job: str) -> list[tuple[str, str]]:
    """Do a job; return the messages of its answer, each as its kind and its JSON."""
    from sapper.web.jobs import table

    return [(sent[:1].decode(), sent[HEAD:].decode()) for sent in table.answers(**json.loads(job))]


def think(job: str, send: Callable[[str, str], None]) -> None:
    """Do a job in the worker that thinks; send each message of its answer as it comes."""
    from sapper.web.jobs import table

    for sent in table.answers(**json.loads(job)):
        send(sent[:1].decode(), sent[HEAD:].decode())


class BrowserJobRunner:
    """The one worker that thinks; `post` sends it a job, `restart` ends it and starts another.

    Jobs that read the file of games are done here, where it is.
    """

    def __init__(self, post: Callable[[str], None], restart: Callable[[], None]) -> None:
        self._post, self._restart = post, restart
        self._turn = asyncio.Lock()
        self._ready = asyncio.Event()
        self._heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    def is_ready(self) -> None:
        """Note that the worker has loaded."""
        self._ready.set()

    def hear(self, kind: str, body: str) -> None:
        """Take a message of the worker."""
        self._heard.put_nowait((kind, body))

    async def warm_up(self) -> None:
        """Do nothing: the worker starts with the page."""

    async def answer(self, name: str, arguments: dict[str, Any], seconds: float) -> list[bytes]:
        """Run a job and return the parts of its answer, each as JSON."""
        async with aclosing(self.stream(name, arguments, seconds)) as parts:
            return [part async for part in parts]

    async def stream(
        self, name: str, arguments: dict[str, Any], seconds: float
    ) -> AsyncGenerator[bytes, None]:
        """Run a job and yield the parts of its answer as they come."""
        job = json.dumps({"name": name, "arguments": arguments, "notation": notation.get()})
        if "data" in arguments or "path" in arguments:
            for message in messages(job):
                for part in _part(*message):
                    yield part
            return
        async with self._turn:
            await self._ready.wait()
            async with aclosing(self._parts(job, seconds)) as parts:
                async for part in parts:
                    yield part

    async def _parts(self, job: str, seconds: float) -> AsyncGenerator[bytes, None]:
        self._heard = asyncio.Queue()
        self._post(job)
        ended, patience = False, GRACE
        try:
            while not ended:
                async with asyncio.timeout(seconds):
                    kind, body = await self._heard.get()
                ended = kind in _ENDS
                for part in _part(kind, body):
                    yield part
        except TimeoutError:
            patience = 0
            message = f"this took more than {seconds:g} seconds and was cancelled"
            raise Problem(Kind.TOO_LONG, message) from None
        finally:
            if not ended:
                await self._give_up(patience)

    async def _give_up(self, patience: float) -> None:
        """Let the job end by itself; if that takes too long, end its worker."""
        try:
            async with asyncio.timeout(patience):
                while (await self._heard.get())[0] not in _ENDS:
                    pass
        except TimeoutError:
            self._ready.clear()
            self._restart()


def _part(kind: str, body: str) -> list[bytes]:
    """Return what a message carries; raise its Problem."""
    if kind == FAILED.decode():
        raise Problem.from_json(json.loads(body))
    return [body.encode()] if body else []
