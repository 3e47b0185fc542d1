"""Watching a player."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from web.browser.scene import Visit, lead


def _ready(visit: Visit, *, phone: bool = False) -> Page:
    """Open a game of a fast player, wait until all of it has arrived, and stop it."""
    page = visit("/watch/fast?level=beginner&seed=4", phone=phone)
    page.get_by_role("button", name="Last").click()
    expect(lead(page)).to_contain_text(re.compile("(Won|Lost) after"))
    return page


def test_player_plays_to_the_end_with_reasons(visit: Visit) -> None:
    """Moves appear by themselves, each with its reason, and the end is shown."""
    page = visit("/watch/fast?level=beginner&seed=4")
    page.get_by_label("Speed").select_option("40")
    expect(lead(page)).to_contain_text(re.compile("(Won|Lost) after"))
    expect(page).to_have_url(re.compile(r"/watch/fast/9x9x10-"))
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).not_to_have_count(0)


def test_step_scrub_and_keys(visit: Visit) -> None:
    """Buttons, keys, the slider and the list go to any move; the address has its number."""
    page = _ready(visit)
    page.get_by_role("button", name="First").click()
    expect(page.locator(".cell.number")).to_have_count(0)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(lead(page).get_by_role("heading")).to_contain_text(re.compile(r"1\. [A-Z]+\d"))
    page.locator("body").press("ArrowRight")
    expect(lead(page).get_by_role("heading")).to_contain_text(re.compile(r"2\. [A-Z]+\d"))
    expect(page).to_have_url(re.compile(r"\?move=2$"))
    page.get_by_role("slider", name="Move").fill("3")
    expect(lead(page).get_by_role("heading")).to_contain_text(re.compile(r"3\. [A-Z]+\d"))
    page.get_by_role("list", name="Moves").get_by_role("button").nth(1).click()
    expect(page.locator("[aria-current=step]")).to_contain_text("2")
    page.reload()
    expect(lead(page).get_by_role("heading")).to_contain_text(re.compile(r"2\. [A-Z]+\d"))


def test_play_and_pause(visit: Visit) -> None:
    """Space plays and pauses."""
    page = _ready(visit)
    page.get_by_role("button", name="First").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".cell.number")).not_to_have_count(0)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_watching_on_a_phone(visit: Visit) -> None:
    """On a phone the buttons are at hand and the reason is read without opening the panel."""
    page = _ready(visit, phone=True)
    page.get_by_role("button", name="Step back").tap()
    expect(lead(page).locator("p").first).to_be_in_viewport()


def test_a_player_that_stops_says_so_of_itself(visit: Visit) -> None:
    """A careful player found no certain move; that there is none is not claimed."""
    page = visit("/watch/cautious?level=expert&seed=40&first_click=zero")
    page.get_by_role("button", name="Last").click()
    expect(lead(page)).to_contain_text(re.compile(r" after \d+ moves?"))
    expect(lead(page)).to_contain_text("Stopped: it found no certain move")
    page.keyboard.press("s")
    expect(page.locator(".cell.is-safe")).not_to_have_count(0)


def test_chances_of_a_watched_game(visit: Visit) -> None:
    """The bar and a chart follow the chance of winning, certain moves included."""
    page = _ready(visit)
    chart = page.get_by_role("img", name=re.compile(r"Chance of winning: \d+ % at first"))
    expect(chart).to_be_visible()
    meter = page.get_by_role("meter", name="Chance of winning")
    expect(meter).to_have_attribute("aria-valuetext", re.compile("^(0|100) %$"))
    page.get_by_role("button", name="Step back").click()
    expect(meter).to_have_attribute("aria-valuetext", re.compile(r"^\d+ %$"))


def test_nothing_is_drawn_before_there_is_a_game(visit: Visit) -> None:
    """While the player thinks, keys draw no board and no figures, and lead nowhere."""
    page = visit("/techniques")
    page.route("**/api/watch*", lambda _: None)  # no answer
    page.goto("/watch/fast?level=beginner&seed=4")
    expect(page.locator("#waiting")).to_be_visible()
    for key in ("End", "r", "a"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Risks")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("gridcell")).to_have_count(0)
    expect(page.locator("#time")).to_have_text("–")
    expect(page).to_have_url(re.compile("/watch/"))
