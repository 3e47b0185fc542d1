"""Connections that trickle, idle or are many: each ends soon, and none keeps others out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from sapper.web.carriers.connections import Connection
from sapper.web.carriers.request_limits import RequestLimiter
from sapper.web.carriers.security import Access, Guard
from sapper.web.forms import limits

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the number of bytes of the body."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    length = str(size).encode()
    headers = [(b"content-length", str(len(length)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": length})


class Server:
    """A server in this process."""

    def __init__(self, port: int, state: ServerState) -> None:
        self.port = port
        self._state = state

    @property
    def connections(self) -> list[Connection]:
        """The connections that it has."""
        return cast("list[Connection]", list(self._state.connections))

    async def connect(self, data: bytes = b"") -> Streams:
        """Open a connection and send what is given."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data)
        return reader, writer

    async def ask(self, data: bytes) -> bytes:
        """Return all that is answered until the connection ends."""
        reader, writer = await self.connect(data)
        answer = await reader.read()
        writer.close()
        return answer

    async def has(self, count: int) -> None:
        """Wait until the server has so many connections."""
        while len(self.connections) != count:
            await asyncio.sleep(0.001)


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[Server]:
    config, state = uvicorn.Config(app, lifespan="off", log_level="critical"), ServerState()
    config.load()
    loop = asyncio.get_running_loop()
    listener = await loop.create_server(
        lambda: Connection(config, state, app_state={}), "127.0.0.1", 0
    )
    server = Server(listener.sockets[0].getsockname()[1], state)
    try:
        yield server
    finally:
        listener.close()
        for connection in server.connections:
            connection.transport.abort()


def run(work: Callable[[Server], Awaitable[None]], access: Access | None = None) -> None:
    """Do something with a server that has the gate and the guard of the product."""

    async def within() -> None:
        async with asyncio.timeout(60), serving(Guard(RequestLimiter(echo), [], access)) as server:
            await work(server)

    asyncio.run(within())


def problem(answer: bytes) -> tuple[int, Any]:
    """Return the status of an answer and its sentence."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["detail"]


def chunks(count: int, size: int) -> bytes:
    return (b"%x\r\n" % size + b" " * size + b"\r\n") * count


def test_a_body_in_tiny_chunks_is_refused() -> None:
    """A body of one-byte chunks ends its connection, however much of it comes at once."""

    async def work(server: Server) -> None:
        answer = await server.ask(CHUNKED + chunks(limits.PIECES + 1, 1))
        assert problem(answer) == (413, "The body comes in too many small pieces.")

    run(work)


def test_a_body_in_large_chunks_is_taken() -> None:
    """A body may have any number of chunks of a usual size."""

    async def work(server: Server) -> None:
        ending = b"0\r\n\r\n" + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        answer = await server.ask(CHUNKED + chunks(900, limits.PIECE_BYTES) + ending)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert str(900 * limits.PIECE_BYTES).encode() in answer

    run(work)


def test_the_rest_of_a_refused_body_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger is refused at once, and what he sends after that is dropped unread."""
    parsed = []
    handle = Connection.handle_events

    def noted(self: Connection) -> None:
        parsed.append(self)
        handle(self)

    monkeypatch.setattr(Connection, "handle_events", noted)

    async def work(server: Server) -> None:
        reader, writer = await server.connect(CHUNKED)
        answer = await reader.read()
        assert problem(answer)[0] == 403
        assert b"connection: close" in answer.lower()
        before = len(parsed)
        for _ in range(20):
            writer.write(chunks(100, 1))
            await writer.drain()
        writer.close()
        await server.has(0)
        assert len(parsed) == before

    run(work, Access("a-token"))


async def not_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer without waiting for the body."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body"})


def test_an_answer_before_the_body_ends_the_connection_and_says_so() -> None:
    """A client learns not to send its next request where its last body was not waited for."""

    async def run() -> tuple[bytes, bytes]:
        async with serving(not_here) as server:
            early = await server.ask(POST + b"Content-Length: 9\r\n\r\n")
            reader, writer = await server.connect(GET)
            usual = await reader.readuntil(b"0\r\n\r\n")
            writer.write(GET)
            assert await reader.readuntil(b"0\r\n\r\n") == usual
            writer.close()
        return early, usual

    early, usual = asyncio.run(run())
    assert b"connection: close" in early.lower()
    assert b"connection: close" not in usual.lower()


def test_a_large_body_gets_an_answer_that_can_be_read() -> None:
    """A client that sends all of a 10 MB body before it reads still gets the 413."""

    async def work(server: Server) -> None:
        size = 10_000_000
        reader, writer = await server.connect(POST + b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(10):
            writer.write(b" " * (size // 10))
            await writer.drain()
        status, sentence = problem(await reader.read())
        writer.close()
        assert (status, sentence) == (413, "A body may have at most 1,048,576 bytes.")

    run(work)


def test_a_client_that_never_stops_sending_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its answer, a client that sends on has a moment to read; then the connection ends."""
    monkeypatch.setattr(limits, "LINGER_SECONDS", 0.05)

    async def work(server: Server) -> None:
        _, writer = await server.connect(CHUNKED)
        with pytest.raises(ConnectionError):
            await send_on(writer)
        await server.has(0)

    run(work, Access("a-token"))


async def send_on(writer: asyncio.StreamWriter) -> None:
    """Send chunks without end."""
    while True:
        writer.write(chunks(100, 1))
        await writer.drain()


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: 127", GET + b"GET /"])
def test_headers_have_a_time(monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    """A connection that sends no whole request ends, be it the first one or a later one."""
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.05)

    async def work(server: Server) -> None:
        answer = await server.ask(begun)
        last = answer[answer.rindex(b"HTTP/1.1") :] if answer else b""
        if begun:
            assert problem(last) == (408, "No whole request came within 0.05 seconds.")
        else:
            assert answer == b""

    run(work)


def test_trickled_headers_have_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends a byte of its headers now and then gets no more time for it."""
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.2)

    async def work(server: Server) -> None:
        reader, writer = await server.connect(b"GET / HTTP/1.1\r\n")
        answer = asyncio.ensure_future(reader.read())
        while not answer.done():
            writer.write(b"A: b\r\n")
            await asyncio.sleep(0.01)
        assert problem(await answer)[0] == 408
        writer.close()

    run(work)


def test_idle_connections_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """While strangers hold all connections and ask nothing, a request is answered at once."""
    monkeypatch.setattr(limits, "CONNECTIONS", 20)

    async def work(server: Server) -> None:
        idle = [await server.connect(begun) for begun in [b"", b"GET / HT"] * 30]
        await server.has(20)
        closing = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        assert (await server.ask(closing)).startswith(b"HTTP/1.1 200 ")
        for _, writer in idle:
            writer.close()

    run(work)


def test_busy_connections_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every connection has a request under way, one more is refused in a sentence."""
    monkeypatch.setattr(limits, "CONNECTIONS", 5)

    async def work(server: Server) -> None:
        body = POST + b"Content-Length: 2\r\n\r\n{"
        busy = [await server.connect(body) for _ in range(5)]
        while sum(not each.waits for each in server.connections) < 5:
            await asyncio.sleep(0.001)
        status, sentence = problem(await server.ask(b""))
        assert (status, sentence) == (503, "The server has too many connections: try again soon.")
        for reader, writer in busy:
            writer.write(b"}")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            writer.close()

    run(work)


def test_idle_connections_end_with_the_server() -> None:
    """A stopping server does not wait for connections that linger or idle."""

    async def work(server: Server) -> None:
        _, idle = await server.connect()
        _, lingering = await server.connect(CHUNKED)
        await server.has(2)
        while all(each.cycle is None for each in server.connections):
            await asyncio.sleep(0.001)
        for connection in server.connections:
            connection.shutdown()
        await server.has(0)
        idle.close()
        lingering.close()

    run(work, Access("a-token"))
