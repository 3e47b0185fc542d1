"""Long work delays no one; too much of it is refused with a clear message."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from sapper.web.jobs.table import LESSONS
from sapper.web.jobs.workers import WorkerDied, Workers
from sapper.web.routes.context import collect

if TYPE_CHECKING:
    from httpx import Client


# a hundred boards take many seconds; other requests take a moment
LONG: dict[str, Any] = {"level": "30x16/130", "no_guess": 6, "count": 100}


def test_long_work_does_not_delay_other_requests(client: Client, new_game: Any) -> None:
    """While long work fills its processes, clicks and hints are answered before it ends."""
    id = new_game(level="expert", seed=1)["id"]
    clicks, hints, ended = asyncio.run(_asked_meanwhile(str(client.base_url), f"/api/games/{id}"))
    assert set(clicks) <= {200, 409}  # an open cell takes no flag
    assert set(hints) == {200}
    assert not ended


async def _asked_meanwhile(url: str, game: str) -> tuple[list[int], list[int], bool]:
    """Return the status of clicks and of hints, and whether any long work ended before them."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as other:
        sent = asyncio.Semaphore(0)

        async def note(event: str, _: object) -> None:
            if event == "http11.send_request_body.complete":
                sent.release()

        long = [
            asyncio.create_task(
                other.post("/api/boards", json=LONG | {"seed": seed}, extensions={"trace": note})
            )
            for seed in range(4)
        ]
        for _ in long:
            await asyncio.wait_for(sent.acquire(), 60)
        actions = [{"action": verb, "row": 5, "column": 5} for verb in ["open"] + ["flag"] * 20]
        clicks = [(await other.post(f"{game}/actions", json=each)).status_code for each in actions]
        hints = [(await other.post(f"{game}/hint")).status_code for _ in range(5)]
        ended = any(task.done() for task in long)
        for task in long:
            task.cancel()
        await asyncio.wait(long)
        return clicks, hints, ended


def test_a_killed_idle_worker_costs_no_answer() -> None:
    """A process that was killed while it had nothing to do is replaced, and its job is done."""

    async def run() -> list[int]:
        workers = Workers(2, waiting=4)
        pids = []
        for _ in range(3):
            both = [collect(workers.stream(LESSONS, {})) for _ in range(2)]
            assert all(await asyncio.gather(*both))
            pids += [process.pid for process in workers._idle]
            for process in workers._idle:
                os.kill(process.pid, signal.SIGKILL)
        await workers.close()
        return pids

    assert len(set(asyncio.run(run()))) == 6


def test_a_worker_that_dies_of_its_job_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that ends its process is run again only if that had been idle, and then fails."""
    begun = []
    start = Workers._start

    async def doomed(self: Workers) -> Any:
        process = await start(self)
        begun.append(process.pid)
        process.kill()
        return process

    monkeypatch.setattr(Workers, "_start", doomed)

    async def run() -> None:
        workers = Workers(1, waiting=1)
        with pytest.raises(WorkerDied):
            await collect(workers.stream(LESSONS, {}))
        await workers.close()

    asyncio.run(run())
    assert len(begun) == 1


def test_work_that_nobody_waits_for_is_cancelled(client: Client) -> None:
    """Work whose client has gone makes room: far more can be started than fits at once."""
    for seed in range(16):
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/boards", json=LONG | {"seed": seed}, timeout=0.1)
    short = client.post("/api/boards", json={"level": "beginner", "seed": 1})
    assert short.status_code == 200, short.text


def test_too_much_at_once_is_refused_as_busy(client: Client) -> None:
    """Beyond its limit the server answers at once that it is busy, and when to retry."""
    for response in asyncio.run(_first_answers(str(client.base_url))):
        assert response.status_code == 503
        assert response.json()["kind"] == "busy"
        assert int(response.headers["Retry-After"]) > 0


async def _first_answers(url: str) -> list[httpx.Response]:
    async with httpx.AsyncClient(base_url=url, timeout=60) as other:
        running = [
            asyncio.create_task(other.post("/api/boards", json=LONG | {"seed": seed}))
            for seed in range(20)
        ]
        done, rest = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.wait(rest)
        return [task.result() for task in done]
