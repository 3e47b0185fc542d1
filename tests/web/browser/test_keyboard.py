"""The keyboard alone: where the arrows lead, what has the focus, which keys can be switched off."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead, play
from web.browser.spoken import table

POSITION = "mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n"
CLOSED = re.compile(r"^[A-Z]+\d+, unopened")


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def _explore(page: Page) -> None:
    """Walk over the board and expect the focus to follow, one cell for each arrow."""
    _press(page, "ArrowUp", "Control+Home", "ArrowDown", "ArrowRight", "ArrowRight")
    expect(cell(page, 1, 2)).to_be_focused()
    _press(page, "ArrowUp", "ArrowLeft")
    expect(cell(page, 0, 1)).to_be_focused()
    _press(page, "End", "ArrowRight")  # stays at the edge
    assert page.evaluate("document.activeElement.ariaColIndex") == str(
        page.locator("[role=row]").first.get_by_role("gridcell").count()
    )


def _has_focus(page: Page, what: str) -> None:
    """Assert that the focus has not fallen to the body."""
    page.evaluate("() => new Promise(requestAnimationFrame)")  # the browser moves it in a frame
    assert page.evaluate("document.activeElement.localName") != "body", what


def test_arrows_explore_every_mode(visit: Visit) -> None:
    """In each mode the arrows walk over the grid, and the inspector follows the cursor."""
    page = visit("/play")
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    cell(page, 0, 0).wait_for()
    _press(page, "i")
    _explore(page)
    inspector = page.locator("#chances")
    expect(inspector).to_contain_text("I1: ")
    page.goto(f"/analyse?position={quote(POSITION)}")
    expect(lead(page)).to_contain_text("D1 is safe")
    _explore(page)
    expect(inspector).to_contain_text("E1: ")
    page.goto("/watch/fast?level=beginner&seed=4")
    page.get_by_role("button", name="Last").click()
    expect(lead(page)).to_contain_text(re.compile("(Won|Lost) after"))
    _press(page, "Home", "Shift+ArrowRight")
    _explore(page)
    expect(lead(page)).to_contain_text("1. ")  # arrows on the board do not step
    _press(page, "Shift+ArrowRight")
    expect(lead(page)).to_contain_text("2. ")
    closed = page.get_by_role("gridcell", name=CLOSED).first
    closed.focus()
    name = str(closed.get_attribute("aria-label")).partition(",")[0]
    expect(inspector).to_contain_text(re.compile(rf"\b{name}\b"))
    page.goto("/review/stub")
    expect(lead(page)).to_contain_text("missed a safe cell")
    _explore(page)
    page.get_by_role("button", name="Learn from your mistakes").click()
    _explore(page)
    page.goto("/review")  # a board without a game
    page.get_by_role("heading", name="Review a game").wait_for()
    _explore(page)
    page.goto("/train/one-clue")
    page.get_by_role("button", name="Show me").wait_for()
    _explore(page)


def test_the_brush_is_one_stop(visit: Visit) -> None:
    """Tab goes into the brush and out of it; within, the arrows choose, round and round."""
    page = visit("/analyse")
    brush = page.get_by_role("radiogroup", name="Brush")
    brush.get_by_role("radio", name="one").focus()
    _press(page, "ArrowRight")
    expect(brush.get_by_role("radio", name="two")).to_be_focused()
    expect(brush.get_by_role("radio", checked=True)).to_have_accessible_name("two")
    _press(page, "Home", "ArrowUp")
    expect(brush.get_by_role("radio", checked=True)).to_have_accessible_name("look at a cell")
    _press(page, "Tab")
    expect(page.get_by_role("button", name="Play from here")).to_be_focused()
    _press(page, "Shift+Tab")
    expect(brush.get_by_role("radio", name="look at a cell")).to_be_focused()
    _press(page, "Shift+Tab")
    assert not brush.evaluate("(group) => group.contains(document.activeElement)")


def test_single_keys_can_be_switched_off(visit: Visit) -> None:
    """Without single keys no letter does anything; arrows, Enter and typed marks still do."""
    page = play(visit, "...*", "....", "....", "*...")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Use single keys").uncheck()
    page.get_by_role("button", name="Done").click()
    first = cell(page, 0, 3)
    first.focus()
    _press(page, *"?hrsimefcgl-+0")
    _press(page, "Shift+Enter")
    expect(first).to_have_accessible_name("D1, unopened, flagged")
    expect(page.locator("#mines-left")).to_have_text("1")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Risks")).to_have_attribute("aria-pressed", "false")
    expect(lead(page).get_by_role("heading")).to_have_count(0)
    _press(page, "Control+Home", "Enter")
    expect(cell(page, 0, 0)).to_have_accessible_name("A1, empty")
    page.goto("/analyse")
    cell(page, 0, 0).focus()
    _press(page, "2", "f")
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("^A1, two"))
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("^B1, unopened, flagged"))


def test_the_focus_is_never_lost(visit: Visit) -> None:
    """Dialogs, vanishing buttons, other boards and other pages leave the focus on the page."""
    page = play(visit, ".*", "..")
    page.locator(".skip").focus()
    _press(page, "Enter")
    expect(cell(page, 0, 0)).to_be_focused()
    _press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    _press(page, "Escape")
    expect(cell(page, 0, 0)).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    _press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    _press(page, "Escape")
    expect(cell(page, 0, 0)).to_be_focused()
    page.get_by_role("button", name="Hint").focus()
    _press(page, "Enter")
    for name in ("Technique", "Answer"):
        lead(page).get_by_role("button", name=name).focus()
        _press(page, "Enter")
        expect(lead(page).get_by_role("button", name=name, exact=True)).to_have_count(0)
        _has_focus(page, name)
    cell(page, 0, 1).focus()
    _press(page, "Enter")
    undo = lead(page).get_by_role("button", name="Undo")
    undo.focus()
    expect(page.locator(".cell.fatal")).to_have_count(1)
    expect(lead(page).get_by_role("button", name="Copy link")).to_be_visible()
    expect(undo).to_be_focused()  # though the panel was made again
    _press(page, "Enter")
    expect(undo).to_have_count(0)
    _has_focus(page, "Undo")
    _press(page, "n")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    on_the_board = page.get_by_role("gridcell").and_(page.locator(":focus"))
    expect(on_the_board).to_have_count(1)
    page.get_by_role("radio", name="Expert").focus()
    _press(page, "Space")
    expect(page.get_by_role("gridcell")).to_have_count(480)
    expect(page.get_by_role("radio", name="Expert")).to_be_focused()
    page.get_by_role("button", name="Analyse").focus()
    _press(page, "Enter")
    expect(page).to_have_url(re.compile("/analyse"))
    _has_focus(page, "Analyse")
    page.get_by_role("navigation").get_by_role("link", name="Train").focus()
    _press(page, "Enter")
    page.get_by_role("button", name="Show me").focus()
    _press(page, "Enter")
    page.locator("#controls").get_by_role("button", name="Next").focus()
    _press(page, "Enter")
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    expect(on_the_board).to_have_count(1)
    page.go_back()
    _has_focus(page, "Back")
    page.goto("/daily")
    page.get_by_role("button", name="Earlier month").focus()
    _press(page, "Enter")
    expect(page.get_by_role("button", name="Earlier month")).to_be_focused()
    later = page.get_by_role("button", name="Later month")
    later.focus()
    _press(page, "Enter")
    expect(later).to_be_disabled()
    expect(page.locator("#heading")).to_be_focused()


def test_the_keys_of_the_document(visit: Visit) -> None:
    """The dialog lists the keys of docs/spoken.md, in its order and words."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    _press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    listed = page.get_by_role("dialog").evaluate(
        """(dialog) => [...dialog.querySelectorAll("dt")].filter((key) => key.querySelector("kbd"))
          .map((key) => [
            key.parentElement.previousElementSibling.textContent,
            [...key.querySelectorAll("kbd")].map((cap) => cap.textContent).join(" "),
            key.nextElementSibling.textContent,
          ])"""
    )
    assert listed == table("Keys")
