"""Measure the site: python benchmarks/site.py, after `make site`.

It prints the sizes of what a visitor downloads, as they are and as a host sends them that
compresses text; how long it takes from opening the address until a cell can be clicked and until
the first hint is there, at a first visit (cold) and at a second (warm), also with the page's
thread slowed four times (a browser cannot slow workers); and how long answers take in the browser
and natively. Each start is a new visitor; times are medians. Needs Chromium and
`pip install playwright`.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from sapper.web.browser.thinker import messages

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
STARTS = 3
ASKED = 20
PATIENCE = 300_000  # ms
_PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
_CELL = "[role=gridcell]"
_ASK = """async ([path, bodies]) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { carry } = await import(loaded.find((name) => name.endsWith("/carrier.js")));
    const times = [];
    for (const body of bodies) {
        const since = performance.now();
        await (await carry(path, { method: "POST", body: JSON.stringify(body) })).text();
        times.push(performance.now() - since);
    }
    return times;
}"""


def main() -> None:
    """Print all figures."""
    show_sizes()
    command = [sys.executable, str(ROOT / "browser" / "serve.py"), "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as host,
        sync_playwright() as playwright,
    ):
        assert host.stdout is not None
        address = host.stdout.readline().decode().strip()
        program = next(filter(None, map(shutil.which, _PROGRAMS)))
        browser = playwright.chromium.launch(executable_path=program)
        for slower in (1, 4):
            show_starts(address, browser.new_context, slower)
        show_speeds(address, browser.new_context())
        host.kill()


def show_sizes() -> None:
    """Print what is downloaded before the first board, part by part."""
    parts: dict[str, list[int]] = {}
    for path in sorted(path for path in SITE.rglob("*") if path.is_file()):
        data = path.read_bytes()
        packed = len(data) if path.suffix == ".packed" else len(gzip.compress(data))
        name = path.stem if path.suffix == ".packed" else path.relative_to(SITE).parts[0]
        total = parts.setdefault(name, [0, 0])
        total[0], total[1] = total[0] + len(data), total[1] + packed
    for name, (plain, packed) in parts.items():
        print(f"{name:12} {plain / 1e6:6.2f} MB, {packed / 1e6:6.2f} MB compressed")
    whole = [sum(sizes) for sizes in zip(*parts.values(), strict=True)]
    print(f"{'all':12} {whole[0] / 1e6:6.2f} MB, {whole[1] / 1e6:6.2f} MB compressed")


def show_starts(address: str, new_visitor: Callable[[], BrowserContext], slower: int) -> None:
    cold, warm = [], []
    for _ in range(STARTS):
        context = new_visitor()
        cold.append(started(context, address, slower))
        warm.append(started(context, address, slower))
        context.close()
    for name, found in (("cold", cold), ("warm", warm)):
        board, hint, work = (statistics.median(times) for times in zip(*found, strict=True))
        times = f"a board after {board:.1f} s ({work:.1f} s of processor time)"
        print(f"{name}, page slowed {slower} times: {times}, a hint after {hint:.1f} s")


def started(context: BrowserContext, address: str, slower: int) -> tuple[float, float, float]:
    """Return the seconds until a cell can be clicked, until the first hint, and of processor time.

    The last are those until the cell: what other programs do does not change them.
    """
    page = context.new_page()
    slow_down(context, page, slower)
    since, used = time.perf_counter(), processor_seconds()
    page.goto(address)
    page.locator(_CELL).first.wait_for(timeout=PATIENCE)
    board, work = time.perf_counter() - since, processor_seconds() - used
    page.keyboard.press("h")
    page.get_by_role("button", name="Technique").or_(page.get_by_text("opens")).first.wait_for(
        timeout=PATIENCE
    )
    hint = time.perf_counter() - since
    page.evaluate("navigator.serviceWorker.ready")
    page.close()
    return board, hint, work


def processor_seconds() -> float:
    """Return the processor time of all processes that this one started, and those they started."""
    parents, ticks = dict[int, int](), dict[int, int]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            number = int(path.parent.name)
            parents[number], ticks[number] = int(fields[1]), int(fields[11]) + int(fields[12])

    def is_ours(number: int) -> bool:
        return number == os.getpid() or (number in parents and is_ours(parents[number]))

    ours = sum(ticks[number] for number in ticks if is_ours(number) and number != os.getpid())
    return ours / os.sysconf("SC_CLK_TCK")


def slow_down(context: BrowserContext, page: Page, slower: int) -> None:
    """Slow the page's processor; its workers, which the browser cannot slow, are not."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def show_speeds(address: str, context: BrowserContext) -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    from static_site.same_answers import games, positions

    page = context.new_page()
    page.goto(address)
    page.locator(_CELL).first.wait_for(timeout=PATIENCE)
    defaults = {"mines": None, "density": None, "flags": "ignore"}
    wishes = [defaults | wish for wish in positions(range(ASKED))]
    show_speed("analyse", page, "/api/analyse", wishes, lambda wish: {"asked": wish})
    show_speed("review", page, "/api/review", games(ASKED), lambda wish: wish)


def show_speed(
    name: str, page: Page, path: str, wishes: list[Any], arguments: Callable[[Any], Any]
) -> None:
    there = page.evaluate(_ASK, [path, [wishes[0], *wishes]])[1:]
    here = []
    for wish in wishes:
        job = {"name": name, "arguments": arguments(wish), "notation": "names"}
        since = time.perf_counter()
        messages(json.dumps(job))
        here.append(1000 * (time.perf_counter() - since))
    browser, native = statistics.median(there), statistics.median(here)
    print(f"{name}: {browser:.1f} ms in the browser, {native:.1f} ms natively")


if __name__ == "__main__":
    main()
