"""What all routes share: the store, the workers, the clock and random numbers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any, Protocol, TypeVar

from sapper.web.jobs.table import Job
from sapper.web.routes.transport import Client, ClientGone
from sapper.web.store.thread import StoreRunner

T = TypeVar("T")

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that look alike
_RANDOM = SystemRandom()


class JobRunner(Protocol):
    """Does jobs somewhere else, so that clicks do not wait for them."""

    def stream(self, job: Job, arguments: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Run a job and yield the parts of its answer as they come, each as JSON."""

    async def warm_up(self) -> None:
        """Get ready before the first job comes."""


@dataclass
class Context:
    """Opened when the server starts and closed when it stops."""

    store: StoreRunner
    help: JobRunner  # for answers that a person waits for
    work: JobRunner  # for whole games, reviews and boards
    data: Path  # the file of games
    now: Callable[[], float]
    version: str  # of the page

    def prepare(self) -> None:
        """Get help ready soon, without waiting for it."""
        self._preparing = asyncio.ensure_future(self.help.warm_up())

    def stream(self, job: Job, **arguments: Any) -> AsyncGenerator[bytes, None]:
        """Run a job and yield the parts of its answer as they come."""
        runner = self.help if job.pool == "help" else self.work
        return runner.stream(job, arguments)

    async def ask(self, client: Client, job: Job, **arguments: Any) -> bytes:
        """Run a job as long as the client waits; return the last part of its answer."""
        return (await while_wanted(client, collect(self.stream(job, **arguments))))[-1]


async def collect(parts: AsyncGenerator[bytes, None]) -> list[bytes]:
    async with aclosing(parts):
        return [part async for part in parts]


async def while_wanted(client: Client, job: Coroutine[Any, Any, T]) -> T:
    """Wait for a job; end it when the client goes away."""
    working = asyncio.create_task(job)
    leaving = asyncio.create_task(client.gone())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


def clock() -> Callable[[], float]:
    """Return a clock in seconds since 1970 that is never set while the server runs."""
    start = time.time() - time.monotonic()
    return lambda: start + time.monotonic()


def new_id() -> str:
    return "".join(_RANDOM.choices(_ALPHABET, k=12))


def new_seed() -> int:
    """Draw a seed that fits into a JavaScript number."""
    return _RANDOM.randrange(1 << 53)
