"""What the browser loads: little at first, then data alone; an update is only offered."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from harness.chromium import ELSEWHERE
from harness.counting_proxy import CountingProxy
from harness.web_server import ServerProcess
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell
from web.browser.spoken import SENTENCES

from sapper.web.carriers.assets import STATIC

KILOBYTES = 100
_KEPT = "async () => (await navigator.serviceWorker.ready).active.state"


@pytest.fixture
def wire(server: str) -> Iterator[CountingProxy]:
    with CountingProxy(server) as proxy:
        yield proxy


class _Other(BaseHTTPRequestHandler):
    """Another program than Sapper."""

    def do_GET(self) -> None:
        found = self.path == "/play"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>Something else</h1>" if found else b"nothing here")

    def log_message(self, *_: object) -> None:
        pass


def _settle(page: Page) -> None:
    """Wait until the board is there and the worker has kept the page."""
    cell(page, 0, 0).wait_for()
    assert page.evaluate(_KEPT) in ("activating", "activated")


def test_a_first_visit_and_a_warm_one(visit: Visit, wire: CountingProxy) -> None:
    """The first visit receives at most 100 kB, worker included; a warm one asks for data alone."""
    page = visit(f"{wire.url}/play", service_workers="allow")
    _settle(page)
    assert len(wire.requests) > 20
    assert wire.received <= KILOBYTES * 1000
    wire.forget()
    page.goto(f"{wire.url}/play")
    cell(page, 0, 0).wait_for()
    page.wait_for_load_state("networkidle")
    assert wire.requests
    assert [path for path in wire.requests if not path.startswith("/api/")] == []


def test_a_warm_visit_without_a_worker(visit: Visit, wire: CountingProxy) -> None:
    """At a plain http address the page itself is checked, and no file is requested again."""
    address = wire.url.replace("127.0.0.1", ELSEWHERE)
    page = visit(f"{address}/play")
    cell(page, 0, 0).wait_for()
    wire.forget()
    page.goto(f"{address}/play")
    cell(page, 0, 0).wait_for()
    page.wait_for_load_state("networkidle")
    assert [path for path in wire.requests if not path.startswith("/api/")] == ["/play"]


def test_without_the_server_the_page_still_opens(visit: Visit, wire: CountingProxy) -> None:
    """The kept page says that the server does not answer, and goes on when it is back."""
    page = visit(f"{wire.url}/play", service_workers="allow")
    _settle(page)
    server = wire.server
    wire.lead_to("http://127.0.0.1:9")  # nothing listens there
    page.goto(f"{wire.url}/play?level=beginner", wait_until="commit")
    expect(page.get_by_text("The server does not answer.").first).to_be_visible()
    wire.lead_to(server)
    cell(page, 0, 0).wait_for()
    expect(page.locator("#connection")).to_be_hidden()


def test_a_new_version_is_offered_and_not_forced(
    visit: Visit, wire: CountingProxy, tmp_path: Path
) -> None:
    """The old page stays until the player takes the new one; then its files are the new ones."""
    page = visit(f"{wire.url}/play", service_workers="allow")
    _settle(page)
    changed = tmp_path / "static"
    shutil.copytree(STATIC, changed)
    (changed / "words/words.js").write_text((STATIC / "words/words.js").read_text() + "\n// new\n")
    with ServerProcess(tmp_path / "games.sqlite", static=changed) as newer:
        wire.lead_to(newer.url)
        page.goto(f"{wire.url}/play?level=beginner")
        sentence = SENTENCES["a new version of the page is there"]
        expect(page.locator("#live")).to_have_text(sentence)
        cell(page, 0, 0).click()
        game = page.url
        offer = page.locator("#update")
        expect(offer).to_contain_text(sentence)
        version = page.locator("script[type=module]").get_attribute("src")
        assert page.url == game
        expect(cell(page, 0, 0)).not_to_have_class(re.compile("closed"))
        with page.expect_navigation():
            offer.get_by_role("button", name="Load it").click()
        cell(page, 0, 0).wait_for()
        expect(cell(page, 0, 0)).not_to_have_class(re.compile("closed"))
        assert page.locator("script[type=module]").get_attribute("src") != version
        expect(offer).to_be_hidden()


def test_another_server_at_the_same_address_is_not_hidden(
    visit: Visit, wire: CountingProxy
) -> None:
    """If another program listens there later, the kept page gives way to it."""
    page = visit(f"{wire.url}/play", service_workers="allow")
    _settle(page)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        wire.lead_to(f"http://127.0.0.1:{other.server_port}")
        page.goto(f"{wire.url}/play", wait_until="commit")
        expect(page.get_by_text("Something else")).to_be_visible()
        other.shutdown()
