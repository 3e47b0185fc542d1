"""Measure from click to painted board in a real browser: python benchmarks/page.py.

Needs Chromium and `pip install playwright`. The time runs from the browser's own time stamp of the
button's release, which is what opens a cell, until the frame after the answer was drawn; losses,
which show every mine, count like the rest. As for a person, the page is at rest before each click
(the cell is in sight and painted) and the button is held for a moment.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

CLICKS = 120
REST = 150  # ms
HOLD = 60  # ms
LEVELS = ("9x9/10", "30x16/99", "100x100/1500")
_PLAY = ("play", "--no-open", "--port", "0", "--data")
_MEASURE = """() => {
  window.times = [];
  const board = document.querySelector('#board');
  let since = null;
  board.addEventListener('mouseup', (event) => { since = event.timeStamp; }, true);
  new MutationObserver((all) => {
    const answered = all.some(({ target }) => /flagged|number|fatal/.test(target.className ?? '')
      && !/pending/.test(target.className));
    if (since === null || !answered) return;
    const start = since;
    since = null;
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)));
  }).observe(board, { subtree: true, attributes: true, attributeFilter: ['class'] });
}"""


def _opened(page: Page, level: str) -> list[float]:
    """Open cells over the board; a loss is undone, so that one game serves."""
    page.goto(f"/play?level={level}")
    page.wait_for_url(re.compile(r"/play/\w+"))
    page.locator(".cell").first.wait_for()
    page.evaluate(_MEASURE)
    for number in range(CLICKS):
        closed = page.locator(".cell.closed:not(.flagged)")
        place = (number * 37) % max(closed.count(), 1)
        name = closed.nth(place).get_attribute("data-index")
        cell = page.locator(f'.cell[data-index="{name}"]')
        cell.scroll_into_view_if_needed()
        page.wait_for_timeout(REST)
        cell.click(delay=HOLD)
        page.wait_for_function("n => window.times.length > n", arg=number, polling=100)
        if page.locator("#face[data-face=lost]").count():
            page.keyboard.press("u")
            page.locator("#face[data-face=playing]").wait_for()
        if page.locator("#face[data-face=won]").count():
            break
    times: list[float] = page.evaluate("window.times")
    return sorted(times)


def _measure(address: str) -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        page = chromium.new_page(base_url=address, viewport={"width": 1280, "height": 800})
        page.goto(address)  # it holds the token, which the browser keeps
        print(f"click to painted board, ms\n{'level':>14} {'clicks':>6} {'median':>7} {'95 %':>7}")
        for level in LEVELS:
            times = _opened(page, level)
            late = times[int(len(times) * 0.95)]
            print(f"{level:>14} {len(times):6} {statistics.median(times):7.1f} {late:7.1f}")


def main() -> None:
    sapper = str(Path(sys.executable).with_name("sapper"))
    with tempfile.TemporaryDirectory() as folder:
        command = [sapper, *_PLAY, f"{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address is not None
                _measure(address[0])
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
