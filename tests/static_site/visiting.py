"""A browser that visits the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from web.browser.conftest import PATIENCE
from web.browser.scene import ask, cell

from sapper import Board, Layout, board_id

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

BOARD = f"/play?board={board_id(Layout.of(Board(2, 4), [(0, 0)]))}"


def opened(context: BrowserContext, address: str) -> Page:
    """Open an address in a new tab; wait until its board is there."""
    page = context.new_page()
    page.goto(address)
    cell(page, 0, 1).wait_for(timeout=PATIENCE)
    return page


def state(page: Page) -> Any:
    """Return the game that a tab plays, as it is stored."""
    id = re.search(r"/play/(\w+)", page.url)
    assert id is not None, page.url
    return ask(page, f"/api/games/{id[1]}")
