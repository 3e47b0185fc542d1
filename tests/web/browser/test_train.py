"""The trainer on the page: answers by mouse, keyboard and touch, and what is reply about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote, unquote

import pytest
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, ask, cell, lead

from sapper import Cell, Puzzle, Technique
from sapper.formatting import at, sentence
from sapper.training import LESSONS, PuzzleId


def _asked(page: Page, choice: str) -> Puzzle:
    """Return the next puzzle of a technique."""
    found = ask(page, "/api/training/next", {"choice": choice})
    return PuzzleId.read(found["id"]).puzzle()


def _found(technique: Technique, wanted: Callable[[Puzzle], object]) -> tuple[str, Puzzle]:
    """Return the address of a puzzle that has something, and the puzzle."""
    ids = (PuzzleId(technique, 3, index) for index in range(200))
    found = next(id for id in ids if wanted(id.puzzle()))
    return f"/train/{technique.replace(' ', '-')}/{found}", found.puzzle()


def _closed(puzzle: Puzzle) -> Iterator[Cell]:
    return (cell for cell in puzzle.view.unopened if cell not in puzzle.view.flags)


def _lit(page: Page) -> set[str]:
    """Return the names of the cells that are lit as clues."""
    labels = page.locator(".cell.is-lit").evaluate_all(
        "cells => cells.map((cell) => cell.ariaLabel)"
    )
    return {label.partition(",")[0] for label in labels}


def _walk(page: Page, target: Cell) -> None:
    """Move the cursor to a cell by keys."""
    cell(page, *target).wait_for()
    for key in ("ArrowDown", "Control+Home"):  # the first arrow only takes the cursor to the board
        page.keyboard.press(key)
    for key, times in zip(("ArrowDown", "ArrowRight"), target, strict=True):
        for _ in range(times):
            page.keyboard.press(key)


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_right_answer(visit: Visit, phone: bool) -> None:
    """It is called right, with its reason, the change of the rating, and a way on and back."""
    page = visit("/train/subset", phone=phone)
    expect(lead(page)).to_contain_text("Open a safe cell or flag a mine.Technique: subset")
    puzzle = _asked(page, "subset")
    before = ask(page, "/api/training")["overall"]["rating"]
    answered = cell(page, *puzzle.taught[0])
    answered.tap() if phone else answered.click()
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile(r"^Right\+\d+$"))
    for step in puzzle.advice.proof(puzzle.taught[0]).steps:
        expect(lead(page)).to_contain_text(sentence(step.text))
    expect(answered).to_have_accessible_name(re.compile("certainly safe, best move"))
    after = ask(page, "/api/training")["overall"]["rating"]
    expect(page.locator(".score b").first).to_contain_text(str(after))
    assert after > before
    first = page.url
    page.get_by_role("button", name="Next", exact=False).last.click()
    expect(lead(page)).to_contain_text("Technique: subset")
    expect(page).not_to_have_url(first)
    page.go_back()
    expect(page).to_have_url(first)
    expect(lead(page)).to_contain_text("Answered before")


def test_a_certain_mine_is_told_with_its_clues_and_then_the_answer(visit: Visit) -> None:
    """Opening a mine lights the clues that prove it; Enter gives the answer, and Enter goes on."""
    path, puzzle = _found(Technique.CASES, lambda each: each.flags)
    mine = min(puzzle.flags)
    proof = puzzle.advice.proof(mine)
    page = visit(path)
    cell(page, *mine).click()
    expect(lead(page).get_by_role("heading")).to_have_text(f"{at(mine)} is a mine")
    assert _lit(page) == {at(clue) for clue in proof.clues}
    page.keyboard.press("Enter")
    expect(lead(page).get_by_role("heading")).to_have_text(f"Open {at(puzzle.taught[0])}")
    expect(cell(page, *puzzle.taught[0])).to_have_accessible_name(re.compile("best move"))
    page.keyboard.press("Enter")
    expect(lead(page)).to_contain_text("Technique: cases")


def test_an_uncertain_cell_is_told_with_its_risk_and_the_answer(visit: Visit) -> None:
    """A cell that may be a mine is refused with its risk; the easiest answer stands below."""
    path, puzzle = _found(
        Technique.CHAIN, lambda each: len(each.advice.proof(each.taught[0]).steps) > 1
    )
    page = visit(path)
    wrong = next(cell for cell in _closed(puzzle) if not puzzle.advice.is_certain(cell))
    cell(page, *wrong).click(button="right")
    expect(cell(page, *wrong)).to_have_accessible_name(re.compile("wrong"))
    expect(lead(page).get_by_role("heading", level=2)).to_have_text(f"Not {at(wrong)}")
    expect(lead(page)).to_contain_text(puzzle.advice.describe(wrong))
    expect(lead(page).get_by_role("heading", level=3)).to_have_text(f"Open {at(puzzle.taught[0])}")
    steps = puzzle.advice.proof(puzzle.taught[0]).steps
    listed = lead(page).locator(".steps button")
    expect(listed).to_have_text([sentence(step.text) for step in steps])
    listed.first.hover()
    assert _lit(page) == {at(clue) for clue in steps[0].clues}
    page.mouse.move(5, 5)
    assert _lit(page) == {at(clue) for clue in puzzle.advice.proof(puzzle.taught[0]).clues}


def test_keys_flag_and_go_on(visit: Visit) -> None:
    """Arrows move, F flags a mine, which is right, and Space shows the next puzzle."""
    path, puzzle = _found(Technique.OVERLAP, lambda each: each.flags)
    page = visit(path)
    mine = min(puzzle.flags)
    _walk(page, mine)
    page.keyboard.press("f")
    expect(lead(page).get_by_role("heading")).to_have_text("Right")
    expect(cell(page, *mine)).to_have_accessible_name(re.compile("flagged"))
    page.keyboard.press(" ")
    expect(lead(page)).to_contain_text("Technique: overlap")


def test_a_held_key_answers_once(visit: Visit) -> None:
    """Enter that is held down opens a cell, and neither goes on nor answers the next puzzle."""
    path, puzzle = _found(Technique.SUBSET, lambda each: True)
    page = visit(path)
    _walk(page, puzzle.taught[0])
    page.keyboard.down("Enter")
    expect(lead(page).get_by_role("heading")).to_have_text("Right")
    for _ in range(3):
        page.keyboard.down("Enter")
    expect(lead(page).get_by_role("heading")).to_have_text("Right")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(lead(page)).to_contain_text("Technique: subset")


def test_a_long_press_flags(visit: Visit) -> None:
    """On a phone, holding a mine flags it, which is a right answer."""
    path, puzzle = _found(Technique.SUBSET, lambda each: each.flags)
    page = visit(path, phone=True)
    expect(page.get_by_text("Hold a cell to flag it")).to_be_visible()
    box = cell(page, *min(puzzle.flags)).bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(lead(page).get_by_role("heading")).to_have_text("Right")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_opened_and_flagged_cells_are_no_answers(visit: Visit) -> None:
    """A click on a number or on a given flag leaves the puzzle as it is."""
    path, puzzle = _found(Technique.MINE_COUNT, lambda each: each.view.flags)
    page = visit(path)
    for given in (puzzle.view.opened[0], min(puzzle.view.flags)):
        cell(page, *given).click()
    cell(page, *puzzle.taught[0]).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Right")


def test_mixed_puzzles_keep_their_technique_to_themselves(visit: Visit) -> None:
    """Neither the words nor the address name the technique before the answer; then both do."""
    page = visit("/train")
    expect(lead(page)).to_contain_text("if nothing is certain, open the best guess")
    expect(lead(page).locator(".tier")).to_have_count(0)
    assert page.url.endswith("/train")
    task = ask(page, "/api/training/next", {})
    page.keyboard.press("s")
    expect(lead(page).locator(".tier")).to_have_text(task["technique"])
    expect(page).to_have_url(re.compile(f"/train/mixed/{task['id']}$"))


def test_giving_up_shows_the_answer(visit: Visit) -> None:
    """*Show me* gives the easiest answer, and ends the streak."""
    page = visit("/train/one-clue")
    expect(lead(page)).to_contain_text("Technique: one clue")
    puzzle = _asked(page, "one clue")
    page.get_by_role("button", name="Show me").click()
    expect(lead(page).get_by_role("heading")).to_contain_text(f"Open {at(puzzle.taught[0])}−")
    expect(page.locator(".score")).to_contain_text("0In a row")
    trained = page.locator(".trainings li", has_text="One clue")
    expect(trained).to_contain_text(re.compile(r"\d+ of \d+"))


def test_the_best_guesses_are_compared(visit: Visit) -> None:
    """A guess is answered with a table of the best ones, and with their risks on the board."""
    path, puzzle = _found(Technique.BEST_GUESS, lambda each: True)
    page = visit(path)
    expect(lead(page)).to_contain_text("Nothing is certain: open the best guess.")
    cell(page, *puzzle.taught[0]).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Right")
    cells = [at(candidate.cell) for candidate in puzzle.advice.candidates]
    expect(lead(page).locator("tbody th")).to_have_text(cells)
    expect(page.locator(".cell.has-risk")).to_have_text(
        [re.compile(r"^(\d\.\d|\d\d)$")] * len(cells)
    )


def test_there_may_be_no_mistake_left(visit: Visit) -> None:
    """Without a mistake to train, the page says how to get one."""
    page = visit("/play")
    none = {"kind": "not_found", "detail": "there is no mistake left to train"}
    page.route("**/next?choice=mistakes", lambda route: route.fulfill(status=404, json=none))
    page.goto("/train/mistakes")
    expect(lead(page)).to_contain_text("No mistake left to train")
    page.locator("#controls").get_by_role("link", name="Play").click()
    expect(page).to_have_url(re.compile("/play/"))


def test_a_mistake_is_trained_from_its_review(visit: Visit) -> None:
    """*Train this* asks for a better move; afterwards the review is one click away."""
    page = visit()
    game = ask(page, "/api/games", {"layout": "*..."})["id"]
    for column in (1, 0):
        action = {"action": "open", "row": 0, "column": column}
        ask(page, f"/api/games/{game}/actions", action)
    page.goto(f"/review/{game}")
    page.get_by_role("link", name="Train this").click()
    expect(page).to_have_url(re.compile(f"/train/mistakes/mistake-{game}-2$"))
    expect(lead(page)).to_contain_text("From one of your games; not rated.")
    page.get_by_role("button", name="Show me").click()
    expect(lead(page).get_by_role("heading")).to_have_text("Open D1")
    page.get_by_role("link", name="Review", exact=True).last.click()
    expect(page).to_have_url(re.compile(f"/review/{game}\\?move=2"))


def test_an_unknown_puzzle_is_said_in_words(visit: Visit) -> None:
    """A wrong address is answered with a sentence and a way out."""
    page = visit("/train/subset/subset-0-x")
    expect(lead(page)).to_contain_text("There is no such puzzle")
    page.locator("#controls").get_by_role("link", name="Train").click()
    expect(lead(page)).to_contain_text("Open a safe cell")


@pytest.mark.parametrize("phone", cases([True], [False]))
def test_every_technique_has_a_page(visit: Visit, phone: bool) -> None:
    """The list leads to each page: idea, picture, reason, how to see it, and a way to train it."""
    page = visit("/techniques", phone=phone)
    for technique, lesson in LESSONS.items():
        page.goto("/techniques")
        page.get_by_role("heading", name=str(technique).capitalize(), exact=True).click()
        article = page.get_by_role("article")
        expect(article).to_contain_text(lesson.idea)
        expect(article).to_contain_text(lesson.look)
        expect(article.get_by_role("img", name=lesson.caption)).to_be_visible()
        expect(page).to_have_title(f"{str(technique).capitalize()} · Sapper")
    article.get_by_role("link", name="Train best guess").click()
    expect(lead(page)).to_contain_text("Technique: best guess")


def test_a_named_technique_is_a_link(visit: Visit) -> None:
    """Where a reason names its technique, a click explains it, and Back returns to the reason."""
    position = quote("mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n")
    page = visit(f"/analyse?position={position}")
    named = lead(page).locator("a.tier")
    name = named.inner_text()
    named.click()
    expect(page.get_by_role("article").get_by_role("heading", level=2)).to_have_text(
        name.capitalize()
    )
    page.go_back()
    expect(lead(page).locator("a.tier")).to_have_text(name)
    assert "position" in unquote(page.url)


def test_a_wrong_answer_is_called_wrong(visit: Visit) -> None:
    """A screen reader hears of the cell that it was the wrong answer, and of nothing impossible."""
    address, puzzle = _found(Technique.SUBSET, lambda made: made.flags)
    page = visit(address)
    mine = min(puzzle.flags)
    cell(page, *mine).click()
    expect(cell(page, *mine)).to_have_accessible_name(re.compile("wrong answer"))
    names = page.get_by_role("gridcell").evaluate_all("cells => cells.map((one) => one.ariaLabel)")
    assert not [name for name in names if "impossible" in name]


def test_the_task_is_told_beside_a_folded_panel(visit: Visit) -> None:
    """With the panel folded the task is below the board; a wrong answer unfolds it to say why."""
    address, puzzle = _found(Technique.SUBSET, lambda made: made.flags)
    page = visit(address)
    page.get_by_role("button", name="Hide the panel").click()
    expect(lead(page)).to_be_hidden()
    expect(page.locator("#quiet")).to_have_text("Open a safe cell or flag a mine")
    cell(page, *min(puzzle.flags)).click()
    expect(lead(page)).to_be_visible()
    expect(lead(page)).to_contain_text("is a mine")
    expect(page.locator("#quiet")).to_have_text("")
