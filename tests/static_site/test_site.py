"""The site: the whole app as static files, in a folder of a plain host, without any server."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path

from harness.chromium import FLAGS, program
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from static_site.visiting import BOARD, opened, state
from web.browser.conftest import PATIENCE
from web.browser.scene import ask, cell, lead

from sapper.training import PuzzleId

_KEPT = """async () => {
    const cache = await caches.open("/games/sapper/memory");
    const [address] = await cache.keys();
    return address && (await (await cache.match(address)).arrayBuffer()).byteLength > 1_000_000;
}"""
_DAMAGE = """async () => {
    const cache = await caches.open("/games/sapper/memory");
    const [address] = await cache.keys();
    const bytes = new Uint8Array(31_457_408);
    const headers = { "Sapper-Length": bytes.length };
    await cache.put(address, new Response(bytes, { headers }));
}"""


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


def test_a_new_visitor_whose_network_is_cut(site: str, context: BrowserContext) -> None:
    """After the first load alone, a hint, a won game, its review and a puzzle work offline."""
    page = opened(context, f"{site}{BOARD}")
    page.evaluate("navigator.serviceWorker.ready")
    context.set_offline(True)
    page.keyboard.press("h")
    expect(page.locator("#panel")).to_contain_text("nudge", ignore_case=True, timeout=PATIENCE)
    for place in ((0, 3), (1, 0)):
        cell(page, *place).click()
    expect(lead(page).get_by_role("heading")).to_have_text("Won", timeout=PATIENCE)
    lead(page).get_by_role("button", name="Review").click()
    expect(page.locator("#panel")).to_contain_text("Accuracy", timeout=PATIENCE)
    page.get_by_role("link", name="Train", exact=True).click()
    expect(lead(page)).to_contain_text("Open a safe cell or flag a mine", timeout=PATIENCE)
    id = ask(page, "/api/training/next", {"choice": "mixed"})["id"]
    cell(page, *PuzzleId.read(id).puzzle().taught[0]).click()
    expect(lead(page).get_by_role("heading")).to_have_text(re.compile("^Right"), timeout=PATIENCE)


def test_loading_is_shown(site: str, context: BrowserContext) -> None:
    """Until the first board is there, the page says how much has been loaded."""
    context.add_init_script(
        """window.announced = [];
        const note = () => window.announced.push(
            document.querySelector("#connection")?.textContent);
        new MutationObserver(note).observe(document, { childList: true, subtree: true });"""
    )
    page = opened(context, f"{site}{BOARD}")
    announced = [text for text in page.evaluate("window.announced") if text]
    assert any(re.fullmatch(r"Loading Sapper: \d+ % of \d\.\d MB …", text) for text in announced)
    assert "Starting …" in announced
    expect(page.locator("#connection")).to_be_hidden()


def test_a_later_start_begins_from_kept_memory(site: str, context: BrowserContext) -> None:
    """The first start keeps Python's memory; one that is damaged is forgotten and made again.

    Players once were looked up with an archive that was open in that memory: its number was that
    of the file of games by then, which was closed with it.
    """
    page = opened(context, f"{site}{BOARD}")
    cell(page, 1, 0).click()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("A2, one"), timeout=PATIENCE)
    page.wait_for_function(_KEPT)
    page.goto(f"{site}/watch/master/{BOARD.partition('=')[2]}")
    page.get_by_role("button", name="Last").click(timeout=PATIENCE)
    page.get_by_role("link", name="History", exact=True).click()
    expect(page.locator(".games tbody tr")).to_have_count(1, timeout=PATIENCE)
    page.evaluate(_DAMAGE)
    page.reload()
    page.get_by_role("button", name="Try again").click(timeout=PATIENCE)
    expect(page.locator(".games tbody tr")).to_have_count(1, timeout=PATIENCE)
    page.wait_for_function(_KEPT)


def test_a_picture_is_refused_with_the_reason(site: str, context: BrowserContext) -> None:
    """Without numpy and Pillow no picture can be read, and the page says so."""
    page = opened(context, f"{site}{BOARD}")
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(lead(page)).to_contain_text("Guess", timeout=PATIENCE)
    field = page.locator("#picture-file")
    picture = {"name": "shot.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    field.set_input_files(picture)  # type: ignore[arg-type]  # a TypedDict
    expect(lead(page)).to_contain_text("cannot be read on this site", timeout=PATIENCE)


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


def test_a_browser_that_keeps_nothing_says_so(site: str, browser: Browser) -> None:
    """Without file storage (some private windows) one can play, and is warned."""
    context = browser.new_context(service_workers="block")

    def refuse(route: Route) -> None:
        script = route.fetch().text()
        call = "navigator.storage.getDirectory()"
        assert call in script
        refused = script.replace(call, "Promise.reject(new Error('it is private'))")
        route.fulfill(body=refused, content_type="text/javascript")

    context.route("**/disk.js", refuse)
    page = opened(context, f"{site}{BOARD}")
    expect(page.locator("#connection")).to_contain_text("keeps no games", timeout=PATIENCE)
    cell(page, 1, 0).click()
    expect(cell(page, 1, 0)).to_have_accessible_name(re.compile("A2, one"), timeout=PATIENCE)
    context.close()
