"""The mines of a loss on a large board, which are drawn before their cells are painted."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, ask

# work for idle moments waits until the test asks for it
HOLD = """() => {
  window.held = [];
  window.requestIdleCallback = (work) => window.held.push(work);
}"""
GO_ON = "() => { for (const work of window.held.splice(0)) work(); }"
# the middles of mines that nothing covers
IN_SIGHT = """() => [...document.querySelectorAll('.cell.mined')]
  .map((cell) => [cell, cell.getBoundingClientRect()])
  .map(([cell, { left, top, width, height }]) => [cell, left + width / 2, top + height / 2])
  .filter(([cell, x, y]) => document.elementFromPoint(x, y) === cell)
  .map(([, x, y]) => [x, y])"""
DARK = 90  # in the light theme the middle of a mine is darker, and a cell without one is not


@pytest.fixture
def lost(visit: Visit) -> Page:
    """Lose a game on 10,000 cells; only what is painted at once is painted."""
    page = visit()
    game = ask(page, "/api/games", {"level": "100x100/1500", "seed": 3, "first_click": "none"})
    page.goto(f"/play/{game['id']}")
    expect(page.locator(".cell.closed")).to_have_count(10_000)
    page.evaluate(HOLD)
    for index in range(200):
        page.locator(f'.cell[data-index="{index}"]').click()
        page.locator(f'.cell[data-index="{index}"]:not(.closed)').wait_for()
        if page.locator(".cell.fatal").count():
            break
    return page


def finish(page: Page) -> None:
    """Let the page paint what it left for later."""
    while page.locator(".cell.mined").count() < 1500:
        page.evaluate(GO_ON)


def dark(screen: bytes, places: list[list[float]]) -> list[bool]:
    """Tell where the screen is dark."""
    seen = Image.open(BytesIO(screen)).convert("L")
    return [seen.getpixel((int(x), int(y))) < DARK for x, y in places]  # type: ignore[operator]


def test_loss_is_complete_in_sight_at_once(lost: Page) -> None:
    """Every mine that is in view in the end was drawn with the fatal one, before its cell."""
    page = lost
    expect(page.locator(".cell.mined")).to_have_count(1)
    before = page.screenshot()
    finish(page)
    places = page.evaluate(IN_SIGHT)
    after = dark(page.screenshot(), places)
    assert sum(after) > 100
    assert dark(before, places) == after
    expect(page.locator(".sketch")).to_have_count(0)


def test_undone_loss_leaves_no_mine(lost: Page) -> None:
    """An undo at once takes the drawn mines away, and none is painted later."""
    page = lost
    expect(page.locator(".sketch")).to_have_count(1)
    page.keyboard.press("u")
    page.locator("#face[data-face=playing]").wait_for()
    expect(page.locator(".sketch")).to_have_count(0)
    page.evaluate(GO_ON)
    expect(page.locator(".cell.mined")).to_have_count(0)
