"""A browser that visits the site, and what it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.browser.scene import cell

from sapper import Board, Layout, board_id

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PATIENCE = 90_000.0  # milliseconds: Python starts in the browser, twice
BOARD = f"/play?board={board_id(Layout.of(Board(2, 4), [(0, 0)]))}"
_ASK = """async ([path, bodies]) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { carry } = await import(loaded.find((name) => name.endsWith("/carrier.js")));
    const answers = [];
    for (const body of bodies) {
        const posted = { method: "POST", body: JSON.stringify(body) };
        answers.push(await (await carry(path, body === null ? {} : posted)).json());
    }
    return answers;
}"""


def opened(context: BrowserContext, address: str) -> Page:
    """Open an address in a new tab; wait until its board is there."""
    page = context.new_page()
    page.goto(address)
    cell(page, 0, 1).wait_for(timeout=PATIENCE)
    return page


def asked(page: Page, path: str, *bodies: Any) -> list[Any]:
    """Ask as the page's own modules do: once without a body, or with one after the other."""
    found: list[Any] = page.evaluate(_ASK, [path, list(bodies) or [None]])
    return found
