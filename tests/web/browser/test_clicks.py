"""The gestures that chord, double taps, and question marks, as the settings say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.scene import (
    TWO,
    Visit,
    ask,
    cell,
    lead,
    listen,
    named,
    play,
    prefer,
    requests_to,
    wait_for_answer,
)


# the rule itself is tested without a page, in tests/web/page/click-actions.test.js
@pytest.mark.parametrize("style", cases(["double"], ["click", "both", "middle", "off"]))
def test_the_chosen_way_to_chord_is_the_only_one(visit: Visit, style: str) -> None:
    """A number opens its neighbours by the chosen gesture and by no other."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    cell(page, 0, 0).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("1")  # the server has the flag
    prefer(page, chord=style)
    listen(page)
    number = cell(page, 0, 1)
    ways: dict[str, Callable[[], None]] = {
        "click": number.click,
        "double": number.dblclick,
        "both": lambda: _both(page),
        "middle": lambda: number.click(button="middle"),
    }
    for name, act in ways.items():
        if name != style and (style, name) != ("click", "double"):  # it is two clicks
            act()
    if style == "off":
        number.press("c")
    cell(page, 0, 0).click(button="right")  # an answer to this one proves that no chord was sent
    wait_for_answer(page, "/actions")
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("unopened$"))
    assert [action["action"] for action in requests_to(page, "/actions")] == ["flag"]
    cell(page, 0, 0).click(button="right")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    if style != "off":
        ways[style]()
        expect(cell(page, 1, 1)).to_have_accessible_name(named("one"))


def _both(page: Page) -> None:
    cell(page, 0, 1).hover()
    page.mouse.down(button="left")
    page.mouse.down(button="right")
    page.mouse.up(button="right")
    page.mouse.up(button="left")


def test_double_tap_chords(visit: Visit) -> None:
    """Where a double click chords, so does a double tap, and one tap does not."""
    page = play(visit, *TWO, phone=True)
    prefer(page, chord="double")
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    page.get_by_role("button", name="Flag mode").tap()
    cell(page, 0, 0).tap()
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    cell(page, 0, 1).tap()
    cell(page, 0, 1).tap()
    expect(cell(page, 1, 1)).to_have_accessible_name(named("one"))


def test_question_marks_stay_in_the_browser(visit: Visit) -> None:
    """A flag becomes a question mark and then nothing; the server knows only the flag."""
    page = play(visit, *TWO)
    prefer(page, questions=True)
    target = cell(page, 2, 3)
    for state, mines in (("flagged", "1"), ("question mark", "2")):
        target.click(button="right")
        expect(target).to_have_accessible_name(named(f"unopened, {state}"))
        expect(page.locator("#mines-left")).to_have_text(mines)
    page.reload()
    expect(target).to_have_accessible_name(named("unopened, question mark"))
    target.focus()
    page.keyboard.press("f")
    expect(target).to_have_accessible_name(re.compile("unopened$"))
    game = ask(page, f"/api/games/{page.url.rpartition('/')[2]}")
    assert [action for action, *_ in game["moves"]] == ["flag", "flag"]
    target.click(button="right")
    target.click(button="right")
    target.click()
    expect(lead(page)).to_contain_text("Lost")


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_chords_are_offered_by_what_there_is(visit: Visit, phone: bool) -> None:
    """Without a mouse there are taps and double taps, and no buttons to press together."""
    page = visit(phone=phone)
    page.get_by_role("button", name="Settings").click()
    offered = page.get_by_label("Open all around a number with").get_by_role("option")
    mouse = ["any", "click", "double", "both", "middle", "off"]
    expected = ["any", "double", "off"] if phone else mouse
    expect(offered).to_have_count(len(expected))
    assert offered.evaluate_all("options => options.map((one) => one.value)") == expected
    expect(offered.nth(0)).to_contain_text("tap" if phone else "click")
