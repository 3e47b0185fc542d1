"""sapper play: the web app on this machine."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.console import ExitCode, check_place, print_error, with_exit_code
from sapper.cli.invitation import Invitation, address_of, is_local, reachable
from sapper.rules.errors import SapperError

if TYPE_CHECKING:
    from sapper.web.carriers.security import Access

HELP = """\
The server answers this machine only and works offline. No one else can play here without
the token in the address that it prints. It keeps games in one file in your data folder.
With --host 0.0.0.0 it answers your network too, and prints an address and a QR code for a phone.
Ctrl-C and SIGTERM stop it without losing games.

Exit code: 0 when stopped, 2 if it cannot start.

\b
Examples:
  sapper play
  sapper play --port 8080 --no-open
  sapper play --data holiday.sqlite
  sapper play --host 0.0.0.0
"""

_LOCAL = "127.0.0.1"
_PORT = 7277  # SAPS on a telephone's keys
_DESCRIPTORS = 1024  # of the process: connections, files, pipes to workers
_WAITING = 512  # connections that the system accepts before the server does


@with_exit_code
def run(
    port: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            help="Port to listen on; if it is taken, Sapper uses a free one.",
        ),
    ] = _PORT,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Listen here, so that other devices can play too."),
    ] = _LOCAL,
    data: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the games here.")] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser.")
    ] = True,
    token: Annotated[
        bool, typer.Option("--token/--no-token", help="Require the token from the printed address.")
    ] = True,
) -> ExitCode:
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn", "segno")):
        raise SapperError("the page needs FastAPI: pip install fastapi uvicorn segno")
    from sapper.web.store.folder import games_file

    if data is not None:
        check_place(data)
    _allow_descriptors()
    listening = _listen(host, port)
    if port not in (0, listening.getsockname()[1]):
        print_error(f"port {port} is taken; using another one")
    with listening, contextlib.suppress(KeyboardInterrupt):  # uvicorn too raises it at its end
        _serve(listening, host, games_file() if data is None else data, open_browser, token)
    return ExitCode.DONE


def _listen(host: str, port: int) -> socket.socket:
    """Listen at the given port, or at a free one if that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in (port, 0):
        # without the protocol's name, asyncio would delay answers by 40 ms
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would share a port that is taken
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(_WAITING)
        except OSError as error:
            listening.close()
            if tried == 0 or isinstance(error, socket.gaierror):
                raise SapperError(f"cannot listen at {host}: {error.strerror}") from error
        else:
            return listening
    raise AssertionError("the last attempt returns or raises")


def _allow_descriptors() -> None:
    """Raise a descriptor limit that is too low for the connections that the server allows."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < _DESCRIPTORS <= hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (_DESCRIPTORS, hard))


def _serve(
    listening: socket.socket, host: str, data: Path, open_browser: bool, token: bool
) -> None:
    import uvicorn

    from sapper.web.carriers.app import create_app
    from sapper.web.carriers.connections import Connection
    from sapper.web.carriers.security import Access
    from sapper.web.store.sqlite import Store

    Store(data).close()  # fail before the server is announced
    chosen = os.environ.get("SAPPER_TOKEN")
    access = (Access(chosen) if chosen else Access()) if token else None
    config = uvicorn.Config(
        create_app(data, _names(host), access),
        http=Connection,
        ws="none",
        backlog=_WAITING,
        log_level="critical",  # the app logs bugs; a browser that leaves is not one
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    config.load()
    gc.freeze()  # all this stays: a full collection through it would hold up clicks for 40 ms
    port = listening.getsockname()[1]
    address = address_of({"0.0.0.0": _LOCAL, "::": "::1"}.get(host, host), port)
    _announce(address if access is None else f"{address}?token={access.token}")
    _invite([address_of(name, port) for name in reachable(host)], host, access)
    if open_browser:  # in a thread: some browsers keep their caller waiting
        opened = address if access is None else f"{address}?token={access.ticket()}"
        threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()
    server = uvicorn.Server(config)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, server.handle_exit)  # as for Ctrl-C and SIGTERM
    server.run([listening])


def _announce(address: str) -> None:
    print(f"Sapper is at {address} (Ctrl-C stops it)", flush=True)


def _invite(addresses: list[str], host: str, access: Access | None) -> None:
    """Print how other devices connect, and who else can."""
    if is_local(host):
        return
    if not addresses:
        print("This machine has no address at which other devices could reach it.", flush=True)
    elif access is not None:
        Invitation(addresses, access).show()
    else:
        print("On another device, open", " or ".join(addresses))
        print(f"Everyone who can reach {host} can play here, and see and delete all games.")
        print("There is no encryption.", flush=True)


def _names(host: str) -> set[str]:
    """Return the host names, besides IP addresses, under which the server may be reached."""
    names = {"localhost", host.lower()}
    return names if is_local(host) else names | {socket.gethostname().lower()}
