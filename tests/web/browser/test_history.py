"""Past games, statistics, export and import."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect
from web.browser.scene import Visit, ask, cell, lead, play


def test_finished_game_is_listed(visit: Visit) -> None:
    """A won game is in the list with its result; a chosen board counts for no level."""
    page = play(visit, "...", "..*")
    cell(page, 0, 0).click()
    cell(page, 0, 2).click()
    cell(page, 1, 0).click()
    expect(lead(page)).to_contain_text("Won")
    page.get_by_role("link", name="History").click()
    game = page.get_by_role("row").filter(has_text="3x2/1")
    expect(game).to_have_count(1)
    expect(game).to_contain_text("Unranked: the board was chosen, not drawn.")
    expect(game.get_by_role("link", name="Review")).to_be_visible()
    page.go_back()
    expect(lead(page)).to_contain_text("Won")


def test_game_in_progress_goes_on(visit: Visit) -> None:
    """An unfinished game is in the list, is marked as such, and can be continued."""
    page = play(visit, "*...*", ".....")
    cell(page, 0, 1).click()
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))
    page.goto("/history")
    expect(page.get_by_text("Ranked games", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("games?, finished or not"))).to_be_visible()
    page.get_by_text("What do these mean?").click()
    expect(page.get_by_text("3BV solved per click")).to_be_visible()
    page.get_by_role("link", name="Go on").first.click()
    expect(cell(page, 0, 1)).to_have_accessible_name(re.compile("one"))


def test_export_and_import(visit: Visit, tmp_path: Path) -> None:
    """An export can be imported; known games are not duplicated."""
    page = play(visit, "*.")
    cell(page, 0, 0).click()
    expect(lead(page)).to_contain_text("Lost")
    page.goto("/history")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    path = tmp_path / "history.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["sapper"] == "history"
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("#live")).to_contain_text("0 games imported")


def test_games_reflow_on_a_phone(visit: Visit) -> None:
    """On a phone each game shows its result, its time and its link without scrolling sideways.

    That holds for levels with long names too.
    """
    rows = ["*" * 100] * 100
    page = play(visit, "*.", phone=True)
    wide = ask(page, "/api/games", {"layout": "\n".join([*rows[1:], rows[0][1:] + "."])})
    ask(page, f"/api/games/{wide['id']}/actions", {"action": "open", "row": 0, "column": 0})
    cell(page, 0, 0).tap()
    expect(lead(page)).to_contain_text("Lost")
    page.goto("/history")
    game = page.locator(".games tbody tr").first
    game.scroll_into_view_if_needed()
    for part in (game.get_by_text("lost"), game.get_by_role("link"), game.locator(".num").first):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.locator(".card").evaluate_all(
        "(cards) => cards.every((card) => card.scrollWidth <= card.clientWidth)"
    )
