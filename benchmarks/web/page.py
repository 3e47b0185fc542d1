"""Measure from click to painted board in a real browser: python benchmarks page [--slower 6].

Needs Chromium and `pip install playwright`. The time runs from the browser's own time stamp of the
button's release, which is what opens a cell, until the frame after the answer was drawn; losses,
which show every mine, count like the rest. As for a person, the page is at rest before each click
(the cell is in sight and painted) and the button is held for a moment.

With `--slower 6` the browser's processor is slowed six times, as on a cheap phone, and clicks on
expert are taps at the size of a phone. Opening a board runs from the start of the load, or from
the choice of a level in the page, until its first cells are painted. The work for that is the
processor time of the page's thread without the slowing, times it: what other programs do does not
change it.

Boards and clicks are those of `--seed`. `--against OTHER/.venv/bin/sapper` measures another version
too, by turns, and then prints the ratios of this version's median and 95 % to the other's: a shared
machine slows both.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, ElementHandle, Page, sync_playwright
from rich.console import Console
from rich.progress import track

from sapper import Game, Level, board_id

CLICKS = 40  # on a board
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
# a cell is made when it comes into sight
_SCROLL = """([row, column]) => {
  const board = document.querySelector('#board');
  const size = board.querySelector('.cell').offsetWidth;
  board.parentElement.scrollTo(column * size, row * size);
}"""

STATUS = Console(stderr=True)  # progress goes here, the results to standard output

Times = dict[str, list[float]]


def _clicked(page: Page, level: str, seed: int, touch: bool = False) -> list[float]:
    """Open cells all over a board; a loss is undone, so that one game serves."""
    size = Level.parse(level)
    _visit(page, f"board={board_id(Game(size, seed=seed))}")
    page.evaluate(_MEASURE)
    cells = size.width * size.height
    for place in random.Random(seed).sample(range(cells), cells):
        cell = _shown(page, *divmod(place, size.width), size.width)
        if "closed" not in str(cell.get_attribute("class")):
            continue
        page.wait_for_timeout(STILL if touch else REST)
        times = _open(page, cell, touch)
        if len(times) == CLICKS or page.locator("#face[data-face=won]").count():
            break
    return times


def _shown(page: Page, row: int, column: int, width: int) -> ElementHandle:
    page.evaluate(_SCROLL, [row, column])
    place = f'.cell[data-index="{row * width + column}"]'
    cell = page.wait_for_selector(place, state="attached")
    assert cell is not None
    cell.evaluate("cell => cell.scrollIntoView({ block: 'center', inline: 'center' })")
    return cell


def _open(page: Page, cell: ElementHandle, touch: bool) -> list[float]:
    """Open a cell and take a loss back; return the times of all clicks so far."""
    before: int = page.evaluate("() => window.times.length")
    if touch:
        cell.tap()
    else:
        cell.click(delay=HOLD)
    page.wait_for_function("n => window.times.length > n", arg=before, polling=100)
    if page.locator("#face[data-face=lost]").count():
        page.keyboard.press("u")
        page.locator("#face[data-face=playing]").wait_for()
    times: list[float] = page.evaluate("() => window.times")
    return times


def _visit(page: Page, query: str) -> None:
    page.goto(f"/play?{query}")
    page.wait_for_url(re.compile(r"/play/\w+"))
    page.locator(".cell").first.wait_for()


def _loaded(page: Page) -> float:
    """Load the page at a large board; the files are in the browser's cache."""
    page.goto(f"/play?level={LARGE}", wait_until="commit")
    time: float = page.evaluate(_PAINTED, 500)
    page.wait_for_timeout(10 * REST)
    return time


def _chosen(page: Page) -> tuple[float, float]:
    """Go from a small board to a large one within the page; return the time and the work for it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    _visit(page, f"level={LEVELS[0]}")
    page.wait_for_timeout(10 * REST)
    before = _worked(session)
    start = page.evaluate(_CHOOSE, LARGE)
    time = page.evaluate(_PAINTED, 500) - start
    work = _worked(session) - before
    page.wait_for_timeout(10 * REST)
    return time, work


def _worked(session: CDPSession) -> float:
    """Return the processor time of the page's thread so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    (seconds,) = (metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
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


def _clicks(browser: Browser, address: str, seed: int) -> Times:
    """Measure clicks on one board of each level."""
    with _page(browser, address, 1) as page:
        return {f"click, {level}": _clicked(page, level, seed) for level in LEVELS}


def _slowed(browser: Browser, address: str, seed: int, slower: float) -> Times:
    """Measure taps on one board, and opening a large one, with a slower processor."""
    with _page(browser, address, slower, touch=True) as page:
        times = {f"tap, {EXPERT}": _clicked(page, EXPERT, seed, touch=True)}
    with _page(browser, address, slower) as page:
        times[f"load at {LARGE}"] = [_loaded(page)]
        times[f"choose {LARGE}"] = [_chosen(page)[0]]
    with _page(browser, address, 1) as page:
        times[f"work for that, times {slower:g}"] = [slower * _chosen(page)[1]]
    return times


def _late(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def _report(name: str, versions: list[list[float]]) -> None:
    """Print the times of each version; behind the last, the ratio of the first to it."""
    for times in versions:
        middle, late = statistics.median(times), _late(times)
        line = f"{name:>32} {len(times):6} {min(times):7.1f} {middle:7.1f} {late:7.1f}"
        if times is not versions[0]:
            first = versions[0]
            line += f"   {statistics.median(first) / middle:.2f} {_late(first) / late:.2f}"
        print(line)
        name = "the other"


@contextmanager
def _server(program: str) -> Iterator[str]:
    """Run a version; give its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, *_PLAY, f"{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address is not None
                yield address[0]
            finally:
                server.terminate()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--against", metavar="SAPPER", help="another version's program")
    return parser.parse_args()


def main() -> None:
    options = _arguments()
    own = str(Path(sys.executable).with_name("sapper"))
    programs = [own] if options.against is None else [own, options.against]
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        addresses = [stack.enter_context(_server(program)) for program in programs]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"),
            args=["--headless", "--no-sandbox"],
        )
        found: list[Times] = [defaultdict(list) for _ in programs]
        seeds = range(options.seed, options.seed + options.boards)
        for seed in track(seeds, "boards", transient=True, console=STATUS):
            for address, times in zip(addresses, found, strict=True):
                for name, more in _measured(browser, address, seed, options.slower).items():
                    times[name] += more
    title = f"until painted, ms (processor slowed {options.slower:g} times)"
    print(f"{title}\n{'':>32} {'times':>6} {'least':>7} {'median':>7} {'95 %':>7}")
    for name in found[0]:
        _report(name, [times[name] for times in found])


def _measured(browser: Browser, address: str, seed: int, slower: float) -> Times:
    if slower > 1:
        return _slowed(browser, address, seed, slower)
    return _clicks(browser, address, seed)


if __name__ == "__main__":
    main()
