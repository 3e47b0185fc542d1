"""Connections: limited in number, in time and in pieces, and ended so that the answer can be read.

uvicorn parses all input, and waits for a request as long as a client likes; here a client that
trickles, or opens connections without end, holds up no other.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sapper.web.forms import limits
from sapper.web.forms.problems import MEDIA_TYPE, Kind, Problem, too_slow

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD_BYTES = 1 << 16  # of a request line and its headers
_SLICE = 1 << 15  # bytes that are parsed together


class Connection(H11Protocol):
    """Serves the requests of one client, one after the other.

    Beyond `limits.CONNECTIONS`, the one that has waited longest for a request makes room.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = _Parser()
        self._deadline: asyncio.TimerHandle | None = None
        self._refused = self._lingers = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast("asyncio.Transport", _Lingering(transport, self)))
        self._watch()
        if len(self.connections) > limits.CONNECTIONS:
            self._make_room()

    def _make_room(self) -> None:
        others = cast("Iterable[Connection]", self.connections)
        waiting = [other for other in others if other is not self and other.waits]
        if waiting:
            min(waiting, key=lambda other: other.since).transport.abort()
        else:
            self._refuse(Problem(Kind.BUSY, "the server has too many connections: try again soon"))

    @property
    def waits(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        """Give a client a time for the headers of its next request."""
        if self._lingers:
            return
        if not self.waits:
            self._unwatch()
        elif self._deadline is None:
            self.since = self.loop.time()
            self._deadline = self.loop.call_later(limits.HEADER_SECONDS, self._give_up)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.conn.trailing_data[0]:
            self._refuse(too_slow(limits.HEADER_SECONDS, "request"))
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing() or self._lingers:
                return  # the answer does not depend on the rest
            super().data_received(data[start : start + _SLICE])
        self._watch()

    def handle_events(self) -> None:
        try:
            super().handle_events()
        except _TooManyPieces:
            self._refuse(Problem(Kind.TOO_LARGE, "the body comes in too many small pieces"))

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem and end the connection; what the app answers is not sent."""
        if not self.waits:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_whole(problem))
        self._refused = True
        self.transport.close()

    @property
    def is_cut_short(self) -> bool:
        """Whether the client may be sending still."""
        return self._refused or self.conn.their_state in (h11.SEND_BODY, h11.ERROR)

    def linger(self, transport: asyncio.Transport) -> None:
        """Send the end of the answers, but take what still comes for a while, and drop it.

        Otherwise the system would reset the connection, and the answer with it.
        """
        if self._lingers:
            return
        self._lingers = True
        self._unwatch()
        if transport.can_write_eof():
            transport.write_eof()
        transport.resume_reading()
        self._deadline = self.loop.call_later(limits.LINGER_SECONDS, transport.abort)

    def shutdown(self) -> None:
        if self._lingers:
            self.transport.abort()
        else:
            super().shutdown()


class _Lingering:
    """A transport whose `close` lets the client read the last answer first."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        self._transport = transport
        self._connection = connection
        self._closing = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._closing = True
        if self._connection.is_cut_short and not self._transport.is_closing():
            self._connection.linger(self._transport)
        else:
            self._transport.close()

    def is_closing(self) -> bool:
        return self._closing or self._transport.is_closing()


class _TooManyPieces(Exception):
    """A body comes in more pieces than its size explains."""


class _Parser(h11.Connection):
    """Parses requests and writes answers.

    It limits the pieces of a body, each of which costs as much as a request. An answer that does
    not wait for the rest of the body ends the connection, and says so.
    """

    def __init__(self) -> None:
        super().__init__(h11.SERVER, max_incomplete_event_size=_HEAD_BYTES)
        self._pieces = self._bytes = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > limits.PIECES + self._bytes // limits.PIECE_BYTES:
                raise _TooManyPieces
        return event

    def send(self, event: Any) -> Any:
        if isinstance(event, h11.Response) and self.their_state is h11.SEND_BODY:
            headers = [*event.headers.raw_items(), (b"Connection", b"close")]
            event = h11.Response(
                status_code=event.status_code, headers=headers, reason=event.reason
            )
        return super().send(event)


def _whole(problem: Problem) -> bytes:
    """Return a problem as a whole answer, after which the connection ends."""
    body, status = json.dumps(problem.to_json()).encode(), problem.kind.status
    head = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body
