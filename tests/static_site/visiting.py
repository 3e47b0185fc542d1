"""A browser that visits the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.browser.scene import cell

from sapper import Board, Layout, board_id

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PATIENCE = 90_000.0  # milliseconds: Python starts in the browser, twice
BOARD = f"/play?board={board_id(Layout.of(Board(2, 4), [(0, 0)]))}"


def opened(context: BrowserContext, address: str) -> Page:
    """Open an address in a new tab; wait until its board is there."""
    page = context.new_page()
    page.goto(address)
    cell(page, 0, 1).wait_for(timeout=PATIENCE)
    return page
