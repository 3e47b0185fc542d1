"""Playing with mouse and keys."""

from __future__ import annotations

import re

import pytest
from harness.scale import cases
from playwright.sync_api import Page, Route, expect
from web.browser.scene import TWO, Visit, ask, cell, lead, listen, named, play, requests_to

from sapper.formatting import read_cell

CORNER = ("....", "....", "...*")
WATCH_CELLS = """() => {
  window.touched = new Set();
  const note = (all) => all.forEach((one) => window.touched.add(one.target.closest('.cell')));
  const kinds = { subtree: true, childList: true, attributes: true };
  new MutationObserver(note).observe(document.querySelector('#board'), kinds);
}"""


def test_first_visit_is_playable(visit: Visit) -> None:
    """A new visitor sees a beginner board, no dialog, and one line about hints."""
    page = visit("/")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    expect(page.locator("#quiet")).to_have_text("Left opens, right flags, H for a hint")
    expect(page.locator("dialog[open]")).to_have_count(0)
    cell(page, 4, 4).click()
    expect(cell(page, 4, 4)).to_have_accessible_name(named("empty"))
    expect(page).to_have_url(re.compile(r"/play/\w+$"))


def test_win_shows_time_and_skill(visit: Visit) -> None:
    """A win shows the time and offers the review; the last mines get their flags."""
    page = play(visit, *CORNER)
    cell(page, 0, 0).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Won")
    expect(lead(page)).to_contain_text("3BV/s")
    expect(cell(page, 2, 3)).to_have_accessible_name(named("unopened, flagged"))
    expect(page.locator("#live")).to_contain_text("Won in")
    expect(lead(page).get_by_role("button", name="Review")).to_be_visible()


def test_buttons_after_a_game_outlive_its_figures(visit: Visit) -> None:
    """A button keeps its focus, and a press counts, while the figures of the game arrive."""
    page = play(visit, *TWO)
    held: list[Route] = []
    page.route("**/api/games/*/ending*", lambda route: held.append(route))
    cell(page, 1, 1).click()
    with page.expect_request("**/ending*"):
        cell(page, 2, 3).click()
    review = lead(page).get_by_role("button", name="Review")
    expect(lead(page)).to_contain_text("You opened a mine.")
    review.hover()
    page.mouse.down()
    review.focus()
    held.pop().continue_()
    expect(lead(page)).to_contain_text("You opened D3")
    expect(review).to_be_focused()
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"/review/\w+"))


def test_loss_marks_what_went_wrong(visit: Visit) -> None:
    """A loss marks the fatal mine and wrong flags, shows one sentence, and offers four buttons."""
    page = play(visit, *TWO)
    cell(page, 1, 1).click()
    cell(page, 0, 3).click(button="right")
    expect(page.locator("#mines-left")).to_have_text("1")
    cell(page, 2, 3).click()
    expect(cell(page, 2, 3)).to_have_accessible_name(named("mine, the one that was opened"))
    expect(cell(page, 0, 3)).to_have_accessible_name(named("wrong flag"))
    expect(lead(page)).to_contain_text("You opened D3")
    for way in ("Review", "Undo", "Same board", "New"):
        expect(lead(page).get_by_role("button", name=re.compile(f"^{way}"))).to_be_visible()


def test_undo_takes_back_the_loss(visit: Visit) -> None:
    """U after a loss undoes the fatal move, and the game is marked."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    cell(page, 2, 3).click()
    expect(lead(page)).to_contain_text("Lost")
    page.keyboard.press("u")
    expect(cell(page, 2, 3)).to_have_accessible_name(named("unopened"))
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    expect(lead(page)).to_contain_text("after an undo")


@pytest.mark.parametrize("how", cases(["middle", "both"], ["click", "key"]))
def test_chord(visit: Visit, how: str) -> None:
    """A satisfied number opens its neighbours by click, middle button, both buttons or C."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    cell(page, 0, 0).click(button="right")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    _chord(page, how)
    expect(cell(page, 1, 1)).to_have_accessible_name(named("one"))
    expect(cell(page, 0, 2)).to_have_accessible_name(named("empty"))


def test_the_middle_button_pastes_nothing(visit: Visit) -> None:
    """On Linux the middle button pastes the selected text; on the board it only chords."""
    page = play(visit, *TWO)
    page.evaluate("navigator.clipboard.writeText('1#')")
    page.evaluate("addEventListener('paste', () => { window.pasted = true; })")
    cell(page, 0, 1).click(button="middle")
    cell(page, 1, 1).click()
    expect(cell(page, 1, 1)).to_have_accessible_name(named("one"))
    assert page.evaluate("window.pasted") is None


def _chord(page: Page, how: str) -> None:
    target = cell(page, 0, 1)
    if how in ("click", "middle"):
        target.click(button="middle" if how == "middle" else "left")
    elif how == "both":
        target.hover()
        for button in ("left", "right"):
            page.mouse.down(button=button)
        for button in ("right", "left"):
            page.mouse.up(button=button)  # type: ignore[arg-type]  # a Literal
    else:
        target.focus()
        page.keyboard.press("c")


def test_keyboard_alone_wins(visit: Visit) -> None:
    """Arrows move one cursor, F flags, Enter opens: a game is won without a mouse."""
    page = play(visit, "*..", "...", "..*")
    page.keyboard.press("ArrowRight")  # brings the focus to the board
    expect(cell(page, 0, 0)).to_be_focused()
    page.keyboard.press("f")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    for key in ("ArrowRight", "Enter", "ArrowRight", "Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    for key in ("ArrowLeft", "Enter", "ArrowLeft", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(lead(page)).to_contain_text("Won")
    expect(page.locator('[tabindex="0"][role=gridcell]')).to_have_count(1)


def test_new_game_and_back(visit: Visit) -> None:
    """N starts a game at its own address; Back shows the previous game as it was."""
    page = play(visit, *TWO)
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    page.keyboard.press("n")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    page.go_back()
    expect(page.get_by_role("gridcell")).to_have_count(12)
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    page.reload()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))


def test_custom_and_daily_boards(visit: Visit) -> None:
    """A custom size and the daily board start from the panel."""
    page = visit()
    page.get_by_role("radio", name="Custom").check()
    for name, value in (("Width", "7"), ("Height", "6"), ("Mines", "5")):
        page.get_by_label(name, exact=True).fill(value)
        page.get_by_label(name, exact=True).press("Tab")
    page.get_by_role("button", name="New game N").click()
    expect(page.get_by_role("gridcell")).to_have_count(42)
    page.get_by_role("link", name="Daily boards").click()
    page.get_by_role("link", name="Play", exact=True).nth(1).click()
    expect(page.get_by_role("gridcell")).to_have_count(81)
    expect(lead(page)).to_contain_text("daily board of 20")


def test_no_guess_board_by_grade(visit: Visit) -> None:
    """A grade is chosen in the panel; the first click makes a board that needs no guess."""
    page = visit()
    page.get_by_label("Guesses").select_option(label="never needed, up to overlap")
    expect(page.get_by_label("The first click")).to_be_hidden()
    page.get_by_role("button", name="New game N").click()
    expect(lead(page)).to_contain_text("no guessing")
    cell(page, 4, 4).click()
    expect(cell(page, 4, 4)).to_have_accessible_name(named("empty"))
    state = ask(page, f"/api/games/{page.url.rpartition('/')[2]}")
    assert (state["kind"], state["tier"]) == ("no_guess", 3)


def test_slow_board_is_said_and_cancelled(visit: Visit) -> None:
    """While a board is being made the page says so; Cancel leaves the game as it was."""
    page = visit()
    page.get_by_label("Guesses").select_option("6")
    page.get_by_role("button", name="New game N").click()
    expect(lead(page)).to_contain_text("no guessing")
    page.route("**/actions", lambda route: None)  # no answer comes
    cell(page, 4, 4).click()
    expect(page.locator("#waiting")).to_contain_text("Making a board that needs no guess")
    page.locator("#waiting").get_by_role("button", name="Cancel").click()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".cell.is-pending")).to_have_count(0)
    page.unroute("**/actions")
    cell(page, 4, 4).click()
    expect(cell(page, 4, 4)).to_have_accessible_name(named("empty"))


def test_moves_are_listed(visit: Visit) -> None:
    """The panel lists the moves, the last one marked; it is right after an undo and a reload."""
    page = play(visit, *TWO)
    moves = page.get_by_role("list", name="Moves")
    expect(moves).to_be_hidden()
    cell(page, 0, 1).click()
    cell(page, 0, 0).click(button="right")
    expect(moves.get_by_role("listitem")).to_have_text(["1open B1", "2flag A1"])
    cell(page, 2, 3).click()
    expect(moves.locator("[aria-current=step]")).to_contain_text("open D3")
    page.keyboard.press("u")
    expect(moves.get_by_role("listitem")).to_have_count(2)
    page.reload()
    expect(moves.get_by_role("listitem")).to_have_count(2)
    moves.get_by_role("button").first.click()
    expect(cell(page, 0, 1)).to_be_focused()


def test_same_board_by_link(visit: Visit) -> None:
    """The link of a finished game starts the same board again."""
    page = play(visit, *CORNER)
    cell(page, 0, 0).click()
    lead(page).get_by_role("button", name="Copy link").click()
    expect(page.locator("#quiet")).to_have_text("Link copied.")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.get_by_role("gridcell")).to_have_count(12)
    expect(lead(page)).not_to_contain_text("Won")


def test_lost_connection_is_said_and_made_good(visit: Visit) -> None:
    """Without an answer the page says so; the move is made when the server is back."""
    page = play(visit, *TWO)
    page.context.set_offline(True)
    cell(page, 0, 1).click()
    expect(page.locator("#connection")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))
    expect(page.locator("#connection")).to_be_hidden()


def test_two_tabs_agree(visit: Visit) -> None:
    """What one tab does, another tab of the same game shows."""
    page = play(visit, *TWO)
    other = page.context.new_page()
    other.goto(page.url)
    expect(cell(other, 0, 1)).to_have_accessible_name(named("unopened"))
    cell(page, 0, 1).click()
    expect(cell(other, 0, 1)).to_have_accessible_name(named("one"))
    cell(other, 0, 0).click(button="right")
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))


def test_fault_of_storage_is_shown_and_play_goes_on(visit: Visit) -> None:
    """If a move cannot be saved, the page says why and what to do, and the next move works."""
    page = play(visit, "*..", "...")
    detail = "The games cannot be saved: free some disk space, then try again."
    problem = {"kind": "storage", "status": 507, "detail": detail}
    page.route("**/actions", lambda route: route.fulfill(status=507, json=problem), times=1)
    cell(page, 0, 1).click()
    expect(page.get_by_text(detail).first).to_be_visible()
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(named("one"))


def test_board_is_faint_until_its_game_is_there(visit: Visit) -> None:
    """The board of another mode ignores clicks until the server has started the game."""
    page = visit("/analyse")
    cell(page, 0, 0).wait_for()
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#board")).to_have_css("opacity", "0.5")
    held[0].continue_()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    cell(page, 4, 4).click()
    expect(cell(page, 4, 4)).to_have_accessible_name(named("(?!unopened)"))


def test_large_board_draws_only_what_changed(visit: Visit) -> None:
    """On 10,000 cells a flag touches one cell of the page."""
    page = visit()
    game = ask(page, "/api/games", {"level": "100x100/1500", "seed": 3})
    page.goto(f"/play/{game['id']}")
    expect(page.locator(".cell.closed")).to_have_count(10_000)
    page.evaluate(WATCH_CELLS)
    page.locator('.cell[data-index="205"]').click(button="right")
    expect(page.locator('.cell[data-index="205"]')).to_have_class(re.compile("flagged"))
    assert page.evaluate("window.touched.size") <= 2  # the cell, and where the cursor was


def test_a_level_starts_at_once_on_an_untouched_board(visit: Visit) -> None:
    """Another level replaces an untouched board; in mid-game it waits."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    page.get_by_role("radio", name="Intermediate").check()
    expect(page.get_by_role("gridcell")).to_have_count(256)
    expect(page.get_by_role("radio", name="Intermediate")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    cell(page, 4, 4).click()
    expect(page.locator(".cell.number").first).to_be_visible()
    listen(page)
    page.get_by_role("radio", name="Expert").check()
    page.evaluate("() => new Promise(requestAnimationFrame)")  # its requests are on their way
    assert requests_to(page, "") == []
    expect(page.get_by_role("gridcell")).to_have_count(81)
    page.get_by_role("button", name="New game").last.click()
    expect(page.get_by_role("gridcell")).to_have_count(480)


def test_refusals_are_said_where_one_acts(visit: Visit) -> None:
    """If a game cannot be started, the panel says why; the next choice removes the message."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    refusal = page.locator("#refusal")
    page.get_by_label("Board id or link").fill("rubbish")
    page.keyboard.press("Enter")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(refusal).to_have_class("error")
    page.get_by_role("radio", name="Custom").check()
    expect(refusal).to_be_empty()
    page.get_by_label("Mines", exact=True).fill("81")
    page.keyboard.press("Tab")
    expect(refusal).to_be_visible()
    page.get_by_role("radio", name="Beginner").check()
    expect(refusal).to_be_empty()


def test_flag_mode_has_a_sign(visit: Visit) -> None:
    """M swaps the buttons of the mouse, and a sign says so until M swaps them back."""
    page = play(visit, *TWO)
    sign = page.get_by_role("button", name="Flag mode")
    expect(sign).to_be_hidden()
    page.keyboard.press("m")
    expect(sign).to_be_visible()
    expect(page.locator("#quiet")).to_have_text("Flag mode: a click flags")
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_accessible_name(named("unopened, flagged"))
    page.keyboard.press("m")
    expect(sign).to_be_hidden()


def test_the_focus_ring_is_quieter_than_the_hint(visit: Visit) -> None:
    """The ring around the cursor is thinner than the best move's and hides no other mark."""
    page = play(visit, ".....", "*...*", ".....")
    cell(page, 0, 2).click()
    expect(page.locator(".cell.number").first).to_be_visible()
    for _ in range(3):
        page.keyboard.press("h")
    best = page.locator(".cell.is-best")
    expect(best).to_have_count(1)
    lit = page.locator(".cell.is-lit").first
    shadow = lit.evaluate("(cell) => getComputedStyle(cell).boxShadow")
    lit.focus()
    assert lit.evaluate("(cell) => cell.matches(':focus-visible')")
    assert lit.evaluate("(cell) => getComputedStyle(cell).boxShadow") == shadow
    ring = lit.evaluate("(cell) => parseFloat(getComputedStyle(cell).outlineWidth)")
    hint = best.evaluate("(cell) => parseFloat(getComputedStyle(cell, '::after').borderTopWidth)")
    assert 0 < ring < hint


def test_the_sentence_after_a_loss_is_marked(visit: Visit) -> None:
    """The better cell that the sentence names, and the clues that prove it, are marked."""
    page = play(visit, "*..", "...", "...", "...")
    for row, column in ((0, 1), (1, 0), (1, 1), (0, 0)):
        cell(page, row, column).click()
    expect(lead(page)).to_contain_text(re.compile(r"which had to be a mine; [A-Z]\d was safe"))
    named_cell = re.search(r"; ([A-Z]\d) was safe", lead(page).inner_text())
    assert named_cell is not None
    expect(cell(page, *read_cell(named_cell[1]))).to_have_class(re.compile("is-missed"))
    expect(page.locator(".cell.is-lit")).not_to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator(".cell.is-missed, .cell.is-lit")).to_have_count(0)


def test_keys_work_while_a_level_has_the_focus(visit: Visit) -> None:
    """N, H and R do what they say although a level's button has the focus."""
    page = visit("/play")
    page.get_by_role("radio", name="Beginner").focus()
    page.keyboard.press("r")
    expect(page.locator(".cell.has-risk").first).to_be_visible()
    page.keyboard.press("h")
    expect(lead(page).get_by_role("heading")).to_have_text("A nudge")
    address = page.url
    page.keyboard.press("n")
    expect(page).not_to_have_url(address)
