"""Bodies that are cut off, slow or many: none is acted on, and none keeps others out."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import pytest

from sapper.web.carriers.request_limits import PacedBody, RequestLimiter
from sapper.web.carriers.responses import StreamResponse
from sapper.web.forms import limits
from sapper.web.forms.problems import Kind, Problem, busy
from sapper.web.routes.routing import Body
from sapper.web.routes.transport import Stream

if TYPE_CHECKING:
    from httpx import Client
    from starlette.types import Message, Receive, Scope, Send


class Counter:
    """An app that reads its body, answers 200 and counts its requests."""

    def __init__(self) -> None:
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "POST":
            while (await receive()).get("more_body"):
                pass
        self.requests += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(
    gate: RequestLimiter, method: str, path: str, *messages: Message
) -> tuple[int, bytes]:
    """Send messages and then nothing more; return status and headers of the answer."""
    waiting = list(messages)
    answers: list[Message] = []

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message: Message) -> None:
        answers.append(message)

    headers = [(b"content-type", b"application/json")]
    scope: Scope = {"type": "http", "method": method, "path": path, "headers": headers}
    await gate(scope, receive, send)
    return (answers[0]["status"], str(answers[0]["headers"]).encode()) if answers else (0, b"")


def part(body: bytes, more: bool = True) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize("path", ["/api/games", "/api/import"])
def test_a_body_that_does_not_come_is_answered_with_408(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A body that stops half-way is refused after a while, and its connection is closed."""
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.02)
    app = Counter()
    status, headers = asyncio.run(ask(RequestLimiter(app), "POST", path, part(b'{"level":')))
    assert status == 408
    assert b"close" in headers
    assert app.requests == 0


@pytest.mark.parametrize(
    ("body", "kind"),
    [(Body(1 << 30, seconds=0.02), Kind.TOO_SLOW), (Body(100, seconds=60), Kind.TOO_LARGE)],
)
def test_an_import_that_trickles_is_refused(body: Body, kind: Kind) -> None:
    """However soon each part comes, a body that does not end is refused after a while."""

    async def trickle() -> Message:
        await asyncio.sleep(0)
        return part(b" " * 10)

    async def receive() -> None:
        paced = PacedBody(trickle, body)
        while True:
            await paced()

    with pytest.raises(Problem) as refused:
        asyncio.run(receive())
    assert refused.value.kind is kind


def test_an_import_has_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then does not keep an import going."""
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.1)
    received = []

    async def trickle() -> Message:
        await asyncio.sleep(0.01)
        received.append(1)
        return part(b" ")

    async def run() -> None:
        headers = [(b"content-type", b"application/json")]
        scope: Scope = {"type": "http", "method": "POST", "path": "/api/import", "headers": headers}
        await RequestLimiter(Counter())(scope, trickle, answers)

    statuses = []

    async def answers(message: Message) -> None:
        statuses.append(message.get("status"))

    asyncio.run(run())
    assert statuses[0] == 408
    assert 0 < len(received) <= 10


def test_a_body_that_is_cut_off_is_not_acted_on() -> None:
    """If the client leaves half-way, the half that came changes nothing."""
    app = Counter()
    gone: Message = {"type": "http.disconnect"}
    assert asyncio.run(ask(RequestLimiter(app), "POST", "/api/games", part(b"{}"), gone))[0] == 0
    assert app.requests == 0


def test_slow_bodies_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """While more bodies than places are on their way, others are answered at once."""
    monkeypatch.setattr(limits, "BODY_SECONDS", 60)

    async def run() -> list[tuple[int, bytes]]:
        gate = RequestLimiter(Counter(), in_flight=4)
        slow = [asyncio.create_task(ask(gate, "POST", "/api/games", part(b"{"))) for _ in range(9)]
        await asyncio.sleep(0)  # each of them begins
        whole = await ask(gate, "POST", "/api/games", part(b"{}", more=False))
        answers = [await ask(gate, "GET", "/"), whole]
        for task in slow:
            task.cancel()
        return answers

    assert [status for status, _ in asyncio.run(run())] == [200, 200]


def test_an_answer_that_nobody_takes_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the client takes no more of an answer, its job is stopped, and its place is free."""
    monkeypatch.setattr(limits, "SEND_SECONDS", 0.02)
    stopped: list[str] = []

    async def endless(path: str) -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"x"
        finally:
            stopped.append(path)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await StreamResponse(Stream(endless(scope["path"])))(scope, receive, send)

    async def receive() -> Message:
        await asyncio.Event().wait()  # the client stays
        raise AssertionError

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def run() -> list[str]:
        gate = RequestLimiter(app, in_flight=1)
        for path in ("/one", "/two"):
            scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": []}
            await gate(scope, receive, send)
        return stopped[:]

    assert asyncio.run(run()) == ["/one", "/two"]


def test_the_bytes_on_their_way_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit of all pending bodies together, the next one is refused as busy."""
    monkeypatch.setattr(limits, "PENDING_BYTES", 1000)

    async def run() -> tuple[int, int]:
        gate = RequestLimiter(Counter())
        slow = asyncio.create_task(ask(gate, "POST", "/api/games", part(b"x" * 900)))
        await asyncio.sleep(0)
        refused, _ = await ask(gate, "POST", "/api/games", part(b"x" * 200, more=False))
        slow.cancel()
        await asyncio.wait([slow])
        accepted, _ = await ask(gate, "POST", "/api/games", part(b"x" * 900, more=False))
        return refused, accepted

    assert asyncio.run(run()) == (int(busy().kind.status), 200)


def test_a_request_cut_off_on_the_wire_changes_nothing(client: Client, new_game: Any) -> None:
    """A real client that promises more bytes than it sends has not acted."""
    state = new_game(layout="*..")
    body = b'{"action":"open","row":0,"column":2}'
    head = f"POST /api/games/{state['id']}/actions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body) + 9}\r\n\r\n"
    with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as wire:
        wire.sendall(head.encode() + body)
        wire.shutdown(socket.SHUT_WR)
        wire.settimeout(30)
        while wire.recv(1 << 16):
            pass
    assert client.get(f"/api/games/{state['id']}").json() == state
