"""Measure from click to painted board in a real browser: python benchmarks/page.py [--slower 6].

Needs Chromium and `pip install playwright`. The time runs from the browser's own time stamp of the
button's release, which is what opens a cell, until the frame after the answer was drawn; losses,
which show every mine, count like the rest. As for a person, the page is at rest before each click
(the cell is in sight and painted) and the button is held for a moment.

With `--slower 6` the browser's processor is slowed six times, as on a cheap phone, and clicks on
expert are taps at the size of a phone. Opening a board runs from the start of the load, or from
the choice of a level in the page, until its first cells are painted. The work for that is the
processor time of the page's thread without the slowing, times it: what other programs do does not
change it. `--sapper` names the program to measure, so that two versions can be compared by turns.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

CLICKS = 120
TAPS = 40
BOARDS = 3
REST = 150  # ms
STILL = 500  # ms; the page ignores a tap soon after the board moved, and a slow one moves late
HOLD = 60  # ms
LEVELS = ("9x9/10", "30x16/99", "100x100/1500")
EXPERT, LARGE = LEVELS[1:]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
_PLAY = ("play", "--no-open", "--port", "0", "--data")
_MEASURE = """() => {
  window.times = [];
  const board = document.querySelector('#board');
  let since = null;
  board.addEventListener('pointerup', (event) => { since = event.timeStamp; }, true);
  new MutationObserver((all) => {
    const answered = all.some(({ target }) => /flagged|number|fatal/.test(target.className ?? '')
      && !/pending/.test(target.className));
    if (since === null || !answered) return;
    const start = since;
    since = null;
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)));
  }).observe(board, { subtree: true, attributes: true, attributeFilter: ['class'] });
}"""
# the time at which a board of more cells than these was painted
_PAINTED = """(cells) => new Promise((painted) => {
  const look = () => {
    if (document.querySelectorAll('.cell.closed').length <= cells) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => painted(performance.now())));
  };
  look();
})"""
_CHOOSE = """(level) => {
  const link = document.createElement('a');
  link.href = `/play?level=${level}`;
  document.body.append(link);
  const now = performance.now();
  link.click();
  link.remove();
  return now;
}"""


def _clicked(page: Page, level: str, count: int, touch: bool) -> list[float]:
    """Open cells over the board; a loss is undone, so that one game serves."""
    _visit(page, level)
    page.evaluate(_MEASURE)
    for number in range(count):
        closed = page.locator(".cell.closed:not(.flagged)")
        cell = closed.nth((number * 37) % max(closed.count(), 1)).element_handle()
        cell.evaluate("cell => cell.scrollIntoView({ block: 'center', inline: 'center' })")
        page.wait_for_timeout(STILL if touch else REST)
        if touch:
            cell.tap()
        else:
            cell.click(delay=HOLD)
        page.wait_for_function("n => window.times.length > n", arg=number, polling=100)
        if page.locator("#face[data-face=lost]").count():
            page.keyboard.press("u")
            page.locator("#face[data-face=playing]").wait_for()
        if page.locator("#face[data-face=won]").count():
            break
    times: list[float] = page.evaluate("() => window.times")
    return times


def _visit(page: Page, level: str) -> None:
    page.goto(f"/play?level={level}")
    page.wait_for_url(re.compile(r"/play/\w+"))
    page.locator(".cell").first.wait_for()


def _loaded(page: Page) -> list[float]:
    """Load the page at a large board; the files are in the browser's cache."""
    times = []
    for _ in range(BOARDS):
        page.goto(f"/play?level={LARGE}", wait_until="commit")
        times.append(page.evaluate(_PAINTED, 500))
        page.wait_for_timeout(10 * REST)
    return times


def _chosen(page: Page) -> tuple[list[float], list[float]]:
    """Go from a small board to a large one within the page; return times and the work for it."""
    times, works = [], []
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    for _ in range(BOARDS):
        _visit(page, LEVELS[0])
        page.wait_for_timeout(10 * REST)
        before = _worked(session)
        start = page.evaluate(_CHOOSE, LARGE)
        times.append(page.evaluate(_PAINTED, 500) - start)
        works.append(_worked(session) - before)
        page.wait_for_timeout(10 * REST)
    return times, works


def _worked(session: CDPSession) -> float:
    """Return the processor time of the page's thread so far, in milliseconds."""
    told = session.send("Performance.getMetrics")["metrics"]
    (seconds,) = (metric["value"] for metric in told if metric["name"] == "TaskDuration")
    return float(1000 * seconds)


@contextmanager
def _page(browser: Browser, address: str, slower: float, touch: bool = False) -> Iterator[Page]:
    """Open the page as a new visitor, who keeps the token of the address."""
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if touch else DESKTOP,  # type: ignore[arg-type]  # a TypedDict
        has_touch=touch,
        is_mobile=touch,
    )
    page = context.new_page()
    page.goto(address)
    page.locator(".cell").first.wait_for()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def _report(name: str, times: list[float]) -> None:
    late = sorted(times)[int(len(times) * 0.95)]
    middle = statistics.median(times)
    print(f"{name:>32} {len(times):6} {min(times):7.1f} {middle:7.1f} {late:7.1f}", flush=True)


def _measure(browser: Browser, address: str, slower: float) -> None:
    title = f"until painted, ms (processor slowed {slower:g} times)"
    print(f"{title:>32} {'times':>6} {'least':>7} {'median':>7} {'95 %':>7}")
    if slower > 1:
        with _page(browser, address, slower, touch=True) as page:
            _report(f"tap, {EXPERT}", _clicked(page, EXPERT, TAPS, touch=True))
        with _page(browser, address, slower) as page:
            _report(f"load at {LARGE}", _loaded(page))
            _report(f"choose {LARGE}", _chosen(page)[0])
        with _page(browser, address, 1) as page:
            _report(f"work for that, times {slower:g}", [slower * w for w in _chosen(page)[1]])
        return
    with _page(browser, address, slower) as page:
        for level in LEVELS:
            _report(f"click, {level}", _clicked(page, level, CLICKS, touch=False))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=1)
    parser.add_argument("--sapper", default=str(Path(sys.executable).with_name("sapper")))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [asked.sapper, *_PLAY, f"{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address is not None
                chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--headless", "--no-sandbox"]
                )
                _measure(browser, address[0], asked.slower)
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
