"""Long work delays nobody; too much of it is refused with a clear word."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from httpx import Client


def test_long_work_does_not_delay_other_requests(client: Client, new_game: Any, act: Any) -> None:
    """While players think in every process for long work, clicks and hints are answered."""
    url, stop = str(client.base_url), threading.Event()
    started = threading.Semaphore(0)

    def watch(seed: int) -> None:
        asked: dict[str, Any] = {"player": "deep", "level": "40x40/330", "seed": seed}
        with httpx.stream("GET", f"{url}/api/watch", params=asked, timeout=60) as answer:
            for number, _ in enumerate(answer.iter_lines()):
                if number == 1:
                    started.release()
                if stop.is_set():
                    return

    watching = [threading.Thread(target=watch, args=(seed,)) for seed in range(2)]
    for thread in watching:
        thread.start()
    try:
        for _ in watching:
            assert started.acquire(timeout=30)
        id = new_game(level="expert", seed=1)["id"]
        act(id, "open", 5, 5)
        clicks = [timed(lambda: act(id, "flag", 0, 0)) for _ in range(20)]
        hints = [timed(lambda: client.get(f"/api/games/{id}/hint")) for _ in range(5)]
    finally:
        stop.set()
        for thread in watching:
            thread.join()
    # far above what it takes, far below what the players think: other programs run here too
    assert sorted(clicks)[-2] < 0.5
    assert sorted(hints)[2] < 1.5


def timed(deed: Any) -> float:
    began = time.perf_counter()
    response = deed()
    assert response.status_code == 200, response.text
    return time.perf_counter() - began


def test_what_nobody_waits_for_is_given_up(client: Client, new_game: Any) -> None:
    """Players that nobody watches any more make room: far more can be begun than fit at once."""
    asked: dict[str, Any] = {"player": "deep", "level": "40x40/330"}
    for seed in range(12):
        with client.stream("GET", "/api/watch", params=asked | {"seed": seed}) as answer:
            assert json.loads(next(answer.iter_lines()))["kind"] == "game"


def test_too_much_at_once_is_refused_as_busy(client: Client) -> None:
    """Beyond its limit the server says that it is busy, and when to come again."""
    asked: dict[str, Any] = {"player": "deep", "level": "60x60/750"}
    streams = [client.stream("GET", "/api/watch", params=asked | {"seed": n}) for n in range(20)]
    answers = []
    try:
        for stream in streams:
            answers.append(stream.__enter__())
            time.sleep(0.01)
        refused = answers[-1]
        line = json.loads(next(refused.iter_lines()))
        assert line["kind"] == "problem"
        assert line["problem"]["kind"] == "busy"
        assert line["problem"]["status"] == 503
    finally:
        for stream, _ in zip(streams, answers, strict=False):
            stream.__exit__(None, None, None)
