"""The site: the whole app as static files, in a folder of a plain host, without any server."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_site.visiting import BOARD, PATIENCE, opened
from web.browser.conftest import FLAGS, program
from web.browser.scene import ask, cell


def state(page: Page) -> Any:
    id = re.search(r"/play/(\w+)", page.url)
    assert id is not None, page.url
    return ask(page, f"/api/games/{id[1]}")


def test_it_works_in_a_folder_and_offline(site: str, context: BrowserContext) -> None:
    """A deep link leads to its game; without a network a reload restores it, and hints work."""
    page = opened(context, f"{site}{BOARD}")
    assert page.url.startswith(f"{site}/play/")
    cell(page, 1, 0).click()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("A2, one"), timeout=PATIENCE)
    page.evaluate("navigator.serviceWorker.ready")
    context.set_offline(True)
    page.reload()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("A2, one"), timeout=PATIENCE)
    page.keyboard.press("h")
    expect(page.locator("#panel")).to_contain_text("nudge", ignore_case=True, timeout=PATIENCE)
    page.get_by_role("link", name="History").click()
    expect(page.locator(".games tbody tr")).to_have_count(1, timeout=PATIENCE)
    assert page.url == f"{site}/history"


def test_two_tabs_share_one_store(site: str, context: BrowserContext) -> None:
    """A move in one tab shows in the other, which goes on when the first is closed."""
    first = opened(context, f"{site}{BOARD}")
    second = opened(context, first.url)
    cell(first, 1, 0).click()
    for page in (first, second):
        shown = re.compile("A2, one")
        expect(cell(page, 1, 0)).to_have_accessible_name(shown, timeout=PATIENCE)
    first.close()
    cell(second, 1, 1).click()
    expect(cell(second, 1, 1)).to_have_accessible_name(re.compile("B2, one"), timeout=PATIENCE)
    assert state(second)["seq"] == 2


def test_a_move_that_is_shown_survives_a_killed_browser(
    site: str, tmp_path: Path, browser: Browser
) -> None:
    """After SIGKILL, right when a move is answered, the game has that move."""
    page = _persistent(browser, tmp_path, f"{site}{BOARD}")
    cell(page, 1, 0).click()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("A2, one"), timeout=PATIENCE)
    address = page.url
    _kill_browser(tmp_path)
    again = _persistent(browser, tmp_path, address)
    assert state(again)["seq"] == 1
    again.context.close()


def _persistent(browser: Browser, profile: Path, address: str) -> Page:
    kind = browser.browser_type
    context = kind.launch_persistent_context(profile, executable_path=program(kind), args=FLAGS)
    return opened(context, address)


def _kill_browser(profile: Path) -> None:
    """Kill the processes of the browser that uses a profile."""
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdecimal() and str(profile) in (process / "cmdline").read_text():
                os.kill(int(process.name), signal.SIGKILL)


def test_a_full_disk_is_said_in_words(site: str, context: BrowserContext) -> None:
    """A move that cannot be stored is not shown as made; the sentence says why."""
    page = opened(context, f"{site}{BOARD}")
    origin = re.match(r"http://[^/]+", site)
    assert origin is not None
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin[0], "quotaSize": 1})
    cell(page, 1, 0).click()
    expect(page.locator("body")).to_contain_text("free some disk space", timeout=PATIENCE)
    assert state(page)["seq"] == 0
