"""A real server and a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from harness import waiting
from harness.site_host import SiteHost
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from web.browser.scene import arrived

if TYPE_CHECKING:
    from web.browser.scene import Visit

PATIENCE = (
    180_000.0  # milliseconds for what starts Python in the browser; only a failing test waits
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# logged by the browser itself for answers that the page handles
_EXPECTED = re.compile(r"Failed to load resource|net::ERR_|Opener-Policy header has been ignored")

expect.set_options(timeout=1000 * waiting.PATIENCE)


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
def site() -> Iterator[str]:
    """Serve the static site; all of its state is in the browser, which each test has anew."""
    expect.set_options(timeout=PATIENCE)  # every visitor starts Python first
    with SiteHost() as host:
        yield host.url


@pytest.fixture
def server(request: pytest.FixtureRequest) -> str:
    """Return the address of a server with an empty store, or of the site."""
    alone = request.config.getoption("--carrier") == "browser"
    address: str = request.getfixturevalue("site" if alone else "address")
    return address


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
        alone = pytestconfig.getoption("--carrier") == "browser"
        options.setdefault("service_workers", "allow" if alone else "block")  # each costs a process
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
        context.set_default_timeout(PATIENCE if alone else 1000 * waiting.PATIENCE)  # as above
        context.on("page", listen)
        page = context.new_page()
        page.goto(path)
        arrived(page)
        return page

    yield opener
    for context in contexts:
        context.close()
    assert [said for said in complaints if not _EXPECTED.search(said)] == []
