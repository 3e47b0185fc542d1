"""The browser's carrier, in this process: messages in, the answers of the same routes out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper.web.carriers.backend import Backend
from sapper.web.carriers.job_runner import BrowserJobRunner, run_job

Json = dict[str, Any]
WON = {"layout": "*..\n...\n"}


class Page:
    """A page with its workers; a job is done in a thread, or never if `stuck`."""

    def __init__(self, data: Path) -> None:
        self.stuck = False
        self.posted = asyncio.Event()
        self.restarts = 0
        self.loop = asyncio.get_running_loop()
        self.thinker = BrowserJobRunner(self._post, self._restart)
        self.thinker.is_ready()
        self.backend = Backend(str(data), "v1", self._take, self.thinker)
        self.heard: dict[int, list[tuple[str, str]]] = {}
        self.ended: dict[int, asyncio.Event] = {}

    def _post(self, job: str) -> None:
        def hear(kind: str, body: str) -> None:
            self.loop.call_soon_threadsafe(self.thinker.hear, kind, body)

        self.posted.set()
        if not self.stuck:
            self.loop.run_in_executor(None, run_job, job, hear)

    def _restart(self) -> None:
        self.restarts += 1
        self.stuck = False
        self.thinker.is_ready()

    def _take(self, number: int, kind: str, text: str) -> None:
        self.heard[number].append((kind, text))
        if kind == "end":
            self.ended[number].set()

    def begin(self, method: str, path: str, body: Any = None) -> int:
        number = len(self.heard)
        self.heard[number], self.ended[number] = [], asyncio.Event()
        text = None if body is None else json.dumps(body)
        query = {"method": method, "path": path, "cells": "names", "body": text, "is_file": False}
        self.backend.ask(number, json.dumps(query))
        return number

    async def end(self, number: int) -> tuple[int, str]:
        await asyncio.wait_for(self.ended[number].wait(), 60)
        head, *parts = self.heard[number]
        text = "".join(part for kind, part in parts if kind == "part")
        return json.loads(head[1])["status"], text

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Json]:
        status, text = await self.end(self.begin(method, path, body))
        return status, json.loads(text)


def run(data: Path, scene: Callable[[Page], Any]) -> None:
    async def played() -> None:
        page = Page(data)
        await scene(page)
        page.backend.close()

    asyncio.run(played())


def test_a_game_is_played_helped_reviewed_and_kept(tmp_path: Path) -> None:
    """Moves, hints, the review, the list and the export work, and outlive the worker."""
    data = tmp_path / "games.sqlite"

    async def play(page: Page) -> None:
        status, state = await page.ask("POST", "/api/games", WON)
        assert status == 201
        games = f"/api/games/{state['id']}"
        assert (await page.ask("POST", f"{games}/overlay"))[1]["seq"] == 0
        await page.ask("POST", f"{games}/actions", {"action": "open", "row": 1, "column": 0})
        _, hint = await page.ask("POST", f"{games}/hint", {"strength": "answer"})
        assert hint["cell"] is not None
        lost = {"action": "open", "row": 0, "column": 0}
        assert (await page.ask("POST", f"{games}/actions", lost))[1]["outcome"] == "lost"
        assert (await page.ask("POST", f"{games}/review"))[1]["id"] == state["id"]

    async def look(page: Page) -> None:
        _, listed = await page.ask("GET", "/api/history?limit=5")
        assert [game["outcome"] for game in listed["games"]] == ["lost"]
        _, exported = await page.ask("GET", "/api/export")
        assert len(exported["games"]) == 1
        _, imported = await page.ask("POST", "/api/import", exported)
        assert imported["already"] == 1
        id = listed["games"][0]["id"]
        replay = page.begin("GET", f"/api/games/{id}/file?format=evf")
        assert (await page.end(replay))[0] == 200
        assert page.heard[replay][1][0] == "bytes"

    run(data, play)
    run(data, look)


def test_errors_are_problems(tmp_path: Path) -> None:
    """Bad requests are answered with a kind and a sentence, as over HTTP."""

    async def fail(page: Page) -> None:
        assert (await page.ask("GET", "/api/nowhere"))[1]["kind"] == "not_found"
        assert (await page.ask("PUT", "/api/games", {}))[1]["kind"] == "method"
        assert (await page.ask("POST", "/api/games", {"seed": -1}))[1]["where"] == "body.seed"
        assert (await page.ask("GET", "/api/history?limit=x"))[1]["where"] == "query.limit"

    run(tmp_path / "games.sqlite", fail)


def test_a_stuck_job_is_given_up_and_the_next_one_answered(tmp_path: Path) -> None:
    """When the page leaves a job that does not end, its worker is restarted; others go on."""

    async def leave(page: Page) -> None:
        _, state = await page.ask("POST", "/api/games", WON)
        page.stuck = True
        hint = page.begin("POST", f"/api/games/{state['id']}/hint")
        await page.posted.wait()
        page.backend.leave(hint)
        status, _ = await page.ask("POST", f"/api/games/{state['id']}/overlay")
        assert status == 200
        assert page.restarts == 1

    run(tmp_path / "games.sqlite", leave)
