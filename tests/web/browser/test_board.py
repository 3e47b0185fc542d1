"""The board's look and feel: tiles, presses, sizes, the map, and the settings about them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from web.browser.scene import (
    TWO,
    Visit,
    cell,
    lead,
    named,
    play,
    prefer,
)

LARGE = "/play?level=100x100/1500"
COUNT_TONES = """
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    window.tones.push(this.frequency.value);
    start.call(this, when);
  };
"""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((shift) => {
    const moved = shift.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
    if (!shift.hadRecentInput) window.shifts.push([shift.value, moved]);
  })).observe({ type: 'layout-shift' });
}"""


def pressed(page: Page) -> set[str]:
    """Return the indices of the cells that look held down."""
    held = page.locator(".cell.pressed")
    return set(held.evaluate_all("(cells) => cells.map((cell) => cell.dataset.index)"))


def test_a_tile_stands_out_on_all_four_sides(visit: Visit) -> None:
    """An unopened cell is lit above and left and shaded below and right; an opened one is flat."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_css("box-shadow", "none")
    shadow = cell(page, 0, 2).evaluate("(cell) => getComputedStyle(cell).boxShadow")
    sides = re.findall(r"(rgb\([^)]*\)) (-?)\d+px (-?)\d+px", shadow)
    assert [(right, down) for _, right, down in sides] == [("", ""), ("-", "-")]
    assert sides[0][0] != sides[1][0]


def test_a_held_number_presses_what_a_chord_would_open(visit: Visit) -> None:
    """The cells around a held number sink; let go elsewhere, they rise and stay unopened."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    cell(page, 0, 1).hover()
    raised, sunk = (_colour(page, name) for name in ("--closed", "--closed-press"))
    assert raised != sunk
    expect(cell(page, 0, 2)).to_have_css("background-color", raised)
    page.mouse.down()
    assert pressed(page) == {"0", "1", "2", "4", "5", "6"}
    expect(cell(page, 0, 2)).to_have_css("background-color", sunk)
    cell(page, 1, 3).hover()
    assert pressed(page) == {"7"}
    page.get_by_role("button", name="Hint").hover()
    page.mouse.up()
    expect(page.locator(".cell.pressed")).to_have_count(0)
    expect(cell(page, 0, 2)).to_have_css("background-color", raised)
    expect(page.locator(".cell.closed")).to_have_count(11)


def _colour(page: Page, name: str) -> str:
    """Return a colour of the style sheet as the browser computes it."""
    probe = """(name) => {
      const node = document.body.appendChild(document.createElement('i'));
      node.style.backgroundColor = `var(${name})`;
      const colour = getComputedStyle(node).backgroundColor;
      node.remove();
      return colour;
    }"""
    return str(page.evaluate(probe, name))


def test_a_finger_presses_too(visit: Visit) -> None:
    """A finger on a number holds down what a chord would open."""
    page = play(visit, *TWO, phone=True)
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    box = cell(page, 0, 1).bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    assert pressed(page) == {"0", "1", "2", "4", "5", "6"}
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    assert pressed(page) == set()


def test_numbers_with_all_their_flags_are_dimmed(visit: Visit) -> None:
    """With the setting, a number is dimmed as long as it has as many flags as it says."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    cell(page, 0, 0).click(button="right")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    dimmed = page.locator(".cell.is-done")
    expect(dimmed).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dim numbers").check()
    page.get_by_role("button", name="Done").click()
    expect(dimmed).to_have_count(1)
    expect(cell(page, 0, 1)).to_have_class(re.compile("is-done"))
    cell(page, 0, 0).click(button="right")
    expect(dimmed).to_have_count(0)


def test_the_panel_folds(visit: Visit) -> None:
    """The board gets the room of a folded panel, also after a reload; a hint unfolds it."""
    page = visit("/play?level=expert")
    cell(page, 0, 0).wait_for()
    before = cell(page, 0, 0).bounding_box()
    page.get_by_role("button", name="Hide the panel").click()
    expect(page.locator("#panel")).to_be_hidden()
    page.reload()
    cell(page, 0, 0).wait_for()
    expect(page.locator("#panel")).to_be_hidden()
    after = cell(page, 0, 0).bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]
    page.keyboard.press("h")
    expect(lead(page).get_by_role("heading")).to_be_in_viewport()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_fit_shows_every_board_whole(visit: Visit, phone: bool) -> None:
    """*Fit* shows all of 100x100 cells, without figures; again, it returns to large cells."""
    page = visit(LARGE, phone=phone)
    # what 10,000 cells are to screen readers takes Playwright longer than all that is tested
    first, last = (page.locator(f'.cell[data-index="{index}"]') for index in (0, 9999))
    first.wait_for()
    comfortable = first.evaluate("(cell) => cell.offsetWidth")
    assert comfortable >= 18
    fit = page.locator("#zoom-fit")
    fit.click()
    last.wait_for()
    expect(first).to_be_in_viewport(ratio=1)
    expect(last).to_be_in_viewport(ratio=1)
    for way in ("Width", "Height"):
        assert page.locator("#stage").evaluate(f"(stage) => stage.scroll{way} <= stage.client{way}")
    expect(page.locator("#board")).to_have_css("--cell", re.compile(r"^\d+px$"))
    expect(first).to_have_css("font-size", "0px")
    fit.click()
    expect(first).to_have_css("width", f"{comfortable}px")


def test_one_figure_for_the_area_that_no_number_touches(visit: Visit) -> None:
    """The floating area has one figure, on the board and in the panel; labels keep theirs."""
    page = play(visit, "*.....", "......", ".....*")
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    prefer(page, risks=True)
    expect(page.locator(".cell.has-risk")).to_have_count(17)
    texts = page.locator(".cell.has-risk").all_inner_texts()
    assert sorted(text for text in texts if text) == [*["20"] * 5, "8.3"]
    expect(page.locator(".floating")).to_have_text("12 cells touch no number: 8.3 % each.")
    expect(page.locator(".cell.is-best")).to_have_text("8.3")
    expect(cell(page, 2, 0)).to_have_accessible_name(named("unopened, 8.3 % likely a mine"))


def test_the_map_of_a_large_board(visit: Visit) -> None:
    """A click and a drag on the map move the view, and the last row is never under it."""
    page = visit(LARGE)
    cell(page, 0, 0).wait_for()
    chart = page.locator("#minimap")
    expect(chart).to_be_visible()
    expect(chart).to_have_attribute("aria-hidden", "true")
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(cell(page, 50, 50)).to_be_in_viewport(ratio=1)
    expect(cell(page, 0, 0)).not_to_be_in_viewport()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 20, box["y"] + box["height"] + 20)
    page.mouse.up()
    expect(cell(page, 99, 99)).to_be_in_viewport(ratio=0.9)
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(9999, 9999)")
    last = cell(page, 99, 99).bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= box["y"]
    prefer(page, map=False)
    expect(chart).to_be_hidden()


def test_the_map_hides_where_all_is_in_sight(visit: Visit) -> None:
    """A board that fits has no map; made larger, it has one, and a tap on it moves the view."""
    page = visit("/play?level=intermediate", phone=True)
    cell(page, 0, 0).wait_for()
    chart = page.locator("#minimap")
    page.get_by_role("button", name="Fit the board").tap()
    expect(chart).to_be_hidden()
    for _ in range(6):
        page.get_by_role("button", name="Larger cells").tap()
    expect(chart).to_be_visible()
    box = chart.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    expect(cell(page, 15, 15)).to_be_in_viewport(ratio=0.9)


def test_counter_and_clock_as_chosen(visit: Visit) -> None:
    """The counter shows flags of mines, the clock tenths; both can be hidden, and nothing moves."""
    page = play(visit, *TWO)
    face = page.locator("#face").bounding_box()
    prefer(page, counter="flags", clock="tenths")
    cell(page, 0, 1).click()
    cell(page, 0, 0).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("1/2")
    expect(page.locator("#time")).to_have_text(re.compile(r"^\d+\.\d$"))
    prefer(page, counter="off", clock="off")
    expect(page.locator("#mines")).to_be_hidden()
    expect(page.locator("#clock")).to_be_hidden()
    assert page.locator("#face").bounding_box() == face


def test_sounds_only_on_request(visit: Visit) -> None:
    """Nothing sounds until the settings say so; then opening, flag, chord, win and loss differ."""
    page = play(visit, "*.*.*", ".....")
    page.add_init_script(COUNT_TONES)
    prefer(page)

    def heard(row: int, column: int, becomes: str, button: Any = "left") -> tuple[int, ...]:
        """Click a cell and return the tones that were played until it has become something."""
        page.evaluate("window.tones = []")
        cell(page, row, column).click(button=button)
        expect(cell(page, row, column)).to_have_accessible_name(named(becomes))
        return tuple(page.evaluate("window.tones"))

    assert heard(0, 1, "two") == ()
    prefer(page, sounds=True)
    opened = heard(0, 3, "two")
    flag = heard(0, 0, "unopened, flagged", "right")
    heard(0, 2, "unopened, flagged", "right")
    chord = heard(0, 1, "two")
    expect(cell(page, 1, 1)).to_have_accessible_name(named("two"))
    lost = heard(0, 4, "mine, the one")[len(opened) :]
    page.keyboard.press("u")
    expect(cell(page, 0, 4)).to_have_accessible_name(named("unopened"))
    heard(1, 3, "two")
    won = heard(1, 4, "one")[len(opened) :]
    expect(lead(page)).to_contain_text("Won")
    sounds = {opened, flag, chord, lost, won}
    assert len(sounds) == 5
    assert () not in sounds


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_moves_while_one_reads(visit: Visit, phone: bool) -> None:
    """Late answers (a hint, an ending, a lost connection) shift nothing on the page."""
    page = play(visit, *TWO, phone=phone)
    page.evaluate(WATCH_SHIFTS)
    waiting: list[Route] = []
    page.route("**/api/games/*/hint*", lambda route: waiting.append(route))
    page.route("**/api/games/*/ending*", lambda route: waiting.append(route))
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    page.get_by_role("button", name="Hint").click()
    _answer_late(page, waiting)
    expect(lead(page).get_by_role("heading")).to_be_visible()
    page.route("**/actions", lambda route: route.abort())
    cell(page, 1, 3).click()
    expect(page.locator("#connection")).to_be_visible()
    page.unroute("**/actions")
    expect(page.locator("#connection")).to_be_hidden()
    shifts = _shifts(page)
    cell(page, 2, 3).click()
    expect(lead(page)).to_contain_text("Lost")
    buttons = [lead(page).get_by_role("button", name=name) for name in ("Review", "New")]
    places = [button.bounding_box() for button in buttons]
    _answer_late(page, waiting)
    expect(lead(page)).to_contain_text("D3")
    assert [button.bounding_box() for button in buttons] == places
    assert shifts + _shifts(page) == []


def test_pointing_at_cells_moves_nothing(visit: Visit) -> None:
    """The chances of the cell under the pointer appear in the room that is kept for them."""
    page = play(visit, *TWO)
    prefer(page, risks=True)
    cell(page, 0, 1).click()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    page.evaluate(WATCH_SHIFTS)
    _answer_late(page, [])
    cell(page, 2, 0).hover()
    expect(page.locator(".chances-figure")).to_be_visible()
    cell(page, 0, 1).hover()
    assert _shifts(page) == []


def _shifts(page: Page) -> list[Any]:
    """Return what has moved on the page, once the last frame is painted."""
    shifts: list[Any] = page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts))))"
    )
    return shifts


def _answer_late(page: Page, waiting: list[Route]) -> None:
    """Let held answers through once the last click is no longer the reason of a shift."""
    since = page.evaluate("performance.now()")
    page.wait_for_function("(since) => performance.now() > since + 600", arg=since)
    page.evaluate("() => { window.shifts = []; }")  # those of the last click, which may be slow too
    for route in waiting:
        route.continue_()
    waiting.clear()
