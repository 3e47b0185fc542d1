"""Keep pages of other sites away from the server.

A page of another site can reach loopback through the user's browser: directly, which its
Origin shows, or by DNS rebinding, which the Host shows. An IP address cannot be rebound, so
it is always a good Host.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from sapper.web.problems import Kind, Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuse requests of other sites, and add the security headers to every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        problem = self._objection(scope["path"], Headers(scope=scope), scope["scheme"])
        answer = self._app if problem is None else problem.response()
        await answer(scope, receive, send_guarded)

    def _objection(self, path: str, headers: Headers, scheme: str) -> Problem | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Problem(Kind.FORBIDDEN, "this server does not have that host name")
        origin = headers.get("origin")
        if origin is not None and origin != f"{scheme}://{host}":
            return Problem(Kind.FORBIDDEN, "a page of another site may not use this server")
        site = headers.get("sec-fetch-site", "none")
        if path.startswith("/api/") and site not in ("none", "same-origin"):
            return Problem(Kind.FORBIDDEN, "a page of another site may not use this server")
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
