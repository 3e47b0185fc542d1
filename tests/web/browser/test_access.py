"""The page with and without the token of the server."""

from __future__ import annotations

import re
from pathlib import Path

from harness.web_server import ServerProcess
from playwright.sync_api import Browser, expect
from web.browser.scene import cell


def test_the_printed_address_lets_in_and_no_other(browser: Browser, tmp_path: Path) -> None:
    """Without the token the page says what is missing; the printed address lets in for good."""
    with ServerProcess(tmp_path / "games.sqlite", "--token") as server:
        printed = re.search(r"http://\S+", server.greeting)
        assert printed is not None
        page = browser.new_context().new_page()
        page.goto(f"{server.url}/play")
        expect(page.get_by_text("This server needs its token").first).to_be_visible()
        page.goto(printed[0])
        cell(page, 0, 0).wait_for()
        assert "token" not in page.url
        page.reload()
        cell(page, 0, 0).click()
        expect(cell(page, 0, 0)).not_to_have_accessible_name(re.compile("unopened"))
        page.context.close()
