"""The browser of the tests: Debian's Chromium, driven by Playwright, started once per process."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from harness.missing import give_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

ELSEWHERE = "198.51.100.7"  # a reserved address: plain http there is no secure context
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    # A page is loaded for each test: these halve what that costs.
    "--enable-features=NetworkServiceInProcess2",
    "--js-flags=--max-lazy",
]
_PROGRAMS = ["chromium-headless-shell", "chromium", "google-chrome"]
_SLOWLY = 300  # milliseconds between two actions that somebody watches
_Running = tuple["Browser", asyncio.AbstractEventLoop]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that shows what the tests do."""
    parser.addoption("--headed", action="store_true", help="show the browser, and go slowly")


@pytest.fixture(scope="session")
def running_browser(pytestconfig: pytest.Config) -> Iterator[_Running]:
    """Start a browser; hide Playwright's event loop, which would disturb tests without one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium
        headed = pytestconfig.getoption("--headed")
        browser = chromium.launch(
            executable_path=program(chromium, _PROGRAMS[1:] if headed else _PROGRAMS),
            headless=not headed,
            slow_mo=_SLOWLY if headed else 0,
            args=FLAGS[1:] if headed else FLAGS,
        )
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(running_browser: _Running) -> Iterator[Browser]:
    """Return the browser, whose event loop runs during this test only."""
    found, loop = running_browser
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


def program(kind: BrowserType, names: list[str] = _PROGRAMS) -> str:
    """Find Chromium; skip the test without one."""
    own = kind.executable_path  # where Playwright would have put one
    found = next(filter(None, map(shutil.which, names)), own)
    if not Path(found).exists():
        give_up(
            "there is no Chromium to test the page in: install chromium-headless-shell, chromium "
            "or google-chrome, or run .venv/bin/playwright install chromium"
        )
    return found
