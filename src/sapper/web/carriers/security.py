"""Keep pages of other sites and other users away from the server.

A page of another site can reach loopback through the user's browser: directly, which its
Origin shows, or by DNS rebinding, which the Host shows. An IP address cannot be rebound, so
it is always a good Host. Other users of the machine or the network lack the token.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from secrets import compare_digest, token_urlsafe
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse

from sapper.web.carriers.responses import respond
from sapper.web.forms.problems import Kind, Problem

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
# the others say what a page may do, and a first visit pays for them with every file
_FILE_HEADERS = {
    name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}


@dataclass
class Access:
    """The token that the API asks for, and tickets: each can be exchanged for it once."""

    token: str = field(default_factory=lambda: token_urlsafe(24))
    tickets: dict[str, Callable[[], None]] = field(default_factory=dict)

    def ticket(self, used: Callable[[], None] = lambda: None) -> str:
        """Make a ticket: an address can be read by others, on a command line or on a screen.

        `used` is called when it is exchanged.
        """
        ticket = token_urlsafe(12)
        self.tickets[ticket] = used
        return ticket

    def admits(self, presented: str) -> bool:
        """Return whether a token or a ticket is valid; use up the ticket."""
        if used := self.tickets.pop(presented, None):
            used()
            return True
        return self.is_token(presented)

    def is_token(self, presented: str) -> bool:
        return compare_digest(presented.encode(), self.token.encode())


_TOKEN_MISSING = (
    "this server needs its token: open the address that `sapper play` printed, "
    "or send it as `Authorization: Bearer <token>`"
)


class Guard:
    """Refuse requests of strangers, and add the security headers to every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str], access: Access | None) -> None:
        self._app = app
        self._names = frozenset(names)
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_file = scope["path"].startswith("/static/") and message["status"] == 200
                MutableHeaders(scope=message).update(_FILE_HEADERS if is_file else HEADERS)
            await send(message)

        problem = self._objection(scope["path"], Headers(scope=scope), scope["scheme"])
        answer = self._app if problem is None else respond(problem)
        if problem is None and self._access is not None and not _is_api(scope["path"]):
            answer = _entrance(self._access, scope) or answer
        await answer(scope, receive, send_guarded)

    def _objection(self, path: str, headers: Headers, scheme: str) -> Problem | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Problem(Kind.FORBIDDEN, "this server does not have that host name")
        origin = headers.get("origin")
        if origin is not None and origin != f"{scheme}://{host}":
            return Problem(Kind.FORBIDDEN, "a page of another site may not use this server")
        site = headers.get("sec-fetch-site", "none")
        if _is_api(path) and site not in ("none", "same-origin"):
            return Problem(Kind.FORBIDDEN, "a page of another site may not use this server")
        if _is_api(path) and self._access is not None and not _has_token(self._access, headers):
            return Problem(Kind.FORBIDDEN, _TOKEN_MISSING)
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            _ = parts.port  # raises ValueError if it is not a number
        except ValueError:
            return False
        name = parts.hostname or ""
        plain = parts.netloc == host and parts.username is None
        return plain and (name in self._names or _is_address(name))


def _is_api(path: str) -> bool:
    return path.startswith("/api/")


def _has_token(access: Access, headers: Headers) -> bool:
    scheme, _, presented = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return access.is_token(presented.strip())
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(_cookie_name(headers))
    except CookieError:
        return False
    return cookie is not None and access.is_token(cookie.value)


def _cookie_name(headers: Headers) -> str:
    """Return a name for each port, since the servers of one machine share their cookies."""
    host = headers.get("host", "")
    return f"sapper-{urlsplit(f'//{host}').port or 80}"


def _entrance(access: Access, scope: Scope) -> RedirectResponse | None:
    """Turn a token in the address into a cookie, and lead to the address without it."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    presented = query.pop("token", None)
    if presented is None:
        return None
    rest = f"?{urlencode(query)}" if query else ""
    path = "/" + scope["path"].lstrip("/")  # two slashes would lead to another site
    answer = RedirectResponse(f"{path}{rest}", 303, {"Cache-Control": "no-store"})
    if access.admits(presented):
        name = _cookie_name(Headers(scope=scope))
        answer.set_cookie(name, access.token, httponly=True, samesite="strict")
    return answer


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
