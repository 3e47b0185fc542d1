"""Playing with fingers, at the size of a phone."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect
from web.browser.scene import (
    TWO,
    Visit,
    cell,
    fingers,
    lead,
    listen,
    middle,
    named,
    play,
    prefer,
    resize,
    wait_for_answer,
)


def test_tap_opens_and_long_press_flags(visit: Visit) -> None:
    """A tap opens; a long press flags, and does not open when it ends."""
    page = play(visit, *TWO, phone=True)
    touch = fingers(page)
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    touch("touchStart", middle(page, 0, 0))
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    touch("touchEnd")
    cell(page, 0, 1).tap()  # a chord
    expect(cell(page, 1, 1)).to_have_accessible_name(named("one"))
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))


def test_flag_mode(visit: Visit) -> None:
    """The round switch makes a tap flag, and back."""
    page = play(visit, *TWO, phone=True)
    switch = page.get_by_role("button", name="Flag mode")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    cell(page, 2, 3).tap()
    expect(cell(page, 2, 3)).to_have_accessible_name(named("unopened, flagged"))
    switch.tap()
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))


def test_pinch_and_buttons_zoom(visit: Visit) -> None:
    """A pinch makes cells larger; so does a button, and another one fits them again."""
    page = play(visit, *["........"] * 6, "*.......", phone=True)
    touch = fingers(page)
    before = cell(page, 0, 0).bounding_box()
    assert before is not None
    touch("touchStart", (150, 200), (200, 200))
    touch("touchMove", (120, 200), (240, 200))
    touch("touchEnd")
    pinched = cell(page, 0, 0).bounding_box()
    assert pinched is not None
    assert pinched["width"] > before["width"] * 1.3
    page.get_by_role("button", name="Fit the board").tap()
    fitted = cell(page, 0, 0).bounding_box()
    assert fitted is not None
    assert fitted["width"] == pytest.approx(before["width"])


def test_page_never_scrolls_sideways(visit: Visit) -> None:
    """In every mode the page is as wide as the phone."""
    page = visit("/play", phone=True)
    for mode in ("play", "train", "analyse", "watch/fast?level=expert", "history"):
        page.goto(f"/{mode}")
        current = page.locator(".modes [aria-current]")
        expect(current).to_have_attribute("data-mode", re.split("/", mode)[0])
        expect(page.locator(".cell, .card").first).to_be_attached()
        expect(page.get_by_role("button", name="Settings")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, mode
        right = page.evaluate(
            "Math.max(...[...document.querySelectorAll('header, main, .frame')]"
            ".map((one) => one.getBoundingClientRect().right))"
        )
        assert right <= 390, mode


def test_small_phones_show_all(visit: Visit) -> None:
    """On a small phone the whole beginner board, with large cells, and every button are in view."""
    page = visit("/play", phone=True)
    for width, height in [(360, 640), (844, 390), (667, 375)]:
        resize(page, width, height)
        for name in ("Gestures and keys", "Settings"):
            expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        expect(cell(page, 8, 8)).to_be_in_viewport(ratio=0.95)
        switch = page.get_by_role("button", name="Flag mode").bounding_box()
        corner = cell(page, 8, 8).bounding_box()
        assert switch is not None
        assert corner is not None
        assert corner["width"] >= 32
        beside = switch["x"] >= corner["x"] + corner["width"]
        assert beside or switch["y"] >= corner["y"] + corner["height"]


def test_a_puzzle_fits_small_phones(visit: Visit) -> None:
    """On a small phone all cells of a puzzle and the button below them are in view."""
    page = visit("/train/chain/chain-3-1", phone=True)
    for width, height in [(360, 640), (844, 390)]:
        resize(page, width, height)
        for corner in ((0, 0), (9, 9)):
            expect(cell(page, *corner)).to_be_in_viewport(ratio=0.95)
        expect(page.get_by_role("button", name="Show me")).to_be_in_viewport(ratio=1)


def test_panel_slides_up(visit: Visit) -> None:
    """The panel opens from below, starts a game, and closes again."""
    page = visit("/play", phone=True)
    handle = page.get_by_role("button", name="More")
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    page.get_by_role("radio", name="Intermediate").check()
    page.get_by_role("button", name="New game").last.tap()
    expect(page.get_by_role("gridcell")).to_have_count(256)
    expect(handle).to_have_attribute("aria-expanded", "false")


def test_panel_follows_a_finger(visit: Visit) -> None:
    """The grabber and the head of the panel can be dragged; a short drag snaps back."""
    page = visit("/play", phone=True)
    handle = page.get_by_role("button", name="More")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    touch = fingers(page)

    def top() -> float:
        box = page.locator("#panel").bounding_box()
        assert box is not None
        return box["y"]

    def draw(start: float, *way: float) -> None:
        touch("touchStart", (195, start))
        for step in way:
            touch("touchMove", (195, start + step))

    closed = top()
    draw(closed + 12, -40, -150, -151)
    assert top() == pytest.approx(closed - 151, abs=2)  # it stays under the finger
    rested = page.evaluate("performance.now() + 50")  # a finger that rests does not fling
    page.wait_for_function("(time) => performance.now() > time", arg=rested)
    touch("touchMove", (195, closed + 12 - 152))
    touch("touchEnd")
    expect(handle).to_have_attribute("aria-expanded", "true")
    opened = top()
    assert opened < closed - 151
    draw(opened + 12, 40, 250)
    touch("touchEnd")
    expect(handle).to_have_attribute("aria-expanded", "false")
    assert top() == pytest.approx(closed)
    draw(closed + 100, -40, -200)  # on the head
    touch("touchEnd")
    expect(handle).to_have_attribute("aria-expanded", "true")


def test_nothing_shows_above_the_grabber(visit: Visit) -> None:
    """The grabber hides what has scrolled under it, up to the panel's edge."""
    page = visit("/play", phone=True)
    page.get_by_role("button", name="More").tap()
    page.locator("#panel").evaluate("(panel) => { panel.scrollTop = 120 }")
    seen = page.locator("#panel").evaluate(
        """(panel) => {
          const { top } = panel.getBoundingClientRect();
          return [2, 8, 16, 24].flatMap((down) => [40, 120, 195, 300].map(
            (x) => document.elementFromPoint(x, top + down)?.id));
        }"""
    )
    assert set(seen) == {"handle"}


def test_hint_by_finger(visit: Visit) -> None:
    """Hint is at hand without opening the panel."""
    page = play(visit, *TWO, phone=True)
    cell(page, 0, 3).tap()
    page.get_by_role("button", name="Hint").tap()
    expect(lead(page).get_by_role("heading")).to_be_visible()


def test_painting_by_finger(visit: Visit) -> None:
    """In Analyse a tap paints, a drag paints a line."""
    page = visit("/analyse", phone=True)
    page.get_by_role("radio", name="two").tap()
    touch = fingers(page)
    cell(page, 1, 1).tap()
    expect(cell(page, 1, 1)).to_have_accessible_name(named("two"))
    start, *way = [middle(page, 3, column) for column in (1, 2, 3)]
    touch("touchStart", start)
    for place in way:
        touch("touchMove", place)
    touch("touchEnd")
    for column in (1, 2, 3):
        expect(cell(page, 3, column)).to_have_accessible_name(named("two"))


def test_a_touch_that_stops_a_glide_opens_nothing(visit: Visit) -> None:
    """A tap or hold on a gliding board, or right after, does nothing; on a still one it opens."""
    page = play(visit, *["." * 20] * 199, "*" + "." * 19, phone=True)
    prefer(page, cell=48, hold=200)
    page.evaluate(
        """() => document.querySelector("#stage").addEventListener(
             "scroll", () => (window.moved = performance.now()))"""
    )
    touch = fingers(page)

    def glide() -> None:
        """Swipe, and wait until the board glides on, further than the finger went."""
        further = page.locator("#stage").evaluate("(stage) => stage.scrollTop + 300")
        start = time.time()
        touch("touchStart", (200, 480), at=start)
        for step, y in enumerate((440, 380, 300, 200), start=1):
            touch("touchMove", (200, y), at=start + step * 0.016)
        touch("touchEnd", at=start + 0.08)
        page.wait_for_function(
            "(at) => document.querySelector('#stage').scrollTop > at", arg=further
        )

    def rested(milliseconds: int) -> None:
        page.wait_for_function(
            "(time) => performance.now() > window.moved + time", arg=milliseconds
        )

    def tap() -> None:
        touch("touchStart", (200, 300))
        touch("touchEnd")

    glide()
    tap()
    rested(50)
    tap()
    rested(300)
    glide()
    touch("touchStart", (200, 300))
    rested(250)  # longer than a hold
    touch("touchEnd")
    closed = page.locator(".cell.closed:not(.flagged)")
    expect(closed).to_have_count(4000)
    rested(350)
    tap()
    expect(closed).not_to_have_count(4000)


def test_settings_for_fingers(visit: Visit) -> None:
    """Hold delay, side of the round button and flags first are settings that take effect."""
    page = play(visit, *TWO, phone=True)
    switch = page.get_by_role("button", name="Flag mode")
    right = switch.bounding_box()
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("Hold a cell to flag it").select_option("800")
    page.get_by_label("Round button").select_option("left")
    page.get_by_label("After the first opening").check()
    page.get_by_role("button", name="Done").tap()
    left = switch.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] == pytest.approx(390 - right["x"] - right["width"])
    touch = fingers(page)
    pressed = page.evaluate("performance.now()")
    touch("touchStart", middle(page, 0, 0))
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    assert page.evaluate("performance.now()") - pressed >= 800
    touch("touchEnd")
    cell(page, 0, 3).tap()
    expect(cell(page, 0, 2)).to_have_accessible_name(named("empty"))
    expect(switch).to_have_attribute("aria-pressed", "true")
    cell(page, 2, 3).tap()
    expect(cell(page, 2, 3)).to_have_accessible_name(named("unopened, flagged"))


def test_every_opening_can_need_a_second_tap(visit: Visit) -> None:
    """Asked for every cell, a tap asks and a second one there opens: that is no help."""
    page = play(visit, *TWO, phone=True)
    prefer(page, confirm="every")
    cell(page, 0, 0).tap()
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, a second click opens it"))
    expect(page.locator("#quiet")).to_have_text("Tap again to open A1")
    cell(page, 0, 3).tap()
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened$"))
    expect(cell(page, 0, 3)).to_have_accessible_name(named("unopened, a second click opens it"))
    cell(page, 0, 3).tap()
    expect(cell(page, 0, 3)).to_have_accessible_name(named("empty"))
    expect(page.locator("#quiet")).not_to_contain_text("again")
    expect(lead(page)).not_to_contain_text("with help")


def test_only_unproved_cells_can_need_a_second_tap(visit: Visit) -> None:
    """Asked for risky cells, a tap opens what is proved safe; the game counts as helped."""
    page = play(visit, "*....", "....*", phone=True)
    prefer(page, confirm="risky")
    listen(page)
    cell(page, 0, 2).tap()
    wait_for_answer(page, "/overlay")
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    cell(page, 0, 0).tap()
    expect(page.locator("#quiet")).to_have_text("Tap again to open A1")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, a second click opens it"))
