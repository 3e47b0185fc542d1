"""The first clicks on the site: they are taken before Python is there, and answered after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from static_site.visiting import state
from web.browser.conftest import PATIENCE
from web.browser.scene import cell, lead


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Make a visitor whose files all come from the host, where they can be held back."""
    made = browser.new_context(reduced_motion="reduce", service_workers="block")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@contextmanager
def held(context: BrowserContext) -> Iterator[None]:
    """Hold back Sapper's own code: nothing can answer in the meantime."""
    routes: list[Route] = []
    context.route("**/code.packed", lambda route: routes.append(route))
    yield
    for route in routes:
        route.continue_()
    context.unroute("**/code.packed")


def draft(page: Page) -> None:
    """Expect that a board is shown whose game is not there yet."""
    expect(page.locator("#board.is-draft .cell").first).to_be_visible(timeout=PATIENCE)


def test_clicks_before_python_is_there_are_answered_in_order(
    site: str, context: BrowserContext
) -> None:
    """A new board takes a flag, a click and a hint request at once; each is answered later."""
    page = context.new_page()
    with held(context):
        page.goto(site)
        draft(page)
        cell(page, 0, 0).click(button="right")
        cell(page, 4, 4).click()
        page.keyboard.press("h")
        expect(page.locator("#quiet")).to_have_text("Help is loading; the hint comes then")
        expect(page.locator(".cell.is-pending")).to_have_attribute("data-index", "40")
        expect(page.locator(".cell:not(.closed)")).to_have_count(0)
    expect(lead(page)).to_contain_text("nudge", ignore_case=True, timeout=PATIENCE)
    expect(page.locator("#connection")).to_have_text("Help is ready")
    expect(page.locator("#connection")).to_be_hidden()
    assert state(page)["moves"] == [["flag", 0, 0], ["open", 4, 4]]


def test_a_game_that_was_left_is_shown_at_once(site: str, context: BrowserContext) -> None:
    """A reload shows it as it was; clicks count, unless the game was changed elsewhere."""
    page = context.new_page()
    page.goto(f"{site}/?at=play%3Flevel%3D4x2%2F1")
    cell(page, 0, 0).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("0", timeout=PATIENCE)
    with held(context):
        page.reload()
        draft(page)
        expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("flagged"))
        cell(page, 0, 1).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("-1", timeout=PATIENCE)
    assert state(page)["seq"] == 2
    with held(context):
        page.reload()
        draft(page)
        page.evaluate(_CHANGE)
        page.reload()
        draft(page)
        cell(page, 0, 2).click(button="right")
    expect(page.locator("#quiet")).to_contain_text("Another tab has changed", timeout=PATIENCE)
    expect(page.locator(".cell.flagged")).to_have_count(2)
    assert state(page)["seq"] == 2


_CHANGE = """() => {
    const draft = JSON.parse(sessionStorage.getItem("sapper-draft"));
    window.addEventListener("pagehide", () => {
        sessionStorage.setItem("sapper-draft", JSON.stringify({ ...draft, seq: 1 }));
    });
}"""
