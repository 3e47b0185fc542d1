"""The page for eyes that need other colours, larger text or more space."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from urllib.parse import quote

import pytest
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead, play, resize
from web.browser.worst import show_the_worst

POSITION = quote("mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n")
BOARD = ("......", "......", "......", "*..*..", "*.....")
STATES = [
    *(("closed has-risk", risk) for risk in (0.01, 0.33, 0.66, 0.99)),
    *((look, 0) for look in ("closed", "closed is-safe", "closed is-mines", "closed pressed")),
]
PATHS = {
    "/play": ".cell",
    "/train/cases": ".cell.number",
    f"/analyse?position={POSITION}": ".cell.is-lit",
    "/watch/fast?level=expert&seed=4": ".cell.is-played",
    "/review/stub": ".chart",
    "/history": ".games tbody tr",
    "/progress": ".card",
    "/daily": ".calendar",
    "/techniques/cases": "article",
}
# WCAG 1.4.12
SPACED = """
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
"""
ADOPT = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}"""
# how much lighter the lighter of two colours is, as WCAG counts
CONTRAST = """([one, other]) => {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}"""
# the controls that cannot be brought into view, or that something covers there
LOST = """() => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".skip"))
  .filter((one) => {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    const inside = box.left >= -1 && box.right <= innerWidth + 1;
    return !inside || !hit || !(one.contains(hit) || hit.contains(one));
  })
  .map((one) => one.outerHTML.slice(0, 90))"""
# texts of which a part is cut off with no way to scroll to it
CUT = """() => [...document.querySelectorAll("body *:not(svg *, .unseen, .unseen *, .board *)")]
  .filter((one) => one.checkVisibility() && one.innerText)
  .filter((one) => {
    const style = getComputedStyle(one);
    const wide = one.scrollWidth > one.clientWidth + 1 && one.clientWidth;
    const high = one.scrollHeight > one.clientHeight + 1 && one.clientHeight;
    const hides = (how) => how === "hidden" || how === "clip";
    return (wide && hides(style.overflowX)) || (high && hides(style.overflowY));
  })
  .map((one) => one.outerHTML.slice(0, 90))"""
# what scrolls sideways, though it is not the board
SIDEWAYS = """() => [document.scrollingElement, ...document.querySelectorAll("body *:not(.stage)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
  .filter((one) => one === document.scrollingElement
    || ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
  .map((one) => one.outerHTML.slice(0, 90))"""


def _colour(page: Page, selector: str) -> Any:
    return page.locator(selector).first.evaluate("(one) => getComputedStyle(one).backgroundColor")


def _ratio(page: Page, one: str, other: str) -> float:
    """Return the contrast of two elements' backgrounds."""
    return float(page.evaluate(CONTRAST, [_colour(page, one), _colour(page, other)]))


def _dress(page: Page, look: str, risk: float = 0) -> None:
    """Give a cell the classes of a state."""
    page.locator("[data-index='8']").evaluate(
        """(cell, [look, risk]) => {
          cell.className = `cell ${look}`;
          cell.style.setProperty("--risk", risk);
          cell.textContent = look.startsWith("number") ? "2" : "";
        }""",
        [look, risk],
    )


@pytest.mark.parametrize("theme", cases(["light"], ["dark"]))
def test_forced_colours_tell_every_state(visit: Visit, theme: str) -> None:
    """In forced colours no two states of a cell look alike, and tiles stand out by 3:1."""
    page = play(visit, *BOARD, forced_colors="active", color_scheme=theme)
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_class("cell number")
    assert _ratio(page, ".cell.closed", ".cell.number") >= 3
    looks = {}
    for look in (
        "closed", "closed stamp-flag flagged", "closed stamp-question", "closed stamp-safe is-safe",
        "closed stamp-outline is-mines", "closed stamp-safe is-safe is-best", "closed is-spoken",
        "closed is-missed", "closed is-confirm", "closed pressed", "number", "number is-lit",
        "number is-played", "number is-bad", "mined stamp-mine", "mined fatal stamp-mine",
        "closed wrong stamp-wrong", "closed is-wrong",
    ):  # fmt: skip
        _dress(page, look)
        looks[look] = page.locator("[data-index='8']").screenshot()
    _dress(page, "closed")
    page.keyboard.press("ArrowDown")
    page.locator("[data-index='8']").focus()
    looks["closed, with the focus"] = page.locator("[data-index='8']").screenshot()
    alike = [(one, two) for one, two in combinations(looks, 2) if looks[one] == looks[two]]
    assert alike == []


def test_forced_colours_show_switches_bar_and_legend(visit: Visit) -> None:
    """In forced colours pressed switches, tabs, the bar and the legend's marks differ."""
    page = play(visit, *BOARD, forced_colors="active")
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_class("cell number")
    switch = page.get_by_role("button", name="Certain")
    loose = switch.screenshot()
    page.keyboard.press("s")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert switch.screenshot() != loose
    tab = "(tab) => getComputedStyle(tab).borderBottomColor"
    current, other = (page.locator(f".modes [data-mode={mode}]") for mode in ("play", "watch"))
    assert current.evaluate(tab) != other.evaluate(tab)
    page.keyboard.press("e")
    bar = page.get_by_role("meter")
    expect(bar).to_have_class("evaluation is-on")
    shown = bar.screenshot()
    bar.evaluate("(bar) => bar.style.setProperty('--chance', '0.2')")
    assert bar.screenshot() != shown
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    page.goto("/review/stub")
    page.locator(".legend .dot").last.wait_for()
    marks = [dot.screenshot() for dot in page.locator(".legend .dot").all()]
    assert len(set(marks)) == len(marks) > 1


def test_high_contrast_by_setting_and_by_system(visit: Visit) -> None:
    """A setting, or the system, asks for high contrast: closed against opened at least 3:1."""
    page = play(visit, *BOARD)
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_class("cell number")
    root = page.locator("html")
    expect(root).to_have_attribute("data-contrast", "system")
    assert _ratio(page, ".cell.closed", ".cell.number") < 3
    page.emulate_media(contrast="more")
    expect(root).to_have_attribute("data-contrast", "more")
    page.emulate_media(contrast="no-preference")
    expect(root).to_have_attribute("data-contrast", "system")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Contrast").select_option("more")
    expect(root).to_have_attribute("data-contrast", "more")
    low = []
    for theme in ("light", "dark"):
        page.get_by_label("Theme").select_option(theme)
        for colours in ("classic", "wong"):
            page.get_by_label("Colours").select_option(colours)
            for look, risk in STATES:
                _dress(page, look, risk)
                ratio = _ratio(page, "[data-index='8']", ".cell.number:not([data-index='8'])")
                low += [(theme, colours, look, risk, ratio)] if ratio < 3 else []
    assert low == []


@pytest.mark.parametrize(
    ("width", "height"), cases([(320, 200), (195, 422)], [(640, 400)]), ids=str
)
def test_zoom_keeps_all_in_reach(visit: Visit, width: int, height: int) -> None:
    """Zoomed in, every control can be scrolled to; only the board scrolls sideways."""
    page = visit("/play", device_scale_factor=1280 / width)
    resize(page, width, height)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    show_the_worst(page)
    lost = {}
    for path, sign in PATHS.items():
        page.goto(path)
        page.locator(sign).first.wait_for(state="attached")
        lost[path] = page.evaluate(LOST) + page.evaluate(SIDEWAYS) + page.evaluate(CUT)
    assert {path: found for path, found in lost.items() if found} == {}
    page.goto("/play")
    middle = cell(page, 4, 4)
    middle.click()
    expect(middle).to_have_class("cell number")
    expect(middle).to_be_in_viewport(ratio=1)
    assert middle.evaluate("(cell) => cell.offsetWidth") >= 18
    page.get_by_role("button", name="Hint").click()
    expect(lead(page).get_by_role("heading")).to_be_in_viewport()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("phone", cases([True], [False]))
def test_text_spacing_cuts_nothing_off(visit: Visit, phone: bool) -> None:
    """With the text spacing of WCAG 1.4.12 no text is cut off and every control is in reach."""
    page = visit("/play", phone=phone)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    show_the_worst(page)
    lost = {}
    for path, sign in PATHS.items():
        page.goto(path)
        page.locator(sign).first.wait_for(state="attached")
        page.evaluate(ADOPT, SPACED)
        if phone and (handle := page.get_by_role("button", name="More")).is_visible():
            handle.tap()
        lost[path] = page.evaluate(LOST) + page.evaluate(CUT)
    assert {path: found for path, found in lost.items() if found} == {}
