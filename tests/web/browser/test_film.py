"""Replays of other programs: import one, and see the mouse play it."""

from __future__ import annotations

import re
from pathlib import Path

from oracles.replay_files import Film, write_evf_3, write_rmv_2
from playwright.sync_api import expect
from web.browser.scene import Visit, cell, lead

from sapper import read_layout

WORKER_MS = 60_000  # the first import starts a worker process
HAPPENED = [
    (0, "lc", 8, 8),
    (0, "lr", 8, 8),
    (200, "mv", 24, 12),
    (300, "mv", 40, 8),
    (400, "lc", 40, 8),
    (900, "lr", 40, 8),
]


def test_a_replay_is_imported_and_played(visit: Visit, tmp_path: Path) -> None:
    """The film runs to the end of the game; time, mouse and board belong together."""
    page = visit("/review")
    replay = tmp_path / "game.rmv"
    replay.write_bytes(write_rmv_2(Film(read_layout(".*."), HAPPENED, player="Ada")))
    page.locator("#panel input[type=file]").set_input_files(replay)
    expect(page).to_have_url(re.compile(r"/review/\w+/film"), timeout=WORKER_MS)
    expect(lead(page)).to_contain_text("Ada, Vienna Minesweeper")
    expect(page.locator("#panel")).to_contain_text("2 of 2")
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("one"))
    expect(cell(page, 0, 2)).to_have_accessible_name(re.compile("unopened"))
    page.get_by_role("slider", name="Time").fill("500")
    expect(page.locator(".film .pointer")).to_have_class(re.compile("left"))
    expect(page.locator(".film .trail")).to_have_attribute("points", re.compile("24,12 40,8"))
    with_mouse = page.locator("#board").screenshot()
    page.locator(".film").evaluate("layer => layer.style.visibility = 'hidden'")
    assert page.locator("#board").screenshot() != with_mouse, "the cells cover the mouse"
    page.locator(".film").evaluate("layer => layer.style.visibility = ''")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(cell(page, 0, 2)).to_have_accessible_name(re.compile("one"))
    expect(page.locator("#time")).to_have_text("0.9 s")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#time")).to_have_text("0.0 s")
    expect(cell(page, 0, 2)).to_have_accessible_name(re.compile("unopened"))
    page.get_by_role("link", name="Review", exact=True).last.click()
    expect(page.locator("#panel")).to_contain_text("Accuracy")
    with page.expect_download() as download:
        page.get_by_role("link", name="RAWVF").click()
    assert "Program: Sapper" in download.value.path().read_text()
    page.get_by_role("link", name="Show the mouse").click()
    expect(page.locator(".film .pointer")).to_be_visible()


def test_a_known_board_is_shown_and_not_judged(visit: Visit, tmp_path: Path) -> None:
    """The review of such a game leads to its film, which says why; a broken file is refused."""
    page = visit("/history")
    data, replay = write_evf_3(Film(read_layout(".*."), HAPPENED, mode=1)), tmp_path / "game.evf"
    chosen = page.locator("#history-page input[type=file]")
    replay.write_bytes(data[:60])
    chosen.set_input_files(replay)
    expect(page.locator("#history-page")).to_contain_text("Byte 60:", timeout=WORKER_MS)
    replay.write_bytes(data)
    chosen.set_input_files(replay)
    expect(lead(page)).to_contain_text("UPK")
    expect(page.get_by_role("link", name="Review", exact=True)).to_have_count(1)  # the tab
    page.goto(page.url.removesuffix("/film"))
    expect(page).to_have_url(re.compile("/film$"))
    expect(lead(page)).to_contain_text("Its moves are not judged.")
