"""A pool of worker processes, so that the server itself does no long work.

If a job takes too long, or its client has gone, its process is killed.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

from sapper.web.forms.problems import Kind, Problem, busy, too_long
from sapper.web.jobs.table import Job
from sapper.web.jobs.worker import HEAD, PART, length, pack, part, request

_AHEAD = 1 << 20  # bytes of an answer that may wait here to be taken


class WorkerDied(Problem):
    """A process ended in the middle of a job."""

    def __init__(self) -> None:
        super().__init__(Kind.INTERNAL, "a worker process ended unexpectedly")


class Workers:
    """At most `size` processes; at most `waiting` jobs wait for one of them."""

    def __init__(self, size: int, *, waiting: int, niceness: int = 0) -> None:
        self._niceness = niceness
        self._free = asyncio.Semaphore(size)
        self._room = size + waiting
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def warm_up(self) -> None:
        """Start a process before it is needed, unless there is one."""
        if not self._all:
            async with self._process():
                pass

    async def stream(self, job: Job, arguments: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Run a job and yield the parts of its answer as they come."""
        if self._room == 0:
            raise busy()
        self._room -= 1
        message = pack(PART, request(job, arguments))
        try:
            async with asyncio.timeout(job.seconds), aclosing(self._run(message)) as parts:
                async for each in parts:
                    yield each
        except TimeoutError:
            raise too_long(job.seconds) from None
        finally:
            self._room += 1

    async def _run(self, message: bytes) -> AsyncGenerator[bytes, None]:
        """Yield the parts of an answer; run the job again if its process had died while idle."""
        while True:
            has_part = False
            try:
                async with self._process() as (process, is_new), aclosing(_parts(process)) as parts:
                    assert process.stdin is not None
                    process.stdin.write(message)
                    async for each in parts:
                        has_part = True
                        yield each
            except WorkerDied:
                if has_part or is_new:
                    raise
            else:
                return

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[tuple[Process, bool]]:
        """Lend a process, and say whether it is new; kill it if its job failed unexpectedly."""
        async with self._free:
            idle = self._idle_process()
            process = idle or await self._start()
            try:
                yield process, idle is None
            except Problem as problem:
                if problem.kind is Kind.INTERNAL:
                    await self._end(process)
                else:
                    self._idle.append(process)
                raise
            except BaseException:
                await self._end(process)
                raise
            self._idle.append(process)

    def _idle_process(self) -> Process | None:
        """Return an idle process that still runs."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        return None

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sapper.web.jobs.worker",
            str(self._niceness),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_AHEAD,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers
        )
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await asyncio.shield(process.wait())

    async def close(self) -> None:
        """End every process."""
        self._idle.clear()
        for process in list(self._all):
            await self._end(process)


async def _parts(process: Process) -> AsyncGenerator[bytes, None]:
    assert process.stdout is not None
    while True:
        try:
            head = await process.stdout.readexactly(HEAD)
            body = await process.stdout.readexactly(length(head))
        except asyncio.IncompleteReadError:
            raise WorkerDied from None
        if (found := part(head[:1], body)) is None:
            return
        yield found
