"""Gives jobs to a worker of the browser: one after the other, each of which can be given up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from typing import Any

from sapper.web.forms.problems import too_long
from sapper.web.jobs.table import Job
from sapper.web.jobs.worker import DONE, FAILED, HEAD, answers, part, request

GRACE = 1.0  # seconds for a cancelled job to end: a new worker takes longer
_ENDS = (DONE.decode(), FAILED.decode())


def warm_up() -> None:
    """Load the kernel, which is not in the memory that a worker starts from."""
    from sapper.engine import analyse
    from sapper.rules.view import View

    analyse(View.of([[-1, 1]], mines=1))


def messages(job: str) -> Iterator[tuple[str, str]]:
    """Do a job; yield the messages of its answer, each as its kind and its JSON."""
    for sent in answers(**json.loads(job)):
        yield sent[:1].decode(), sent[HEAD:].decode()


def run_job(job: str, send: Callable[[str, str], None]) -> None:
    """Do a job in the worker for jobs; send each message of its answer as it comes."""
    for message in messages(job):
        send(*message)


class BrowserJobRunner:
    """The one worker for jobs; `post` sends it one, `restart` ends it and starts another.

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

    async def stream(self, job: Job, arguments: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Run a job and yield the parts of its answer as they come."""
        message = json.dumps(request(job, arguments))
        if job.reads_file:
            for kind, body in messages(message):
                if (found := part(kind.encode(), body.encode())) is not None:
                    yield found
            return
        async with self._turn:
            await self._ready.wait()
            async with aclosing(self._parts(message, job.seconds)) as parts:
                async for each in parts:
                    yield each

    async def _parts(self, message: str, seconds: float) -> AsyncGenerator[bytes, None]:
        self._heard = asyncio.Queue()
        self._post(message)
        ended, patience = False, GRACE
        try:
            while not ended:
                async with asyncio.timeout(seconds):
                    kind, body = await self._heard.get()
                ended = kind in _ENDS
                if (found := part(kind.encode(), body.encode())) is not None:
                    yield found
        except TimeoutError:
            patience = 0
            raise too_long(seconds) from None
        finally:
            if not ended:
                await self._give_up(patience)

    async def _give_up(self, patience: float) -> None:
        """Let a cancelled job end; if that takes too long, end its worker."""
        try:
            async with asyncio.timeout(patience):
                while (await self._heard.get())[0] not in _ENDS:
                    pass
        except TimeoutError:
            self._ready.clear()
            self._restart()
