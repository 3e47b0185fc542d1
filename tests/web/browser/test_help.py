"""Help while playing."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell, lead, play, still

from sapper.formatting import read_cell

# the top row opens to 1 2 2 1 over four cells: the outer mines are certain, the middle is safe
ROWS = (".....", "*...*", ".....")
# after the corner, the easiest safe cell takes two steps: A3 is a mine, so B3 is safe
STEPS = ("......", ".....*", "*.*..*", ".*..*.", "*.....")
# how many cells lie between each marked cell and where the board is cut off
IN_SIGHT = """(stage) => {
  const frame = stage.getBoundingClientRect();
  const board = stage.querySelector(".rows").getBoundingClientRect();
  const inside = (cell) => {
    const box = cell.getBoundingClientRect();
    const sides = [
      [board.left < frame.left, box.left - frame.left - 18],
      [board.top < frame.top, box.top - frame.top - 18],
      [board.right > frame.right + 1, frame.right - box.right],
      [board.bottom > frame.bottom + 1, frame.bottom - box.bottom],
    ];
    return Math.min(9, ...sides.filter(([cut]) => cut).map(([, gap]) => gap / box.width));
  };
  const all = (mark) => [...stage.querySelectorAll(mark)].map(inside);
  return { best: all(".is-best"), lit: all(".is-lit") };
}"""


def _answer(page: Page) -> None:
    """Ask three times: for a nudge, the technique, the answer."""
    for _ in range(3):
        page.keyboard.press("h")
    expect(page.locator(".cell.is-best")).to_have_count(1)


def test_hint_lights_its_clues(visit: Visit) -> None:
    """The answer names a certain cell, says why, lights its clues and shows the board's edges."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    expect(page.locator(".cell.number").first).to_be_visible()
    _answer(page)
    expect(lead(page).get_by_role("heading")).to_contain_text("is safe")
    expect(lead(page)).to_contain_text(re.compile(r"[A-Z]\d is safe"))
    assert page.locator(".cell.is-lit.number").count() >= 1
    expect(page.locator(".cell.is-best")).to_have_count(1)
    expect(page.locator(".edge", has_text="2").first).to_be_visible()
    expect(page.locator("#live")).to_contain_text("is safe")


def test_hint_is_said_though_the_move_is_followed_later(visit: Visit) -> None:
    """A hint that comes before the browser was idle after the move is still the last thing said."""
    page = play(visit, *ROWS)
    page.evaluate(
        "() => { window.late = []; window.requestIdleCallback = (work) => window.late.push(work); }"
    )
    cell(page, 0, 2).click()
    _answer(page)
    assert page.evaluate("window.late.splice(0).map((work) => work()).length") > 0
    expect(page.locator("#live")).to_contain_text("is safe")
    expect(lead(page).get_by_role("heading")).to_contain_text("is safe")


def test_no_hint_takes_the_place_of_the_ending(visit: Visit) -> None:
    """After a loss H does nothing: the panel keeps the ways on, Review, Undo and a new game."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    cell(page, 1, 0).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Lost")
    expect(page.locator(".cell.is-missed")).to_have_count(1)
    urls = list[str]()
    page.on("request", lambda request: urls.append(request.url))
    page.keyboard.press("h")
    page.keyboard.press("r")  # answered after H, and by the page alone
    expect(page.locator("#live")).to_contain_text("Risks")
    expect(lead(page).get_by_role("heading")).to_have_text("Lost")
    assert not [url for url in urls if "/hint" in url]


def test_hint_goes_with_the_next_move(visit: Visit) -> None:
    """A hint is for one position: the next move removes its highlights."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    _answer(page)
    cell(page, 1, 0).click(button="right")
    expect(page.locator(".cell.is-best, .cell.is-lit")).to_have_count(0)


def test_hint_stays_while_overlays_come_and_go(visit: Visit) -> None:
    """Risks switched on and off again leave the hint as it was, as text and on the board."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    _answer(page)
    page.keyboard.press("r")
    expect(page.locator(".cell.is-mines")).not_to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".cell.is-mines")).to_have_count(0)
    expect(page.locator(".cell.is-best")).to_have_count(1)
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    expect(lead(page)).to_contain_text("is safe")


def test_risks_are_shown_and_follow(visit: Visit) -> None:
    """R tints every risk, with one figure for cells that touch no number; a move updates all.

    Certain cells are marked, and the best move has a ring.
    """
    page = play(visit, ".....", ".....", "**.**", ".....", ".....")
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk")).to_have_count(25)
    expect(page.locator(".cell.has-risk", has_text="16")).to_have_count(1)
    cell(page, 0, 0).click()
    expect(page.locator(".cell.is-mines")).to_have_count(4)
    expect(page.locator(".cell.has-risk")).to_have_count(0)
    expect(page.locator(".cell.is-best")).to_have_count(1)
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk, .cell.is-mines")).to_have_count(0)


def test_certain_cells_alone(visit: Visit) -> None:
    """S marks certain cells and no percentages."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    page.keyboard.press("s")
    expect(page.locator(".cell.is-safe")).not_to_have_count(0)
    expect(page.locator(".cell.has-risk")).to_have_count(0)


def test_bar_and_curve_tell_the_chance_of_winning(visit: Visit) -> None:
    """E shows the chance of winning as a bar; the next move adds to a curve, safe or not."""
    page = play(visit, "*...", "....", "...*")
    bar = page.get_by_role("meter", name="Chance of winning")
    expect(bar).to_have_attribute("aria-valuetext", "not shown")
    page.keyboard.press("e")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"^[1-9]\d? %$"))
    before = bar.get_attribute("aria-valuenow")
    cell(page, 0, 3).click()
    expect(bar).not_to_have_attribute("aria-valuenow", before or "")
    curve = page.get_by_role("img", name=re.compile("Chance of winning"))
    expect(curve).to_have_accessible_name(re.compile(rf"{before}, \d+ %$"))
    page.keyboard.press("e")
    expect(curve).to_be_hidden()


def test_chances_of_numbers_under_the_pointer(visit: Visit) -> None:
    """With risks on, pointing at a cell shows its chances."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk").first).to_be_visible()
    cell(page, 4, 4).hover()
    chances = page.locator("#chances")
    expect(chances).to_contain_text(re.compile(r"E5: .+\s% likely a mine"))
    expect(chances.get_by_role("listitem")).to_have_count(10)


def test_hint_out_of_sight_is_scrolled_to(visit: Visit) -> None:
    """On a board larger than its window, the cell of a hint and its clues come well into view."""
    rows = [["."] * 40 for _ in range(40)]
    for place in range(40):
        rows[33][place] = rows[place][33] = "*"
    rows[36][36] = rows[36][38] = "*"
    page = play(visit, *("".join(row) for row in rows), phone=True)
    cell(page, 38, 37).evaluate("(cell) => cell.scrollIntoView({ block: 'center' })")
    still(page)
    cell(page, 38, 37).tap()
    expect(cell(page, 38, 37)).to_have_class(re.compile("number"))
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(0, 0)")
    for name in ("Hint", "Answer"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    margins = page.locator("#stage").evaluate(IN_SIGHT)
    assert len(margins["lit"]) >= 1
    assert min(margins["best"]) >= 1.4
    assert min(margins["lit"]) >= 0


def test_hints_in_three_strengths(visit: Visit) -> None:
    """H says where to look, then by which technique, then the answer; the next move starts anew."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    page.keyboard.press("h")
    expect(lead(page).get_by_role("heading")).to_have_text("A nudge")
    expect(lead(page)).to_contain_text("Look at")
    expect(page.locator(".cell.is-lit.number")).not_to_have_count(0)
    expect(page.locator(".cell.is-best, .cell.is-spoken")).to_have_count(0)
    page.keyboard.press("h")
    expect(lead(page).get_by_role("heading")).to_have_text("The technique")
    expect(lead(page).locator(".tier")).to_be_visible()
    expect(page.locator(".cell.is-best")).to_have_count(0)
    lead(page).get_by_role("button", name="Answer").click()
    expect(lead(page).get_by_role("heading")).to_contain_text("is safe")
    expect(page.locator(".cell.is-best")).to_have_count(1)
    cell(page, 1, 0).click(button="right")
    expect(page.locator(".cell.is-best")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(lead(page).get_by_role("heading")).to_have_text("A nudge")


def test_a_step_lights_only_its_own_clues(visit: Visit) -> None:
    """Pointing at a step, or focusing it, lights its clues alone; leaving it lights all again."""
    page = play(visit, *STEPS)
    cell(page, 0, 0).click()
    _answer(page)
    steps = lead(page).locator(".steps button")
    expect(steps.nth(1)).to_be_visible()
    lit = page.locator(".cell.is-lit")
    whole = lit.count()
    steps.first.hover()
    expect(lit).not_to_have_count(whole)
    part = lit.count()
    assert 0 < part < whole
    page.locator("#quiet").hover()
    expect(lit).to_have_count(whole)
    steps.first.focus()
    expect(lit).to_have_count(part)


def test_the_best_guesses_are_compared(visit: Visit) -> None:
    """The answer to a guess lists risk, chance to open up and to win; a row shows its cell."""
    page = play(visit, "*...", "....", "...*")
    cell(page, 0, 1).click()
    for _ in range(3):
        page.keyboard.press("h")
    table = lead(page).get_by_role("table", name="The best guesses")
    expect(table.get_by_role("columnheader")).to_have_text(["Guess", "Risk", "Opens up", "Wins"])
    second = table.get_by_role("button").nth(1)
    name = second.inner_text()
    second.focus()
    expect(page.locator(".cell.is-spoken")).to_have_count(1)
    row, column = read_cell(name)
    expect(cell(page, row, column)).to_have_class(re.compile("is-spoken"))


def test_the_inspector_tells_why_and_forgets_opened_cells(visit: Visit) -> None:
    """Pointing at a certain cell says why; an opened cell says nothing; keys do the same."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    page.keyboard.press("r")
    chances = page.locator("#chances")
    cell(page, 1, 0).hover()
    expect(chances).to_contain_text("A2 is a mine")
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    cell(page, 0, 2).hover()
    expect(chances).to_contain_text("Point at an unopened cell")
    expect(page.locator(".cell.is-lit")).to_have_count(0)
    page.mouse.move(0, 0)
    cell(page, 0, 1).focus()
    page.keyboard.press("ArrowLeft")
    expect(chances).to_contain_text("A1 is safe")


def test_inspecting_by_touch_opens_nothing(visit: Visit) -> None:
    """With Inspect on, a tap tells about a cell in sight of the panel and leaves it shut."""
    page = play(visit, *ROWS, phone=True)
    cell(page, 0, 2).tap()
    expect(page.locator(".cell.number").first).to_be_visible()
    page.get_by_role("button", name="Inspect").tap()
    cell(page, 1, 0).tap()
    expect(lead(page).get_by_role("heading")).to_have_text("A2 is a mine")
    expect(lead(page).get_by_role("heading")).to_be_in_viewport()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("unopened"))
    page.get_by_role("button", name="Inspect").tap()
    cell(page, 1, 2).tap()
    expect(cell(page, 1, 2)).not_to_have_accessible_name(re.compile("unopened"))
