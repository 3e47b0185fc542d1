"""What screen readers hear: each row of the tables in docs/spoken.md happens on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect
from web.browser.reviewed import REASON, REVIEW
from web.browser.scene import Visit, cell, lead, play
from web.browser.spoken import LIVE, NAMES, SENTENCES, Ear, name_of

from sapper import Board, Layout, board_id

BOARD = ("....*.....", "..........", "..........", "*...*.*...")
POSITION = "mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n"


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def _at(page: Page, row: int, column: int, key: str) -> None:
    """Press a key on a cell."""
    cell(page, row, column).focus()
    page.keyboard.press(key)


def _reads(page: Page, row: int, column: int, state: str, *values: str) -> None:
    """Assert the name of a cell."""
    expect(cell(page, row, column)).to_have_accessible_name(name_of(state, *values))


def _reason(page: Page) -> Callable[[], str]:
    """Read the reason in the panel: in one piece or in steps, which are numbered if many."""

    def read() -> str:
        whole = lead(page).locator("h2 + p").all_inner_texts()
        steps = lead(page).locator(".steps li").all_inner_texts()
        if len(steps) > 2:
            steps = [f"{number}. {text}" for number, text in enumerate(steps, 1)]
        return " ".join([*whole, *steps])

    return read


def test_each_row_is_asserted() -> None:
    """Every event and every name of the document is asserted by a test of the page."""
    tests = Path(__file__).parent.glob("test_*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in tests)
    assert len(SENTENCES) > 40
    assert [row for row in (*SENTENCES, *NAMES) if f'"{row}"' not in source] == []


def test_a_game_is_heard(visit: Visit) -> None:
    """Every action of a game is said once, with the names of its cells; switches are too."""
    page = play(visit, *BOARD)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Turn flags into question marks").check()
    page.get_by_role("button", name="Done").click()
    ear = Ear(page)
    _reads(page, 0, 0, "unopened", "A1")
    _press(page, "g")
    ear.hears("nothing is pointed at")
    _at(page, 0, 0, "Enter")
    ear.hears("an area is opened", "15 cells")
    _reads(page, 0, 0, "opened, no mine around", "A1")
    _reads(page, 1, 3, "opened, a number", "D2", "one")
    _at(page, 1, 3, "c")
    ear.hears("a move is refused", "The 1 at D2 has 0 flags around it.")
    _press(page, "h")
    ear.hears("a hint: where to look", _reason(page))
    _press(page, "h")
    ear.hears("a hint: the technique", _reason(page))
    _press(page, "h")
    ear.hears("a hint: a certain cell", "E3", _reason(page))
    _reads(page, 2, 4, "the best move", "E3")
    _reads(page, 1, 3, "a clue of the reason", "D2", "one")
    _press(page, "g")
    expect(cell(page, 2, 4)).to_be_focused()
    for state in ("shown", "hidden"):
        _press(page, "e")
        ear.hears("the bar is switched on, off", state)
    _press(page, "m", "m")
    ear.hears("flag mode is switched on")
    ear.hears("flag mode is switched off")
    _at(page, 0, 4, "f")
    ear.hears("a flag is set", "E1", "3 mines")
    _reads(page, 0, 4, "flagged", "E1")
    _press(page, "f")
    ear.hears("a flag becomes a question mark", "E1", "4 mines")
    _reads(page, 0, 4, "with a question mark", "E1")
    _press(page, "f")
    ear.hears("a flag or question mark is removed", "E1", "4 mines")
    _press(page, "f")
    ear.hears("a flag is set", "E1", "3 mines")
    _at(page, 1, 3, "l")
    near = ("D2", "one", "E2 and E3", "E1", "D1 one and D3 one")
    ear.hears("the cells around a cell", *near)
    _press(page, "c")
    ear.hears("a chord opens cells", "2 cells", "D2", "E2 one and E3 one")
    _at(page, 0, 5, "Enter")
    ear.hears("one cell is opened", "F1", "one")
    _press(page, "Enter")
    ear.hears("a chord opens an area", "17 cells", "F1")
    _at(page, 3, 5, "f")
    ear.hears("a flag is set", "F4", "2 mines")
    _at(page, 3, 0, "Enter")
    ear.hears("a game is lost", lead(page).locator("p:not(.note)").first.inner_text)
    _reads(page, 3, 0, "the mine that ended the game", "A4")
    _reads(page, 3, 4, "another mine after a loss", "E4")
    wrong = name_of("a wrong flag after a loss", "F4")
    expect(cell(page, 3, 5)).to_have_accessible_name(f"{wrong}, a better move")
    _press(page, "u")
    ear.hears("an undo", "A4")
    _at(page, 3, 5, "f")
    ear.hears("a flag becomes a question mark", "F4", "3 mines")
    _press(page, "Enter")
    ear.hears("a game is won", lambda: lead(page).locator("dd").first.inner_text())
    page.get_by_role("button", name="Copy link").click()
    ear.hears("something is copied", "Link")
    _press(page, "n")
    ear.hears("a game begins", "Beginner", "9 rows", "9 columns", "10 mines")
    ear.hears_nothing_more()


def test_what_is_known_is_heard(visit: Visit) -> None:
    """Hints name the guessed cell; the inspector speaks of the cell that the cursor comes to."""
    page = play(visit, ".*", "..")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Open after a second click").select_option("every")
    page.get_by_role("button", name="Done").click()
    ear = Ear(page)
    _at(page, 0, 0, "Enter")
    ear.hears("an opening needs a second click", "A1")
    _press(page, "Enter")
    ear.hears("one cell is opened", "A1", "one")
    for strength in ("where to look", "the technique"):
        _press(page, "h")
        ear.hears(f"a hint: {strength}", _reason(page))
    _press(page, "h")
    guessed = lead(page).locator("h2")
    ear.hears("a hint: a guess", lambda: guessed.inner_text()[6:8], "33.3 %", _reason(page))
    _press(page, "i")
    ear.hears("inspecting is switched on")
    cell(page, 0, 1).focus()
    ear.hears("the cursor comes to a cell that is not", "B1", "33.3 %")
    _press(page, "i", "r")
    ear.hears("inspecting is switched off")
    ear.hears("risks are switched on, off", "shown")
    _reads(page, 1, 1, "its risk is shown", "B2", "33 %")
    _press(page, "r", "s")
    ear.hears("risks are switched on, off", "hidden")
    ear.hears("certain cells are switched on, off", "shown")
    risks = page.get_by_role("button", name="Risks")
    risks.focus()
    _press(page, "Enter")
    expect(risks).to_have_attribute("aria-pressed", "true")
    ear.hears_nothing_more()  # a switch with the focus is read by the screen reader
    assert page.locator(LIVE).count() == 1


def test_an_analysis_is_heard(visit: Visit) -> None:
    """Analyse says what was read, set and undone, and each new answer with its reason."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    ear = Ear(page)
    page.get_by_role("link", name="Analyse").click()
    ear.hears("another page is shown", "Analyse")
    ear.hears("Analyse: the answer is a guess", "A1", "12.3 %", _reason(page))
    page.get_by_label("Position as text").fill(POSITION)
    ear.hears_together(
        ("Analyse: a position is read", "3 rows", "5 columns", "3 mines"),
        ("Analyse: the answer, if it is another", "D1", _reason(page)),
    )
    _reads(page, 0, 2, "certainly a mine, and that is shown", "C1")
    safe = name_of("certainly safe, and that is shown", "D1")
    expect(cell(page, 0, 3)).to_have_accessible_name(f"{safe}, best move")
    cell(page, 0, 2).focus()
    ear.hears("the cursor comes to a cell that is certain", "C1", "a mine", _told(page))
    _at(page, 0, 0, "8")
    ear.hears("Analyse: a mark is set", "A1", "eight")
    ear.hears("Analyse: impossible clues", lambda: lead(page).locator("p").inner_text())
    _reads(page, 0, 0, "an impossible clue", "A1", "eight")
    _press(page, "u")
    ear.hears("Analyse: an undo", "A1", "empty")
    ear.hears("Analyse: the answer, if it is another", "D1", _reason(page))
    _press(page, "u")
    ear.hears("Analyse: an undo of more")
    ear.hears("Analyse: the answer is a guess", "A1", "12.3 %", _reason(page))
    _press(page, "u")
    ear.hears("Analyse: nothing to undo")
    page.evaluate("document.activeElement.blur()")
    _press(page, "i")
    ear.hears("Analyse: a brush by its key", "look at a cell")
    page.get_by_label("Position as text").fill("1 2 z")
    words = ("This cannot be read", lambda: lead(page).locator("p").inner_text())
    ear.hears("something did not work", *words)
    ear.hears_nothing_more()


def _told(page: Page) -> Callable[[], str]:
    """Read the reason in the inspector."""
    place = page.locator("#chances")
    return lambda: " ".join(place.locator("h2 + p, .steps li").all_inner_texts())


def test_a_watched_game_is_heard(visit: Visit) -> None:
    """Each step of Watch is said with its reason, and the end once."""
    board = board_id(Layout.of(Board(1, 4), [(0, 2)]))
    page = visit(f"/watch/fast/{board}?move=2")
    expect(lead(page)).to_contain_text("Won after")
    ear = Ear(page)
    _press(page, "Home")
    ear.hears("Watch: the start")
    _press(page, "ArrowRight")
    expect(lead(page)).to_contain_text("a guess")
    guess = ("1", "A1", "25.0 %", "opened 2 cells", _reason(page)())
    ear.hears("Watch: a step, a guess", *guess)
    _reads(page, 0, 0, "the move that Review or Watch shows", "A1", "empty")
    page.get_by_role("button", name="Step", exact=True).click()
    ear.hears_together(
        ("Watch: a step, a certain move", "2", "D1", "one", _reason(page)),
        ("Watch: the end", "Won", "2 moves", "1 guess"),
    )
    page.get_by_role("button", name="Play", exact=True).click()  # from the start
    ear.hears("Watch: the start")
    expect(lead(page)).to_contain_text("Won after")
    ear.hears("Watch: a step, a guess", *guess)
    ear.hears("Watch: the end", "Won", "2 moves", "1 guess")
    ear.hears_nothing_more()


def test_a_review_is_heard(visit: Visit) -> None:
    """Review says each move, the verdict on it and the end; a mistake becomes a question."""
    page = visit("/play")
    first, second, *others = REVIEW["moves"]
    review = REVIEW | {"moves": [first, second | {"answers": [[0, 2], [0, 3]]}, *others]}
    page.route("**/api/games/stub/review", lambda route: route.fulfill(json=review))
    page.route("**/explain", lambda route: route.fulfill(json=REASON))
    page.goto("/review/stub")
    expect(lead(page)).to_contain_text("missed a safe cell")
    ear = Ear(page)
    _reads(page, 1, 0, "the move that Review or Watch shows", "A2", "unopened")
    _reads(page, 0, 2, "the better move in Review", "C1")
    _press(page, "ArrowRight", "End")
    ear.hears("Review: a move", "3", "open C1", "Proved safe.", "It was certain.")
    ear.hears("Review: the end", "Lost", REVIEW["summary"])
    page.get_by_role("button", name="Learn from your mistakes").click()
    question = "There was a better move here than yours. Open it."
    ear.hears("Review: a mistake as a question", question)
    _at(page, 2, 1, "Enter")
    ear.hears("Review: a wrong answer", "B3")
    _reads(page, 2, 1, "a wrong answer in Train or Review", "B3")
    _at(page, 0, 3, "Enter")  # right, too; its reason comes later
    ear.hears("Review: the answer", "Right", f"All dotted cells are safe. {REASON['text']}")
    ear.hears_nothing_more()


def test_a_puzzle_is_heard(visit: Visit) -> None:
    """Train says the task, and the verdict with its reason."""
    page = visit("/train")
    page.get_by_role("button", name="Show me").wait_for()
    ear = Ear(page)
    page.get_by_role("link", name=re.compile("^One clue")).click()
    ear.hears("another page is shown", "Train")
    ear.hears("Train: a puzzle", "Open a safe cell or flag a mine", "one clue")
    page.get_by_role("button", name="Show me").click()
    title = lead(page).locator("h2")
    ear.hears("Train: the verdict", lambda: title.inner_text().partition("−")[0], _reason(page))
    ear.hears_nothing_more()


def test_delays_are_heard(visit: Visit) -> None:
    """What takes long is said, and so are a lost server and its return."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.wait_for_load_state("networkidle")  # all of the page is there, and takes keys
    page.get_by_role("button", name="New game").first.wait_for()
    ear = Ear(page)
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    _press(page, "n")
    ear.hears_waiting("something takes long", "Making a board …")
    held[0].continue_()
    page.unroute("**/api/games")
    ear.hears("a game begins", "Beginner", "9 rows", "9 columns", "10 mines")
    page.route("**/api/games/**", lambda route: route.abort())
    _at(page, 0, 0, "f")
    ear.hears("the server does not answer")
    page.unroute("**/api/games/**")
    ear.hears("the server is back")
    ear.hears("a flag is set", "A1", "9 mines")
    ear.hears_nothing_more()


def test_the_tree_of_the_browser(visit: Visit) -> None:
    """Chromium's accessibility tree has the names, and indices that match them."""
    page = play(visit, *BOARD)
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    cells = [
        node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "gridcell"
    ]
    assert cells[:2] == [name_of("unopened", "A1"), name_of("unopened", "B1")]
    assert len(cells) == 40
    indices = cell(page, 3, 2).evaluate(
        "(cell) => [cell.closest('[role=row]').ariaRowIndex, cell.ariaColIndex]"
    )
    assert indices == ["4", "3"]
