"""The page as a whole: accessibility, settings, keys, safety of text, addresses."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead

POSITION = quote("mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n")
PLAIN: dict[str, Any] = {
    "color_scheme": "light",
    "contrast": "no-preference",
    "forced_colors": "none",
}
LOOKS = {
    "dark": PLAIN | {"color_scheme": "dark"},
    "high contrast": PLAIN | {"contrast": "more"},
    "high contrast, dark": PLAIN | {"color_scheme": "dark", "contrast": "more"},
    "forced colours": PLAIN | {"forced_colors": "active"},
}
HOSTILE = "<img src=x onerror=\"document.title='taken'\">"


def _faults(page: Page, *rules: str) -> list[tuple[str, Any]]:
    """Run axe, or some of its rules, and return what it finds, however small."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    faults = page.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in faults]


def _faults_in_every_look(page: Page) -> dict[str, list[tuple[str, Any]]]:
    """Run all of axe once, and what it says of colours in every theme and contrast."""
    faults = {"": _faults(page)}
    for look in cases(["dark"], [*LOOKS][1:]):
        page.emulate_media(**LOOKS[look])
        faults[look] = _faults(page, "color-contrast")
    page.emulate_media(**PLAIN)
    return {look: found for look, found in faults.items() if found}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_fault_of_accessibility(visit: Visit, phone: bool) -> None:
    """Axe finds no fault in any mode, dialog, theme, contrast or size."""
    page = visit("/play", phone=phone)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    cell(page, 4, 4).click()
    page.keyboard.press("r")
    expect(page.locator(".cell.is-best")).to_have_count(1)
    look = _faults if phone else _faults_in_every_look  # colours are the same on both
    faults: dict[str, Any] = {"play": look(page)}
    for name in ("Settings", "Gestures and keys"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        faults[name] = look(page)
        page.keyboard.press("Escape")
    for path, sign in {
        f"/analyse?position={POSITION}": ".cell.is-lit",
        "/watch/fast?level=beginner&seed=4": ".cell.is-played",
        "/review/stub": ".chart",
        "/history": ".card",
        "/train/cases": ".cell.number",
        "/techniques/cases": "article",
        "/progress": ".card",
        "/daily": ".calendar",
    }.items():
        page.goto(path)
        page.locator(sign).first.wait_for()
        faults[path] = look(page)
    page.goto("/train/best-guess")
    page.get_by_role("button", name="Show me").click()
    page.locator(".guesses").wait_for()
    faults["an answer"] = look(page)
    assert {path: found for path, found in faults.items() if found} == {}


def test_the_choice_of_notation(visit: Visit) -> None:
    """Edges, labels and sentences name cells alike; a setting, which is kept, writes pairs."""
    page = visit(f"/analyse?position={POSITION}")
    edges = page.locator(".edge")
    expect(edges).to_have_text([*"ABCDE", *"123"])
    expect(lead(page).get_by_role("heading")).to_have_text("D1 is safe")
    expect(lead(page)).to_contain_text("The 1 at B1")
    expect(page.get_by_role("gridcell", name="D1, ")).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Names of cells").select_option("pairs")
    expect(edges).to_have_text([*"01234", *"012"])
    expect(lead(page).get_by_role("heading")).to_have_text("(0,3) is safe")
    expect(lead(page)).to_contain_text("The 1 at (0,1)")
    expect(page.get_by_role("gridcell", name="(0,3), ")).to_have_count(1)
    page.goto("/play")
    expect(edges).to_have_text([*"012345678"] * 2)


def test_dialogs_and_keys(visit: Visit) -> None:
    """`?` shows the keys, Escape closes them; a button shows the settings."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_gestures_are_told(visit: Visit, phone: bool) -> None:
    """The dialog lists keys, mouse, touch and kinds of help; the current device comes first."""
    page = visit("/play", phone=phone)
    cell(page, 0, 0).wait_for()
    page.get_by_role("button", name="Gestures and keys").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    headings = dialog.get_by_role("heading").all_inner_texts()
    assert headings[1] == ("Touch" if phone else "Mouse")
    assert {"Touch", "Mouse", "Help while playing", "Everywhere"} < set(headings)
    for word in ("Risks", "Certain", "Chance", "Hold", "Right"):
        expect(dialog.locator("dt", has_text=re.compile(f"^{word}$"))).to_be_attached()
    expect(dialog.get_by_role("heading").first).to_be_in_viewport()


def test_zero_fits_the_board(visit: Visit) -> None:
    """`-` shrinks cells down to 8 pixels, `+` enlarges them up to 60; 0 fits the board again."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    fitted = cell(page, 0, 0).evaluate("(cell) => cell.offsetWidth")
    for _ in range(12):
        page.keyboard.press("-")
    expect(cell(page, 0, 0)).to_have_css("width", "8px")
    for _ in range(12):
        page.keyboard.press("+")
    expect(cell(page, 0, 0)).to_have_css("width", "60px")
    page.keyboard.press("-")
    page.keyboard.press("0")
    expect(cell(page, 0, 0)).to_have_css("width", f"{fitted}px")


def test_settings_leave_no_fault_of_accessibility(visit: Visit) -> None:
    """Dimmed numbers, question marks, other counters and tiny cells pass axe."""
    page = visit("/play")
    wished = {"dim": True, "questions": True, "counter": "flags", "clock": "tenths", "risks": True}
    page.evaluate("(text) => localStorage.setItem('sapper-settings', text)", json.dumps(wished))
    page.reload()
    cell(page, 4, 4).click()
    expect(page.locator(".cell.number")).not_to_have_count(0)  # a new board has a best move too
    closed = page.locator(".cell.closed")
    for place, clicks in ((0, 2), (1, 1)):
        for _ in range(clicks):
            closed.nth(place).click(button="right")
    expect(page.locator(".cell.question")).to_have_count(1)
    expect(page.locator(".cell.is-best")).to_have_count(1)
    assert _faults(page) == []
    for _ in range(12):
        page.keyboard.press("-")
    assert _faults(page) == []


def test_settings_are_kept(visit: Visit) -> None:
    """Theme, palette and cell size take effect at once and after a reload."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Colours").select_option("wong")
    page.get_by_label("Cell size").select_option("20")
    page.get_by_role("button", name="Done").click()
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("html")).to_have_attribute("data-palette", "wong")
        expect(page.locator("body")).to_have_css("background-color", "rgb(18, 22, 26)")
        expect(cell(page, 0, 0)).to_have_css("width", "20px")
        page.reload()


def test_hostile_text_stays_text(visit: Visit) -> None:
    """Names and texts from addresses and answers are shown as text only."""
    page = visit(f"/play?board={quote(HOSTILE)}")
    expect(lead(page)).to_contain_text("<img src=x")
    page.get_by_role("link", name="Analyse").click()
    page.get_by_label("Position as text").fill(HOSTILE)
    expect(lead(page)).to_contain_text("This cannot be read")
    review = REVIEW | {"summary": HOSTILE, "level_name": HOSTILE}
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=review))
    page.goto("/review/stub?move=5")
    expect(lead(page)).to_contain_text(HOSTILE)
    expect(page.locator("#quiet")).to_contain_text("<img src=x")
    assert page.locator("img:not([role])").count() == 0
    expect(page).to_have_title(re.compile("Review"))


def test_unknown_game_is_said_in_words(visit: Visit) -> None:
    """For an address without a game the page says so, and still works."""
    page = visit("/play/nothere")
    expect(lead(page)).to_contain_text("This did not work")
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_role("gridcell")).to_have_count(81)


def test_modes_by_address_and_back(visit: Visit) -> None:
    """Each mode has an address, and Back goes through them."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    for mode in ("Analyse", "History"):
        page.get_by_role("navigation").get_by_role("link", name=mode).click()
        expect(page).to_have_title(re.compile(mode))
        expect(page.locator(".modes [aria-current=page]")).to_have_text(mode)
    page.go_back()
    expect(page).to_have_title(re.compile("Analyse"))
    page.go_back()
    expect(page).to_have_title(re.compile("Play"))
    expect(page.get_by_role("gridcell")).to_have_count(81)
