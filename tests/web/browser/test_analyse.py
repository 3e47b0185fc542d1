"""Entering a position and getting answers."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell, lead, named

POSITION = "mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n"
MINE_FILE = "4x2x1\nHH10\nHH10\n"


def _paste(page: Page, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def test_link_shows_the_position(visit: Visit) -> None:
    """A link opens the position with its risks, its best move and the reason."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(page.get_by_role("gridcell")).to_have_count(15)
    expect(cell(page, 0, 3)).to_have_accessible_name(re.compile("certainly safe"))
    expect(cell(page, 0, 2)).to_have_accessible_name(re.compile("certainly a mine"))
    expect(cell(page, 0, 4)).to_have_accessible_name(re.compile("33 % likely a mine"))
    expect(lead(page)).to_contain_text("D1 is safe")
    expect(lead(page)).to_contain_text("6 ways to lay the mines")


def test_mouse_paints(visit: Visit) -> None:
    """The brush paints by click and drag, the right button flags, the wheel changes numbers."""
    page = visit("/analyse")
    page.get_by_role("radio", name="one").click()
    cell(page, 0, 0).hover()
    page.mouse.down()
    for column in (1, 2):
        cell(page, 0, column).hover()
    page.mouse.up()
    for column in (0, 1, 2):
        expect(cell(page, 0, column)).to_have_accessible_name(named("one"))
    cell(page, 1, 0).click(button="right")
    expect(cell(page, 1, 0)).to_have_accessible_name(named("unopened, flagged"))
    cell(page, 4, 4).hover()
    page.mouse.wheel(0, -100)
    page.mouse.wheel(0, -100)
    expect(cell(page, 4, 4)).to_have_accessible_name(named("one"))
    page.keyboard.press("3")
    expect(cell(page, 4, 4)).to_have_accessible_name(named("three"))
    page.keyboard.press("u")
    expect(cell(page, 4, 4)).to_have_accessible_name(named("one"))


def test_keys_type_a_row(visit: Visit) -> None:
    """Typed marks go from cell to cell, as in a text; answers and the address follow."""
    page = visit("/analyse")
    cell(page, 0, 0).focus()
    for key in ("1", "1", "0", "0", "f"):
        page.keyboard.press(key)
    for column, state in enumerate(("one", "one", "empty", "empty", "unopened, flagged")):
        expect(cell(page, 0, column)).to_have_accessible_name(named(state))
    expect(cell(page, 0, 5)).to_be_focused()
    expect(page).to_have_url(re.compile(r"position=9x9"))


def test_paste_anywhere_in_any_notation(visit: Visit) -> None:
    """Pasting works in every mode, and reads other programs' files too."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    _paste(page, POSITION)
    expect(page.get_by_role("gridcell")).to_have_count(15)
    _paste(page, MINE_FILE)
    expect(page.get_by_role("gridcell")).to_have_count(8)
    expect(page.locator("#mines-left")).to_have_text("1")
    page.go_back()
    expect(page.get_by_role("gridcell")).to_have_count(15)


def test_unreadable_text_says_where(visit: Visit) -> None:
    """Text that is not a position leaves the board alone; the message has line and column."""
    page = visit("/analyse")
    cell(page, 8, 8).wait_for()
    page.get_by_label("Position as text").fill("1 2 z")
    expect(lead(page)).to_contain_text("This cannot be read")
    expect(lead(page)).to_contain_text("Line 1, column 5")
    expect(page.get_by_role("gridcell")).to_have_count(81)


def test_impossible_clues_turn_red_and_say_why(visit: Visit) -> None:
    """A clue that nothing can satisfy is marked while it is being entered."""
    page = visit(f"/analyse?position={quote('mines 1')}%0A1%23")
    expect(page.get_by_role("gridcell")).to_have_count(2)
    cell(page, 0, 0).hover()
    page.keyboard.press("8")
    expect(lead(page)).to_contain_text("Impossible")
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("impossible"))
    page.keyboard.press("1")
    expect(lead(page)).not_to_contain_text("Impossible")


def test_size_and_mines(visit: Visit) -> None:
    """Size and mine total can be changed; what was entered stays."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(page.get_by_role("gridcell")).to_have_count(15)
    page.get_by_label("Width", exact=True).fill("6")
    page.get_by_label("Width", exact=True).press("Enter")
    expect(page.get_by_role("gridcell")).to_have_count(18)
    expect(cell(page, 1, 2)).to_have_accessible_name(named("two"))
    page.get_by_label("Mines", exact=True).fill("4")
    page.get_by_label("Mines", exact=True).press("Enter")
    expect(page.locator("#mines-left")).to_have_text("4")
    page.get_by_label("The mine total is unknown").check()
    expect(page.locator("#mines-left")).to_have_text("?")


def test_copy_link_and_text(visit: Visit) -> None:
    """Link and text are copied, and both bring the position back."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(lead(page)).to_contain_text("is safe")
    page.get_by_role("button", name="Copy text").click()
    expect(page.locator("#quiet")).to_have_text("Text copied.")
    assert "12" in page.evaluate("navigator.clipboard.readText()").replace(" ", "")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#quiet")).to_have_text("Link copied.")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(cell(page, 1, 2)).to_have_accessible_name(named("two"))


def test_what_is_under_the_pointer_goes_with_its_position(visit: Visit) -> None:
    """Another position, an impossible one and invalid text leave no old chances behind."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    chances = page.locator("#chances")
    for text in ("mines 1\n1 # #\n", "mines 3\n1 # #\n. # #\n", "no position"):
        _paste(page, POSITION)
        expect(page.get_by_role("gridcell")).to_have_count(15)
        page.get_by_role("heading", name="Board").hover()
        cell(page, 0, 4).hover()
        expect(chances).to_contain_text("E1: 33.3 % likely a mine")
        _paste(page, text)
        expect(chances).to_contain_text("Point at an unopened cell")


def test_pointing_does_not_replace_the_best_move(visit: Visit) -> None:
    """While a cell is pointed at its own clues are lit; then those of the best move again."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(lead(page)).to_contain_text("D1 is safe")
    lit = page.locator(".cell.is-lit")
    before = lit.evaluate_all("(cells) => cells.map((cell) => cell.dataset.index)")
    cell(page, 0, 2).hover()
    expect(page.locator("#chances")).to_contain_text("C1 is a mine")
    expect(lead(page)).to_contain_text("D1 is safe")
    cell(page, 2, 2).hover()
    expect(page.locator("#chances")).to_contain_text("Point at an unopened cell")
    expect(lead(page)).to_contain_text("D1 is safe")
    assert lit.evaluate_all("(cells) => cells.map((cell) => cell.dataset.index)") == before


def test_an_unknown_total_comes_back(visit: Visit) -> None:
    """Unticking "unknown" brings the mine total back as it was."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(page.locator("#mines-left")).to_have_text("3")
    page.get_by_label("The mine total is unknown").check()
    expect(page.locator("#mines-left")).to_have_text("?")
    page.get_by_label("The mine total is unknown").uncheck()
    expect(page.locator("#mines-left")).to_have_text("3")
