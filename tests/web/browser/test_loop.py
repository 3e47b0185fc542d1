"""The loop from play to insight and back: Analyse this, play and watch from here, try again."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import TWO, Visit, ask, cell, lead, play

POSITION = "4x3/2\n# 1 # #\n# # # #\n# # # #\n"


def _begun(visit: Visit, *, phone: bool = False) -> Page:
    """Open a game of twelve cells and its second one."""
    page = play(visit, *TWO, phone=phone)
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    return page


def _lost(visit: Visit) -> Page:
    """Lose that game with a wrong flag on the board."""
    page = _begun(visit)
    cell(page, 2, 0).click(button="right")
    cell(page, 2, 3).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Lost")
    return page


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_from_play_to_analyse_and_back(visit: Visit, phone: bool) -> None:
    """Analyse shows the position of the game; Back returns to the game, which goes on."""
    page = _begun(visit, phone=phone)
    address = page.url
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"/analyse\?position=4x3"))
    expect(page.locator("#mines-left")).to_have_text("2")
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    expect(page.locator(".cell.has-risk")).not_to_have_count(0)
    page.go_back()
    expect(page).to_have_url(address)
    expect(lead(page)).to_contain_text("with help")
    cell(page, 1, 1).click()
    expect(cell(page, 1, 1)).to_have_accessible_name(re.compile("one"))


def test_from_analyse_to_play_and_to_watch(visit: Visit) -> None:
    """P plays on from the position, unranked, on mines that fit it; W lets a player go on."""
    page = visit(f"/analyse?position={quote(POSITION)}")
    expect(lead(page)).to_contain_text("Guess")
    page.get_by_role("button", name="Play from here").click()
    expect(page).to_have_url(re.compile(r"/play/\w+$"))
    expect(lead(page)).to_contain_text("from a position")
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    expect(page.locator(".cell.closed")).to_have_count(11)
    state = ask(page, f"/api/games/{page.url.rpartition('/')[2]}")
    assert (state["kind"], state["moves"]) == ("position", [])
    page.go_back()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    page.keyboard.press("w")
    expect(page).to_have_url(
        re.compile(r"/watch/master/4x3-[^?]+\?position=4x3x2(%0A[H0-8F]{4}){3}$")
    )
    page.get_by_role("button", name="Last").click()
    expect(lead(page)).to_contain_text(re.compile("(Won|Lost) after"))
    page.get_by_role("button", name="First").click()
    expect(page.locator(".cell.number")).to_have_count(1)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page).to_have_url(re.compile(r"&move=1$"))
    page.reload()
    expect(lead(page).get_by_role("heading")).to_contain_text("1. ")
    page.go_back()
    expect(page.locator(".cell.is-best")).to_have_count(1)


def test_what_cannot_be_played_is_said(visit: Visit) -> None:
    """Without a mine total there is no game to play; the position stays."""
    page = visit("/analyse?position=" + quote("1 #\n# #"))
    expect(page.get_by_role("gridcell")).to_have_count(4)
    page.get_by_role("button", name="Play from here").click()
    expect(lead(page)).to_contain_text("mine total is unknown")
    expect(page.get_by_role("gridcell")).to_have_count(4)


def test_from_a_review_try_again_and_analyse(visit: Visit) -> None:
    """T plays the same board on from before the move; A analyses it; Back returns to the move."""
    page = _lost(visit)
    lead(page).get_by_role("button", name="Review").click()
    expect(page.locator(".chart")).to_be_visible()
    page.get_by_role("list", name="Moves").get_by_role("button").nth(2).click()
    expect(page).to_have_url(re.compile(r"move=3$"))
    page.keyboard.press("t")
    expect(page).to_have_url(re.compile(r"/play/\w+$"))
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    expect(cell(page, 2, 0)).to_have_accessible_name(re.compile("flagged"))
    cell(page, 0, 0).click()
    expect(cell(page, 2, 3)).to_have_accessible_name(re.compile("mine"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/review/\w+\?move=3$"))
    expect(cell(page, 2, 3)).to_have_class(re.compile("is-played"))
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile("/analyse"))
    expect(cell(page, 2, 3)).to_have_accessible_name(re.compile("unopened"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"move=3$"))


def test_overlays_and_inspector_in_watch_and_review(visit: Visit) -> None:
    """R shows the risks of the moment; pointing, the cursor and a tap tell about a cell."""
    page = visit("/history")
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    page.goto("/review/stub?move=2")
    expect(cell(page, 1, 0)).to_have_class(re.compile("is-played"))
    chances = page.locator("#chances")
    cell(page, 2, 1).hover()
    expect(chances).to_contain_text(re.compile("B3: .* likely a mine"))
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk")).not_to_have_count(0)
    page.mouse.move(0, 0)
    cell(page, 0, 1).focus()
    page.keyboard.press("ArrowRight")
    expect(chances).to_contain_text("C1")
    page.goto("/watch/fast?level=beginner&seed=4")
    page.get_by_role("button", name="Last").click()
    expect(lead(page)).to_contain_text(re.compile("(Won|Lost) after"))
    page.get_by_role("button", name="First").click()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".cell.has-risk, .cell.is-safe")).not_to_have_count(0)
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile("/analyse"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"move=1$"))


def test_a_tap_tells_about_a_cell_in_review(visit: Visit) -> None:
    """On a phone a tap on the review's board shows the cell in the panel's first lines."""
    page = visit("/history", phone=True)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    page.goto("/review/stub?move=2")
    expect(cell(page, 1, 0)).to_have_class(re.compile("is-played"))
    cell(page, 2, 1).tap()
    expect(lead(page)).to_contain_text(re.compile("B3: .* likely a mine"))
    expect(lead(page).locator("figcaption")).to_be_in_viewport()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_looking_in_analyse_paints_nothing(visit: Visit, phone: bool) -> None:
    """The magnifying glass tells about a cell and leaves it as it is."""
    page = visit(f"/analyse?position={quote(POSITION)}", phone=phone)
    expect(page.locator(".cell.is-best")).to_have_count(1)
    page.get_by_role("radio", name="look at a cell").click()
    cell(page, 2, 3).click()
    chances = lead(page) if phone else page.locator("#chances")
    expect(chances).to_contain_text(re.compile("D3: .* likely a mine"))
    expect(cell(page, 2, 3)).to_have_accessible_name(re.compile("unopened"))
