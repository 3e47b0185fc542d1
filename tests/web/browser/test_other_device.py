"""Playing from another device, at a plain http address: browsers keep some functions from it."""

from __future__ import annotations

import re

from harness.chromium import ELSEWHERE
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell

from sapper import Board, Layout, board_id

BOARD = board_id(Layout.of(Board(3, 4), [(0, 0), (2, 3)]))


def _look(page: Page, row: int, column: int, look: str) -> None:
    expect(cell(page, row, column)).to_have_class(re.compile(rf"\b{look}\b"))


def test_all_of_play_at_a_plain_http_address(visit: Visit, server: str) -> None:
    """Open, flag, chord, hint, undo, share and review work where no secure context is."""
    elsewhere = server.replace("127.0.0.1", ELSEWHERE)
    page = visit(f"{elsewhere}/play?board={BOARD}", phone=True)
    cell(page, 0, 1).tap()
    _look(page, 0, 1, "n1")
    assert page.evaluate("() => [window.isSecureContext, location.hostname]") == [False, ELSEWHERE]
    page.get_by_role("button", name="Flag mode").tap()
    cell(page, 0, 0).tap()
    _look(page, 0, 0, "flagged")
    page.get_by_role("button", name="Flag mode").tap()
    expect(page.locator("#mines-left")).to_have_text("1")
    cell(page, 0, 1).tap()  # a chord
    _look(page, 1, 1, "n1")
    page.keyboard.press("h")
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    cell(page, 2, 3).tap()
    _look(page, 2, 3, "fatal")
    page.get_by_role("button", name="Undo").tap()
    _look(page, 2, 3, "closed")
    for column in (0, 2):
        cell(page, 2, column).tap()
        _look(page, 2, column, "number")
    expect(page.locator("#face")).to_have_attribute("data-face", "won")
    page.get_by_role("button", name="Copy link").tap()
    expect(page.locator("#quiet")).to_have_text("Link copied.")
    assert _pasted(page) == f"{elsewhere}/play?board={BOARD}"
    page.get_by_role("button", name="Review").tap()
    page.wait_for_url(re.compile("/review/"))
    expect(page.locator(".risk-figure .chance")).to_be_visible()


def _pasted(page: Page) -> str:
    """Paste into a field, since the page may not read the clipboard here."""
    page.evaluate(
        "() => { const field = document.createElement('textarea');"
        " document.body.append(field); field.focus(); }"
    )
    page.keyboard.press("Control+v")
    text: str = page.evaluate("() => document.activeElement.value")
    page.evaluate("() => document.activeElement.remove()")
    return text
