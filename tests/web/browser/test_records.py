"""Records on the page: what counts, the daily boards, progress, the list of games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

import httpx
import pytest
from harness.scale import cases
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell, lead, play
from web.honest import lose, start, win


@pytest.fixture
def player(server: str) -> Iterator[httpx.Client]:
    """Play beside the browser, without it."""
    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


def fits(page: Page) -> bool:
    """Return whether neither the page nor a card must be scrolled sideways."""
    return bool(
        page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll(".sheet, .card")]
              .every((part) => part.scrollWidth <= part.clientWidth)"""
        )
    )


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_first_win_is_told(visit: Visit, player: httpx.Client, motion: str) -> None:
    """The end of a ranked win says that it counts and what is new, moving only where allowed."""
    tier = {"reduce": 4, "no-preference": 5}[motion]
    won = win(player, start(player, no_guess=tier))
    page = visit(f"/play/{won['id']}")
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # a literal
    expect(page.locator(".new-best")).to_contain_text("Your first ranked win: beginner, no guess")
    expect(lead(page)).to_contain_text("Ranked: it counts for your records.")
    moves = "none" if motion == "reduce" else "rejoice"
    expect(page.locator(".new-best")).to_have_css("animation-name", moves)
    expect(lead(page).locator("h2 .mark-star")).to_be_visible()


def test_help_makes_a_game_unranked(visit: Visit, player: httpx.Client) -> None:
    """With the key for a hint the game says that it is unranked, at its end and in the list."""
    state = start(player)
    page = visit(f"/play/{state['id']}")
    expect(lead(page)).to_contain_text("10 mines")
    expect(lead(page)).not_to_contain_text("unranked")
    page.keyboard.press("h")
    expect(lead(page)).to_contain_text("A nudge")
    win(player, state)
    page.reload()
    expect(lead(page)).to_contain_text("Unranked: help was used.")
    expect(page.locator(".new-best")).to_have_count(0)
    page.goto("/history")
    first = page.locator(".games tbody tr").first
    expect(first).to_contain_text("Unranked: help was used.")


def test_a_daily_board_from_start_to_share(visit: Visit, player: httpx.Client) -> None:
    """On a phone: today's board is found, played, and shared without giving it away."""
    page = visit("/daily", phone=True)
    page.evaluate(
        "() => { Navigator.prototype.share = undefined; delete Navigator.prototype.share }"
    )
    expect(page.get_by_text("Today, ")).to_be_visible()
    assert fits(page)
    page.locator(".size").filter(has_text="Intermediate").get_by_role("link", name="Play").tap()
    expect(page.get_by_role("gridcell")).to_have_count(256)
    id = page.url.rpartition("/")[2]
    state = player.get(f"/api/games/{id}").json()
    assert state["clock"]["running"]
    page.goto("/daily")
    page.locator(".size").filter(has_text="Intermediate").get_by_role("link", name="Go on").tap()
    expect(page).to_have_url(re.compile(id))
    board = win(player, state)["board"]
    page.goto("/daily")
    size = page.locator(".size").filter(has_text="Intermediate")
    expect(size).to_contain_text("Won in")
    page.evaluate("() => { delete Navigator.prototype.share }")
    size.get_by_role("button", name="Share").tap()
    expect(page.locator(".shared")).to_have_text("Result copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    today = date.today().isoformat()
    assert text.startswith(f"Sapper, daily board of {today}, intermediate\nWon in ")
    assert "3BV/s" in text
    assert board not in text
    assert "http" not in text
    today_button = page.locator(".day.today")
    expect(today_button).to_have_accessible_name(re.compile("intermediate won in"))


def test_the_end_of_a_daily_board(visit: Visit, player: httpx.Client) -> None:
    """The end of a daily game offers its result in sight, and no link that gives its board away."""
    query = {"daily": "2025-06-10", "level": "beginner"}
    won = win(player, player.post("/api/games", json=query).json())
    page = visit(f"/play/{won['id']}")
    share = lead(page).get_by_role("button", name="Share result")
    expect(share).to_be_in_viewport(ratio=1)
    expect(lead(page).get_by_role("button", name="Copy link")).to_have_count(0)
    share.click()
    expect(page.locator("#quiet")).to_have_text("Result copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        r"Sapper, daily board of 2025-06-10, beginner\n"
        r"Won in [0-9.]+ s · 3BV/s [0-9.]+\n🟩🟩🟩🟩🟩 accuracy",
        text,
    )


def test_the_calendar_by_keyboard(visit: Visit) -> None:
    """Months and days are reached with the keyboard; the address remembers the day."""
    page = visit("/daily")
    page.get_by_role("button", name="Earlier month").focus()
    page.keyboard.press("Enter")
    last = date.today().replace(day=1) - timedelta(days=1)
    expect(page.locator(".month b")).to_have_text(last.strftime("%B %Y"))
    page.locator(".day").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"day={last.year}-{last.month:02}-01$"))
    expect(page.locator(".day").first).to_be_focused()
    first = last.replace(day=1)
    title = f"{first.strftime('%A, %B')} 1, {first.year}"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("button", name="Later month").click()
    expect(page.get_by_role("button", name="Later month")).to_be_disabled()
    tomorrow = date.today() + timedelta(days=1)
    if tomorrow.month == date.today().month:
        expect(page.locator(".day").nth(tomorrow.day - 1)).to_be_disabled()


def test_games_are_filtered_and_deleted(visit: Visit, player: httpx.Client) -> None:
    """The list obeys its filters; chosen games are deleted after a second click."""
    gone = [lose(player, start(player, level="8x8/9"))["id"] for _ in range(2)]
    win(player, start(player, level="8x8/9"))
    page = visit("/history")
    rows = page.locator(".games tbody tr").filter(has_text="8x8/9")
    expect(rows).to_have_count(3)
    page.get_by_label("Result").select_option("lost")
    expect(rows).to_have_count(2)
    page.get_by_role("combobox", name="Ranked").select_option("false")
    expect(rows).to_have_count(0)
    page.get_by_role("combobox", name="Ranked").select_option("true")
    expect(rows).to_have_count(2)
    page.get_by_label("To", exact=True).fill("2020-01-01")
    expect(page.get_by_text("No such games.")).to_be_visible()
    page.get_by_label("To", exact=True).fill("")
    expect(rows).to_have_count(2)
    for row in rows.all():
        row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Delete 2 games").click()
    page.get_by_role("button", name="Really delete 2 games?").click()
    expect(page.locator("#live")).to_have_text("2 games deleted.")
    expect(rows).to_have_count(1)
    assert {player.get(f"/api/games/{id}").status_code for id in gone} == {404}


def test_damaged_games_are_named(visit: Visit, player: httpx.Client) -> None:
    """Above the games that can be shown, the list says how many are damaged."""
    win(player, start(player))
    damaged = player.get("/api/history").json() | {"damaged": 2}
    page = visit("/play")
    page.route(re.compile(r"/api/history(\?|$)"), lambda route: route.fulfill(json=damaged))
    page.goto("/history")
    note = "2 games cannot be shown: the file of games is damaged there."
    expect(page.get_by_text(note)).to_be_visible()
    expect(page.locator(".games tbody tr")).to_have_count(1)


@pytest.mark.parametrize("phone", cases([True], [False]))
def test_progress_at_a_level(visit: Visit, player: httpx.Client, phone: bool) -> None:
    """A level's row leads to its page: bests, win rate with its interval, and trends."""
    games = [win(player, start(player, level="10x8/9")) for _ in range(2)]
    page = visit("/history", phone=phone)
    page.get_by_role("link", name="10x8/9, no guess up to mine count").first.click()
    expect(page.get_by_role("heading", name="Best times")).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d of \d; 95\s%: [0-9.]+\s% to 100\s%"))).to_be_visible()
    links = page.get_by_label("Best times").get_by_role("link")
    addresses = {link.get_attribute("href") for link in links.all()}
    assert addresses >= {f"/review/{game['id']}" for game in games}
    expect(page.get_by_role("img", name=re.compile("Times of the last"))).to_be_visible()
    assert fits(page)
    page.get_by_label("Level").select_option("Expert")
    expect(page.get_by_text("No ranked games yet")).to_be_visible()
    expect(page).to_have_url(re.compile("30x16"))


def test_a_page_that_fails_can_be_tried_again(visit: Visit) -> None:
    """A fault of the server is said on the page, with a way out."""
    page = visit("/play")
    problem = {"kind": "storage", "status": 507, "detail": "The games cannot be read."}
    page.route("**/api/daily", lambda route: route.fulfill(status=507, json=problem), times=1)
    page.goto("/daily")
    expect(page.get_by_text("The games cannot be read.").first).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Today, ")).to_be_visible()


def test_moves_are_sent_though_play_was_left(visit: Visit) -> None:
    """Moves made while the server is away arrive, also if another mode was opened since.

    The other mode is loaded as soon as the server is back.
    """
    page = play(visit, "*...*", ".....")
    page.context.set_offline(True)
    cell(page, 0, 1).click()
    cell(page, 0, 0).click(button="right")
    expect(page.locator("#connection")).to_be_visible()
    page.evaluate(
        "history.pushState(null, '', '/daily'); dispatchEvent(new PopStateEvent('popstate'))"
    )
    expect(page.get_by_role("heading", name="Daily")).to_be_attached()
    page.context.set_offline(False)
    expect(page.locator(".subpages")).to_be_visible()
    page.go_back()
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("flagged"))


def test_a_board_that_cannot_be_made_is_said_aloud(visit: Visit) -> None:
    """If no board without a guess is found, the panel says so under a heading, with a way out."""
    page = visit()
    cell(page, 0, 0).wait_for()
    detail = "No such board was found: take fewer mines or a higher grade."
    problem = {"kind": "invalid", "status": 422, "detail": detail}
    page.route("**/actions", lambda route: route.fulfill(status=422, json=problem), times=1)
    cell(page, 4, 4).click()
    expect(lead(page).get_by_role("heading", name="This did not work")).to_be_visible()
    expect(lead(page).get_by_text(detail)).to_be_visible()
    lead(page).get_by_role("link", name="New game").click()
    expect(lead(page).get_by_role("heading")).to_have_count(0)
    cell(page, 4, 4).click()
    expect(cell(page, 4, 4)).not_to_have_accessible_name(re.compile("unopened"))


def test_a_game_that_is_not_there_shows_no_figures(visit: Visit) -> None:
    """Neither while loading nor after a failure does the page claim 0 mines and 0 seconds."""
    page = visit("/play/nothere")
    expect(lead(page)).to_contain_text("This did not work")
    expect(page.locator("#mines-left")).to_have_text("–")
    expect(page.locator("#time")).to_have_text("–")
    lead(page).get_by_role("link", name="New game").click()
    expect(page.get_by_role("gridcell")).to_have_count(81)
    expect(page.locator("#mines-left")).to_have_text("10")
