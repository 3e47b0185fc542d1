"""What a visitor sees first: nothing hides board or answer, and controls say what they do."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead, play, resize

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
ONE = "3x3/2\n1##\n###\n###"
IMPOSSIBLE = "3x3/2\n8##\n###\n###"
# the only certain cells are in the last columns of an expert board
FAR = "30x16/99\n" + "\n".join(["#" * 28 + "1."] * 2 + ["#" * 28 + "11"] + ["#" * 30] * 13)


def small(page: Page, path: str, size: ViewportSize = SMALL_PHONE) -> None:
    """Show an address in a window of another size."""
    resize(page, **size)
    page.goto(path)
    cell(page, 0, 0).wait_for()
    resize(page, **size)  # which waits until all is laid out


def overlap(page: Page, one: str, other: str) -> bool:
    """Tell whether two elements lie over each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    if a is None or b is None:
        return False
    apart_x = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    apart_y = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    return not (apart_x or apart_y)


def test_a_unit_stays_in_the_line_of_its_figure(visit: Visit) -> None:
    """Between a figure and its percent sign no line is broken."""
    page = visit("/analyse")
    expect(lead(page)).to_contain_text("likely a mine")
    text = lead(page).text_content() or ""
    assert "\u00a0%" in text
    assert re.search(r"\d %", text) is None


def test_the_face_says_what_it_does(visit: Visit) -> None:
    """The face above the board is named after what it does; no key that is dead is shown."""
    page = visit("/play")
    face = page.locator("#face")
    for mode, name in {
        "Play": "New game",
        "Train": "Next puzzle",
        "Analyse": "Empty board",
        "Watch": "Watch another game",
        "Review": "Play a game",
    }.items():
        page.get_by_role("link", name=mode, exact=True).click()
        expect(face).to_have_accessible_name(name)
        key = " (N)" if name in ("New game", "Next puzzle") else ""
        expect(face).to_have_attribute("title", name + key)


def test_the_face_empties_the_board_of_analyse(visit: Visit) -> None:
    """The face of Analyse does what its name says."""
    page = visit(f"/analyse?position={quote(ONE)}")
    expect(cell(page, 0, 0)).to_have_accessible_name("A1, one")
    page.get_by_role("button", name="Empty board").click()
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("unopened"))


@pytest.mark.parametrize("path", ["/play?level=expert", f"/analyse?position={quote(FAR)}"])
def test_the_map_hides_no_cell_on_a_phone(visit: Visit, path: str) -> None:
    """The map of a large board stands beside or below it, clear of text and buttons."""
    page = visit("/play", phone=True)
    for size in (SMALL_PHONE, PHONE, LANDSCAPE):
        small(page, path, size)
        expect(page.locator("#minimap")).to_be_visible()
        for other in ("#stage", "#quiet", ".zoom", "#face", "#panel"):
            assert not overlap(page, "#minimap", other), (size, other)


def test_the_map_goes_where_the_sheet_needs_its_room(visit: Visit) -> None:
    """Half drawn out, the sheet leaves the board alone above it: no map lies over the cells."""
    page = visit("/play?level=expert", phone=True)
    expect(page.locator("#minimap")).to_be_visible()
    page.get_by_role("button", name="More").tap()
    expect(page.locator("#minimap")).to_be_hidden()


def test_the_answer_of_analyse_is_in_sight_on_a_small_phone(visit: Visit) -> None:
    """A position that is read shows its best move and why, without a scroll or a tap."""
    page = visit("/analyse", phone=True)
    small(page, f"/analyse?position={quote(FAR)}")
    expect(page.locator(".cell.is-best")).to_be_in_viewport(ratio=1)
    expect(lead(page).locator("h2")).to_be_in_viewport(ratio=1)
    expect(lead(page).locator("p, li").first).to_be_in_viewport(ratio=0.9)


def test_impossible_clues_are_corrected_where_they_are(visit: Visit) -> None:
    """What is impossible is said without offering to leave."""
    page = visit(f"/analyse?position={quote(IMPOSSIBLE)}")
    expect(lead(page)).to_contain_text("Impossible")
    expect(lead(page).get_by_role("link")).to_have_count(0)


def test_a_game_goes_on_where_it_stands(visit: Visit) -> None:
    """Loaded again, a board larger than the window shows where the last move was made."""
    page = visit("/play?level=expert", phone=True)
    cell(page, 0, 0).wait_for()
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(9999, 9999)")
    last = cell(page, 15, 29)
    last.focus()
    page.keyboard.press("Enter")
    expect(last).not_to_have_accessible_name(re.compile("unopened"))
    page.reload()
    expect(last).to_be_in_viewport(ratio=0.9)


def test_what_decided_a_loss_is_in_sight_on_a_small_phone(visit: Visit) -> None:
    """The first words after a loss say why, before anything about records."""
    page = play(visit, "*1", "11", phone=True)
    resize(page, **SMALL_PHONE)
    cell(page, 0, 0).tap()
    sentence = lead(page).locator("p:not(.note)").first
    expect(sentence).to_contain_text("A1")
    expect(sentence).to_be_in_viewport(ratio=0.5)
    box = sentence.bounding_box()
    note = lead(page).locator("p.note").bounding_box()
    assert box is not None
    assert note is not None
    assert box["y"] < note["y"]


@pytest.mark.parametrize("name", ["Gestures and keys", "Settings"])
def test_the_way_out_of_a_dialog_is_in_sight(visit: Visit, name: str) -> None:
    """However long a dialog is, its button to close it is never scrolled away."""
    page = visit("/play", phone=True)
    cell(page, 0, 0).wait_for()
    page.get_by_role("button", name=name).tap()
    dialog = page.get_by_role("dialog")
    leave = dialog.get_by_role("button", name=re.compile("Close|Done"))
    expect(leave).to_be_in_viewport(ratio=1)
    dialog.evaluate("(dialog) => dialog.scrollTo(0, 200)")
    expect(leave).to_be_in_viewport(ratio=1)
    leave.tap()
    expect(dialog).to_be_hidden()


def test_the_watched_board_is_seen_as_a_whole(visit: Visit) -> None:
    """A beginner board that is watched on a small phone is not cut off."""
    page = visit("/watch", phone=True)
    small(page, "/watch/fast?level=beginner&seed=1&move=1")
    expect(cell(page, 0, 0)).to_be_in_viewport(ratio=0.9)
    expect(cell(page, 8, 8)).to_be_in_viewport(ratio=0.9)


def test_the_steps_of_a_watched_reason_are_a_list(visit: Visit) -> None:
    """A reason with numbered steps shows one a line, as a hint does."""
    page = visit("/watch/fast?level=intermediate&seed=1&move=5")
    steps = lead(page).locator(".steps li")
    expect(steps).not_to_have_count(0)
    assert steps.count() > 1
    assert not re.match(r"\d+\. ", steps.first.inner_text())


def test_games_to_review_can_be_told_apart(visit: Visit) -> None:
    """The list of games says of each its level, its result, its time and when it was played."""
    page = play(visit, "*1", "11")
    cell(page, 0, 0).click()
    expect(lead(page)).to_contain_text("Lost")
    page.goto("/review")
    first = page.locator(".plain-list .button").first
    expect(first).to_contain_text(re.compile(r"lost, \d+\.\d\ss"))
    expect(first).to_contain_text(re.compile(r"\d{4}.*\d\d:?\d\d|\d:\d\d"))


def test_a_late_review_does_not_replace_another_mode(visit: Visit) -> None:
    """Leaving during a review is final: its answer does not bring it back."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    held: list[Route] = []
    page.route("**/api/games/stub/review", lambda route: held.append(route))
    page.evaluate("history.pushState(null, '', '/review/stub')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.locator("#waiting")).to_contain_text("Reviewing each move")
    page.get_by_role("link", name="Analyse").click()
    expect(lead(page)).to_contain_text("likely a mine")
    expect(page.locator("#waiting")).to_be_hidden()
    with page.expect_response("**/api/analyse"):  # the page went on since
        held[0].fulfill(json=REVIEW)
        cell(page, 4, 4).click()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(page).to_have_url(re.compile("/analyse"))


def test_the_chosen_day_can_be_read_in_forced_colours(visit: Visit) -> None:
    """The number of the chosen day has another colour than what it stands on, and a ring."""
    page = visit("/daily", forced_colors="active")
    day = page.locator(".day[aria-pressed=true]")
    expect(day).to_be_visible()
    styles = "(day) => [day.firstElementChild, day].map((one) => getComputedStyle(one))"
    ink, ground, ring = day.evaluate(
        f"(day) => {{ const [text, own] = ({styles})(day);"
        " return [text.color, own.backgroundColor, own.outlineStyle]; }"
    )
    assert ink != ground
    assert ring == "solid"


def test_the_brush_of_flags_is_seen_in_forced_colours(visit: Visit) -> None:
    """The flag on its brush has another colour than the button under it."""
    page = visit("/analyse", forced_colors="active")
    flag = page.locator(".palette .mark-flag")
    expect(flag).to_be_visible()
    ink = flag.evaluate("(flag) => getComputedStyle(flag).color")
    ground = flag.evaluate("(flag) => getComputedStyle(flag.closest('button')).backgroundColor")
    assert ink != ground
