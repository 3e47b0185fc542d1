"""Help while playing."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from web.browser.scene import Visit, cell, lead, play

# the top row opens to 1 2 2 1 over four cells: the outer mines are certain, the middle is safe
ROWS = (".....", "*...*", ".....")
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


def test_hint_lights_its_clues(visit: Visit) -> None:
    """H names a certain cell, says why, lights the clues on the board and shows its edges."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    expect(page.locator(".cell.number").first).to_be_visible()
    page.keyboard.press("h")
    expect(lead(page).get_by_role("heading")).to_contain_text("is safe")
    expect(lead(page)).to_contain_text(re.compile(r"[A-Z]\d is safe"))
    assert page.locator(".cell.is-lit.number").count() >= 1
    expect(page.locator(".cell.is-best")).to_have_count(1)
    expect(page.locator(".edge", has_text="2").first).to_be_visible()
    expect(page.locator("#live")).to_contain_text("is safe")


def test_hint_goes_with_the_next_move(visit: Visit) -> None:
    """A hint is for one position: the next move removes its highlights."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    cell(page, 1, 0).click(button="right")
    expect(page.locator(".cell.is-best, .cell.is-lit")).to_have_count(0)


def test_hint_stays_while_overlays_come_and_go(visit: Visit) -> None:
    """Risks switched on and off again leave the hint as it was, in words and on the board."""
    page = play(visit, *ROWS)
    cell(page, 0, 2).click()
    page.keyboard.press("h")
    expect(page.locator(".cell.is-best")).to_have_count(1)
    page.keyboard.press("r")
    expect(page.locator(".cell.is-mines")).not_to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".cell.is-mines")).to_have_count(0)
    expect(page.locator(".cell.is-best")).to_have_count(1)
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    expect(lead(page)).to_contain_text("is safe")


def test_risks_are_shown_and_follow(visit: Visit) -> None:
    """R shows every risk, marks certain cells, rings the best move; the next move updates all."""
    page = play(visit, ".....", ".....", "**.**", ".....", ".....")
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk", has_text="16")).to_have_count(25)
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


def test_bar_tells_the_safety_of_the_best_move(visit: Visit) -> None:
    """E fills the bar when a certain move exists."""
    page = play(visit, *ROWS)
    bar = page.get_by_role("meter", name="Safety of the best move")
    expect(bar).to_have_attribute("aria-valuetext", "not shown")
    cell(page, 0, 2).click()
    page.keyboard.press("e")
    expect(bar).to_have_attribute("aria-valuetext", "a certain move exists")
    expect(bar).to_have_attribute("aria-valuenow", "100")


def test_chances_of_numbers_under_the_pointer(visit: Visit) -> None:
    """With risks on, pointing at a cell shows its chances."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk").first).to_be_visible()
    cell(page, 4, 4).hover()
    chances = page.locator("#chances")
    expect(chances).to_contain_text(re.compile(r"E5: .+ % likely a mine"))
    expect(chances.get_by_role("listitem")).to_have_count(10)


def test_hint_out_of_sight_is_scrolled_to(visit: Visit) -> None:
    """On a board larger than its window, the cell of a hint and its clues come well into view."""
    rows = [["."] * 40 for _ in range(40)]
    for place in range(40):
        rows[33][place] = rows[place][33] = "*"
    rows[36][36] = rows[36][38] = "*"
    page = play(visit, *("".join(row) for row in rows), phone=True)
    cell(page, 38, 37).evaluate("(cell) => cell.scrollIntoView({ block: 'center' })")
    cell(page, 38, 37).tap()
    expect(cell(page, 38, 37)).to_have_class(re.compile("number"))
    page.locator("#stage").evaluate("(stage) => stage.scrollTo(0, 0)")
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".cell.is-best")).to_have_count(1)
    margins = page.locator("#stage").evaluate(IN_SIGHT)
    assert len(margins["lit"]) >= 1
    assert min(margins["best"]) >= 1.4
    assert min(margins["lit"]) >= 0
