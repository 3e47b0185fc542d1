"""A real server and a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from harness.missing import give_up
from harness.site_host import SiteHost
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from web.browser.scene import arrived

if TYPE_CHECKING:
    from web.browser.scene import Visit

PATIENCE = (
    180_000.0  # milliseconds for what starts Python in the browser; only a failing test waits
)
ELSEWHERE = "198.51.100.7"  # an address of nobody: plain http there is no secure context
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
]
_PROGRAMS = ["chromium-headless-shell", "chromium", "google-chrome"]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# logged by the browser itself for answers that the page handles
_EXPECTED = re.compile(r"Failed to load resource|net::ERR_|Opener-Policy header has been ignored")

expect.set_options(timeout=15_000)


# What a test does that has no meaning without a server, and why it is not tested then. Other
# tests that need one say why themselves: @pytest.mark.needs_server("reason").
_NEEDS_SERVER = {
    r"\.route\(": "it stands in for answers of a server",
    r"set_offline|abort\(|wire\b": "it needs a connection that can be lost",
    r"\bserver\b|ServerProcess|httpx": "it asks a server over HTTP",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, by name and with the reason, what cannot be tested without a server."""
    if config.getoption("--carrier") == "browser":
        for item in items:
            if "web/browser" in item.path.as_posix() and (why := _lack(item)) is not None:
                item.add_marker(pytest.mark.skip(reason=f"without a server: {why}"))


def _lack(item: pytest.Item) -> str | None:
    """Say why a test needs a server, judging by its source and that of what it calls."""
    assert isinstance(item, pytest.Function)
    if (mark := item.get_closest_marker("needs_server")) is not None:
        return str(mark.args[0])
    texts = [inspect.getsource(item.function)]
    for name, value in vars(item.module).items():
        own = inspect.isfunction(value) and value.__module__ == item.module.__name__
        if own and not name.startswith("test_") and re.search(rf"\b{name}\b", texts[0]):
            texts.append(inspect.getsource(value))
    whole = re.sub(r'""".*?"""|  # [^\n]*', "", "".join(texts), flags=re.DOTALL)
    return next((why for sign, why in _NEEDS_SERVER.items() if re.search(sign, whole)), None)


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[str]:
    """Start `sapper play` on a free port, with its own data file, or serve the site."""
    if request.config.getoption("--carrier") == "browser":
        expect.set_options(timeout=PATIENCE)  # every visitor starts Python first
        with SiteHost() as host:
            yield host.url
        return
    data = tmp_path_factory.mktemp("games") / "games.sqlite"
    command = [str(Path(sys.executable).with_name("sapper")), "play", "--no-open", "--port", "0"]
    with subprocess.Popen(
        [*command, "--no-token", "--data", str(data)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://[^/\s]+", process.stdout.readline())
        assert address is not None
        yield address[0]
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser for one module, since its event loop would disturb other tests."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program(playwright.chromium), args=FLAGS)


def program(kind: BrowserType) -> str:
    """Find Chromium; give the test up without one."""
    own = kind.executable_path  # where Playwright would have put one
    found = next(filter(None, map(shutil.which, _PROGRAMS)), own)
    if not Path(found).exists():
        give_up("there is no Chromium: the page is not tested")
    return found


@pytest.fixture
def visit(server: str, browser: Browser, pytestconfig: pytest.Config) -> Iterator[Visit]:
    """Open an address as a new visitor; fail at the end if any script or the policy complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if said.type == "error":
            complaints.append(said.text)

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", note)

    def opener(path: str = "/play", *, phone: bool = False, **options: Any) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]  # a TypedDict
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
            **options,
        )
        contexts.append(context)
        if pytestconfig.getoption("--carrier") == "browser":
            context.set_default_timeout(PATIENCE)  # as above
        context.on("page", listen)
        page = context.new_page()
        page.goto(path)
        arrived(page)
        return page

    yield opener
    for context in contexts:
        context.close()
    assert [said for said in complaints if not _EXPECTED.search(said)] == []
