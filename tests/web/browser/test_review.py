"""Review: a whole game from the server, and the page alone with a game of known mistakes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect
from web.browser.reviewed import REVIEW
from web.browser.scene import Visit, cell, lead, play


def _stubbed(visit: Visit, *, phone: bool = False) -> Page:
    page = visit("/history", phone=phone)
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=REVIEW))
    page.goto("/review/stub")
    expect(page.get_by_role("img", name=re.compile("Risk by move"))).to_be_visible()
    return page


# whether the ring of a cell is the same in every colour of its risk
KEEPS_ITS_RING = """(cell) => {
  const ring = getComputedStyle(cell).boxShadow;
  return ["is-safe", "is-mines", "has-risk"].every((colour) => {
    cell.classList.add(colour);
    const same = getComputedStyle(cell).boxShadow === ring;
    cell.classList.remove(colour);
    return same;
  });
}"""


def test_review_after_a_game(visit: Visit) -> None:
    """The button after a game leads to its review."""
    page = play(visit, "*...", "....", "...*")
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    cell(page, 2, 3).click()
    lead(page).get_by_role("button", name="Review").click()
    expect(page).to_have_url(re.compile(r"/review/\w+"))
    expect(page.get_by_role("img", name=re.compile("Risk by move"))).to_be_visible()
    expect(page.locator("#panel")).to_contain_text("Accuracy")
    expect(lead(page)).to_contain_text("Lost at move 2 to the mine at D3.")
    page.go_back()
    expect(lead(page)).to_contain_text("Lost")


def test_own_mistakes_become_puzzles(visit: Visit) -> None:
    """In a game just played each mistake is named with its reason, and is a puzzle to solve."""
    page = play(visit, "*..", "...", "...", "...")
    for row, column in ((0, 1), (1, 0), (1, 1), (0, 0)):
        cell(page, row, column).click()
    expect(lead(page)).to_contain_text("You opened A1, which had to be a mine;")
    lead(page).get_by_role("button", name="Review").click()
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile("issed a safe cell"))
    page.get_by_role("button", name="Last").click()
    page.get_by_role("button", name="Step back").click()
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile("opened a certain mine"))
    expect(lead(page)).to_contain_text("A1 is a mine.")
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(lead(page)).to_contain_text("1 of 3")
    cell(page, 0, 0).click()
    expect(lead(page)).to_contain_text("Not this one")
    cell(page, 3, 2).click()
    expect(lead(page)).to_contain_text(
        "All dotted cells are safe. There is only one mine, and the 1 at B1 needs it."
    )
    for _ in range(2):
        lead(page).get_by_role("button", name="Next").click()
        lead(page).get_by_role("button", name="Show me").click()
        expect(lead(page)).to_contain_text(re.compile(r"[A-Z]\d\b[^.]* (is|are) safe\."))


def test_flags_count_in_the_review(visit: Visit) -> None:
    """Flags are moves, removing one has its own name, and the counter follows them."""
    page = play(visit, "*..", "...", "...")
    cell(page, 0, 0).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("0")
    cell(page, 0, 1).click(button="right")
    cell(page, 0, 1).click(button="right")
    cell(page, 2, 2).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Won")
    page.get_by_text("What do these mean?").click()
    expect(lead(page)).to_contain_text("the chance of surviving your guesses")
    lead(page).get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Last").click()
    expect(page.locator("#mines-left")).to_have_text("0")
    expect(page.locator("#panel")).to_contain_text("Won in 4 moves.")
    moves = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(moves.nth(1)).to_contain_text("flag B1")
    expect(moves.nth(2)).to_contain_text("unflag B1")
    moves.nth(2).click()
    expect(lead(page)).to_contain_text("You took the flag at B1 away.")


def test_the_end_of_a_lost_game_shows_its_mines(visit: Visit) -> None:
    """At the last move the fatal mine, the others and wrong flags are shown, as in the game."""
    page = play(visit, "*...", "....", "...*")
    cell(page, 0, 1).click()
    cell(page, 2, 0).click(button="right")
    cell(page, 2, 3).click()
    lead(page).get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Last").click()
    expect(cell(page, 2, 3)).to_have_accessible_name(re.compile("the one that was opened"))
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("mine"))
    expect(cell(page, 2, 0)).to_have_accessible_name(re.compile("wrong flag"))
    expect(page.locator("#mines-left")).to_have_text("1")


def test_first_fault_is_shown_with_its_reason(visit: Visit) -> None:
    """Review opens at the first mistake: played cell, better cell and the clues of the reason."""
    page = _stubbed(visit)
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile("issed a safe cell"))
    expect(lead(page)).to_contain_text("The 1 at B1 already has its mine")
    expect(cell(page, 1, 0)).to_have_class(re.compile("is-played"))
    expect(cell(page, 0, 2)).to_have_class(re.compile("is-missed"))
    expect(cell(page, 0, 1)).to_have_class(re.compile("is-lit"))
    expect(page.locator("#panel")).to_contain_text("50 %")
    expect(page.locator("#panel")).to_contain_text("−6.0")


def test_chart_and_list_jump(visit: Visit) -> None:
    """A click on a mark of the chart, on the list, or an arrow goes to that move."""
    page = _stubbed(visit)
    chart = page.get_by_role("img", name=re.compile("Risk by move"))
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    expect(lead(page).get_by_role("heading")).to_have_text("Blunder: worse guess")
    expect(page).to_have_url(re.compile(r"move=4$"))
    page.keyboard.press("ArrowLeft")
    expect(lead(page).get_by_role("heading")).to_have_text("Proved safe")
    page.get_by_role("list", name="Moves").get_by_role("button").first.click()
    expect(page).to_have_url(re.compile(r"move=1$"))


def test_learn_from_your_mistakes(visit: Visit) -> None:
    """Each mistake becomes a puzzle: a wrong try is refused, the right cell shows the reason."""
    page = _stubbed(visit)
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(lead(page)).to_contain_text("Which cell would you open?")
    expect(lead(page)).to_contain_text("1 of 2")
    expect(page.locator(".is-missed, .is-lit, .is-best")).to_have_count(0)
    cell(page, 2, 2).click()
    expect(lead(page)).to_contain_text("Not this one")
    cell(page, 0, 2).focus()
    page.keyboard.press("Enter")
    expect(lead(page)).to_contain_text("Right")
    expect(lead(page)).to_contain_text("The 1 at B1 already has its mine")
    lead(page).get_by_role("button", name="Next").click()
    expect(lead(page)).to_contain_text("2 of 2")
    lead(page).get_by_role("button", name="Show me").click()
    expect(lead(page)).to_contain_text("The answer")
    lead(page).get_by_role("button", name="Done").click()
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile("issed a safe cell"))


def test_learning_on_a_phone(visit: Visit) -> None:
    """A puzzle is solved by a tap."""
    page = _stubbed(visit, phone=True)
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Learn from your mistakes").tap()
    page.get_by_role("button", name="More").tap()
    cell(page, 0, 2).tap()
    expect(lead(page)).to_contain_text("Right")


def test_game_from_a_file(visit: Visit, tmp_path: Path) -> None:
    """A recorded game is imported from a file; another file is refused with a message."""
    page = visit("/review")
    expect(lead(page)).to_contain_text("Review a game")
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(lead(page)).to_contain_text("not JSON")
    action = {"action": "open", "row": 0, "column": 0, "time": 1.0}
    rows = {"sapper": "layout", "version": 1, "width": 2, "height": 1, "mines": 1, "rows": ["*."]}
    game = {"sapper": "game", "version": 1, "level": "2x1/1", "first_click": "none", "seed": None}
    right = tmp_path / "game.json"
    right.write_text(json.dumps(game | {"layout": rows, "actions": [action], "outcome": "lost"}))
    page.locator("input[type=file]").set_input_files(right)
    expect(page).to_have_url(re.compile(r"/review/\w+"))


def test_the_board_is_shown_before_the_move(visit: Visit) -> None:
    """Each step goes one move on: the move is marked on a cell that is still unopened."""
    page = _stubbed(visit)
    page.get_by_role("button", name="First").click()
    assert page.locator(".cell.is-played").evaluate(KEEPS_ITS_RING)
    for number, (row, column) in enumerate(((0, 1), (1, 0), (0, 2), (2, 3)), 1):
        expect(page).to_have_url(re.compile(rf"move={number}$"))
        expect(page.locator(".cell.is-played")).to_have_count(1)
        expect(cell(page, row, column)).to_have_class(re.compile("closed.* is-played"))
        expect(page.locator(".cell.number")).to_have_count(number - 1)
        expect(page.locator("[aria-current=step]")).to_have_text(re.compile(f"^{number}"))
        page.keyboard.press("ArrowRight")
    expect(lead(page)).to_contain_text("Two moves took more risk")
    expect(cell(page, 2, 3)).to_have_accessible_name(re.compile("the one that was opened"))


def test_chances_times_and_techniques_are_told(visit: Visit) -> None:
    """Chart and bar show the chance of winning, moves have times, mistakes their technique."""
    page = _stubbed(visit)
    chart = page.get_by_role("img", name=re.compile("Chance of winning: 50 % at first, 50 %"))
    expect(chart.locator("path.chance")).to_have_count(1)
    meter = page.get_by_role("meter", name="Chance of winning")
    expect(meter).to_have_attribute("aria-valuenow", "50")
    moves = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(moves.nth(1)).to_contain_text("2.0 s")
    techniques = page.locator("section", has=page.get_by_role("heading", name="by technique"))
    expect(techniques).to_contain_text("One clue1")


def test_wrong_flags_are_crossed_out_after_a_reload(visit: Visit) -> None:
    """Loaded at its end, a review shows the wrong flags of a board of another width too."""
    page = play(visit, "*...", "....", "...*")
    cell(page, 0, 1).click()
    cell(page, 1, 3).click(button="right")
    cell(page, 2, 3).click()
    lead(page).get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Last").click()
    expect(cell(page, 1, 3)).to_have_accessible_name(re.compile("wrong flag"))
    page.reload()
    expect(cell(page, 1, 3)).to_have_accessible_name(re.compile("wrong flag"))


def test_each_puzzle_has_its_own_counters(visit: Visit) -> None:
    """Mines and moves above the board belong to the puzzle that is shown."""
    page = _stubbed(visit)
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page.locator("#time")).to_have_text("1 / 4")
    lead(page).get_by_role("button", name="Show me").click()
    lead(page).get_by_role("button", name="Next").click()
    expect(page.locator("#time")).to_have_text("3 / 4")
