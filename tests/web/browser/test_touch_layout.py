"""The page under fingers: sizes of targets, landscape, tablets, edges of screens, the sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead, play, resize

PATHS = {
    "/play": ".cell",
    "/train/cases": ".cell.number",
    "/analyse": ".cell",
    "/watch/fast?level=beginner&seed=4": ".cell.is-played",
    "/review/stub": ".legend",
    "/history": ".card",
    "/daily": ".calendar",
    "/techniques/cases": "article",
}
# what is smaller than a finger; a link within a sentence is as high as its line
SMALL = """() => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".skip"))
  .filter((one) => !(one.matches("a") && getComputedStyle(one).display === "inline"))
  .map((one) => one.closest("label")?.matches(".check, .chip, .pick") ? one.closest("label") : one)
  .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([name, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${name}`)"""


def _box(page: Page, selector: str) -> Any:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box


def test_targets_are_as_large_as_a_finger(visit: Visit) -> None:
    """On a phone everything that can be tapped, but for cells, measures 44 pixels at least."""
    page = visit("/play", phone=True)
    resize(page, 360, 640)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    small = {}
    for path, sign in PATHS.items():
        page.goto(path)
        page.locator(sign).first.wait_for()
        small[path] = page.evaluate(SMALL)
    page.goto("/play")
    cell(page, 4, 4).tap()
    for name in ("Hint", "Answer"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    small["hint"] = page.evaluate(SMALL)
    resize(page, 844, 390)
    small["landscape"] = page.evaluate(SMALL)
    for name in ("Settings", "Gestures and keys"):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        small[name] = page.evaluate(SMALL)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert {path: found for path, found in small.items() if found} == {}


def test_cells_are_as_large_as_a_finger_on_all_sizes(visit: Visit) -> None:
    """On phones and tablets cells measure 32 pixels or more; the whole board can be fitted."""
    page = visit("/play?level=expert", phone=True)
    cell(page, 0, 0).wait_for()
    for size in ((360, 640), (390, 844), (844, 390), (820, 1180)):
        resize(page, *size)
        expect(page.locator("#beyond")).to_have_class(re.compile("goes-right"))
        assert cell(page, 0, 0).evaluate("(cell) => cell.offsetWidth") >= 32
        page.get_by_role("button", name="Fit the board").tap()
        expect(cell(page, 0, 0)).to_be_in_viewport(ratio=1)
        expect(cell(page, 15, 29)).to_be_in_viewport(ratio=0.9)  # half a pixel
        expect(page.locator("#beyond")).to_have_class("beyond")
        page.get_by_role("button", name="Fit the board").tap()


def test_the_edge_shows_where_the_board_goes_on(visit: Visit) -> None:
    """A shade lies on each edge beyond which there is more of the board, and only there."""
    page = visit("/play?level=expert", phone=True)
    cell(page, 0, 0).wait_for()
    shade = page.locator("#beyond")
    expect(shade).to_have_class("beyond goes-down goes-right")
    assert (
        page.evaluate(
            "getComputedStyle(document.querySelector('#beyond'), '::after').boxShadow"
        ).count("inset")
        == 2
    )
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(60, 60)")
    expect(shade).to_have_class("beyond goes-down goes-right goes-up goes-left")
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(9999, 9999)")
    expect(shade).to_have_class("beyond goes-up goes-left")


def test_landscape_and_tablets(visit: Visit) -> None:
    """In landscape the panel folds away for the board; on a tablet it becomes the sheet."""
    page = visit("/play?level=expert", phone=True)
    cell(page, 0, 0).wait_for()
    resize(page, 844, 390)
    assert _box(page, "#panel")["x"] >= _box(page, "#stage")["x"] + _box(page, "#stage")["width"]
    before = _box(page, "#stage")["width"]
    page.get_by_role("button", name="Hide the panel").tap()
    expect(page.locator("#panel")).to_be_hidden()
    assert _box(page, "#stage")["width"] > before + 200
    page.get_by_role("button", name="Show the panel").tap()
    resize(page, 820, 1180)
    expect(page.get_by_role("button", name="More")).to_be_visible()
    stage, panel = _box(page, "#stage"), _box(page, "#panel")
    assert stage["width"] > 760
    assert panel["width"] == 820
    assert panel["y"] >= stage["y"] + stage["height"]


def test_nothing_lies_under_the_edges_of_the_screen(visit: Visit) -> None:
    """Where a screen has rounded corners or a notch, on any side, nothing to tap is there."""
    page = visit("/play", phone=True)
    cell(page, 0, 0).wait_for()
    session = page.context.new_cdp_session(page)
    insets = {"top": 30, "right": 40, "bottom": 20, "left": 50}
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    for width, height in ((390, 844), (844, 390), (820, 1180)):
        resize(page, width, height)
        expect(page.locator("body")).to_have_css("padding-left", "50px")
        beyond = page.evaluate(
            """({ top, right, bottom, left }) =>
              [...document.querySelectorAll("button, a:not(.skip), .stage, .counter")]
                .filter((one) => one.checkVisibility({ visibilityProperty: true }))
                .filter((one) => !one.matches("#panel-body *")) // it scrolls
                .filter((one) => {
                  const box = one.getBoundingClientRect();
                  return box.left < left || box.top < top
                    || box.right > innerWidth - right || box.bottom > innerHeight - bottom;
                })
                .map((one) => one.outerHTML.slice(0, 90))""",
            insets,
        )
        assert beyond == [], (width, height)


@pytest.mark.parametrize(
    ("width", "height"), cases([(360, 640)], [(390, 844), (820, 1180)]), ids=str
)
def test_half_the_sheet_shows_proof_and_board(visit: Visit, width: int, height: int) -> None:
    """At half height the proof and the whole board are seen together; Escape closes the sheet."""
    page = play(visit, *["........."] * 8, ".*.*.....", phone=True)
    resize(page, width, height)
    cell(page, 0, 8).tap()
    for name in ("Hint", "Answer"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    handle = page.get_by_role("button", name="More")
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#panel")).to_have_css("height", f"{height / 2:g}px")
    for corner in ((0, 0), (8, 8)):
        expect(cell(page, *corner)).to_be_in_viewport(ratio=0.95)
    assert cell(page, 8, 8).evaluate(
        """(cell) => {
          const { bottom } = cell.getBoundingClientRect();
          return bottom <= document.querySelector("#panel").getBoundingClientRect().top;
        }"""
    )
    for text in lead(page).locator("h2, p, li").all():
        expect(text).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(handle).to_have_attribute("aria-expanded", "false")


def test_a_mouse_draws_the_sheet(visit: Visit) -> None:
    """A mouse drags the sheet to half and full height and closed again; a click on it closes."""
    page = visit("/play")
    resize(page, 390, 844)
    cell(page, 0, 0).wait_for()
    handle = page.get_by_role("button", name="More")
    panel = page.locator("#panel")
    closed = _box(page, "#panel")["height"]

    def drag(distance: float) -> None:
        """Drag the handle upwards, and rest a moment."""
        box = _box(page, "#handle")
        page.mouse.move(195, box["y"] + 20)
        page.mouse.down()
        for part in (0.3, 0.7, 1):
            page.mouse.move(195, box["y"] + 20 - distance * part)
        rested = page.evaluate("performance.now() + 50")
        page.wait_for_function("(time) => performance.now() > time", arg=rested)
        page.mouse.move(195, box["y"] + 20 - distance - 1)
        page.mouse.up()

    drag(180)
    expect(panel).to_have_css("height", "422px")
    drag(260)
    expect(panel).to_have_css("height", re.compile(r"^717\."))  # 85 %
    drag(-480)
    expect(panel).to_have_css("height", f"{closed:g}px")
    expect(handle).to_have_attribute("aria-expanded", "false")
    handle.click()
    expect(panel).to_have_css("height", "422px")
    handle.click()
    expect(panel).to_have_css("height", f"{closed:g}px")
