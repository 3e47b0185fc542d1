"""Settings for every test: the same examples in every run, no deadlines; servers to test with."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    import httpx
    from harness.shared_server import SharedServer

pytest_plugins = ["harness.chromium", "harness.order", "harness.progress"]

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("SAPPER_EXAMPLES", "same"))

# Tests run in the background may ignore Ctrl-C and the end of the terminal, which programs inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make test-site` repeat the page's tests without a server."""
    explanation = "what carries the page's requests: a server, or the browser itself"
    parser.addoption("--carrier", choices=["http", "browser"], default="http", help=explanation)


@pytest.hookimpl(optionalhook=True)  # only pytest-xdist asks
def pytest_xdist_auto_num_workers() -> int:
    """Run three tests on two cores, because those in a browser wait for a third of their time."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of what `make test-site` leaves out."""
    config.addinivalue_line("markers", "needs_server(reason): not tested without a server")


@pytest.fixture(scope="session")
def shared_server() -> Iterator[SharedServer]:
    """Start the process in which the servers of all tests run."""
    from harness.shared_server import SharedServer

    shared = SharedServer()
    yield shared
    shared.close()


@pytest.fixture
def address(shared_server: SharedServer, tmp_path: Path) -> Iterator[str]:
    """Return the address of a server with an empty store, which no other test sees."""
    url = shared_server.start(tmp_path / "games.sqlite")
    yield url
    shared_server.stop(url)


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    import httpx

    with httpx.Client(base_url=address, timeout=60) as client:
        yield client
