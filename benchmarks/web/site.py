"""Measure the site: python benchmarks site, after `make site`.

It prints the sizes of what a visitor downloads, as they are and as a host sends them that
compresses text; how long it takes from opening the address until a board is shown, until the first
click is answered and until the first hint is there; and how long answers take in the browser and
natively. Starts are first visits (cold), with the compressed bytes that came over the line until
then, and second ones (warm), which take all from the browser's own stores; also with the page's
thread slowed four times (a browser cannot slow workers) and over a slow line. Each start is a new
visitor; times are medians. Needs Chromium and `pip install playwright`.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, sync_playwright

from sapper.web.carriers.job_runner import messages

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
STARTS = 3
REQUESTS = 20
PATIENCE = 300_000  # ms
_PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
SLOW_LINE = ("200000", "0.15")  # 1.6 Mbit/s, 150 ms
_CELL = "[role=gridcell]"
_CLICKED = '.cell[data-index="40"]'
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
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, _PROGRAMS)))
        browser = playwright.chromium.launch(executable_path=program)
        with host("browser/serve.py", "0") as address:
            show_starts("", address, browser.new_context)
            show_starts(", page slowed four times", address, browser.new_context, 4)
            show_speeds(address, browser.new_context())
        with host("benchmarks/web/slow_host.py", *SLOW_LINE) as address:
            show_starts(", slow line", address, browser.new_context)


@contextmanager
def host(program: str, *arguments: str) -> Iterator[str]:
    """Serve the site by another program; yield its address."""
    command = [sys.executable, str(ROOT / program), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.kill()


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


@dataclass
class Start:
    """Seconds and compressed megabytes until each step; processor time until the second."""

    shown: tuple[float, float]
    answered: tuple[float, float]
    hint: tuple[float, float]
    work: float


def show_starts(
    how: str, address: str, new_visitor: Callable[[], BrowserContext], slower: int = 1
) -> None:
    cold, warm = [], []
    for _ in range(STARTS):
        context = new_visitor()
        cold.append(started(context, address, slower))
        warm.append(started(context, address, slower))
        context.close()
    for name, found in (("cold", cold), ("warm", warm)):
        steps = ", ".join(
            f"{label} after {_median([getattr(start, step) for start in found], name == 'cold')}"
            for step, label in (("shown", "board"), ("answered", "answer"), ("hint", "hint"))
        )
        work = statistics.median(start.work for start in found)
        print(f"{name}{how}: {steps}; {work:.1f} s of processor time until the answer", flush=True)


def _median(reached: list[tuple[float, float]], with_size: bool) -> str:
    seconds, size = (statistics.median(column) for column in zip(*reached, strict=True))
    return f"{seconds:.1f} s" + (f" ({size:.2f} MB)" if with_size else "")


def started(context: BrowserContext, address: str, slower: int) -> Start:
    """Open the site, click at once, and ask for a hint as soon as the click is answered.

    What other programs do does not change the processor time.
    """
    page, loaded = context.new_page(), set[str]()  # what is kept is asked for again
    slow_down(context, page, slower)
    note = lambda request: loaded.add(request.url)  # noqa: E731 - to be removed again
    context.on("requestfinished", note)
    since, used = time.perf_counter(), processor_seconds()

    def reached() -> tuple[float, float]:
        return time.perf_counter() - since, sum(map(packed_size, loaded)) / 1e6

    page.goto(address, wait_until="commit")
    page.locator(_CELL).first.wait_for(timeout=PATIENCE)
    shown = reached()
    page.locator(_CLICKED).click()
    page.locator(f"{_CLICKED}:not(.closed)").wait_for(timeout=PATIENCE)
    answered, work = reached(), processor_seconds() - used
    page.keyboard.press("h")
    page.get_by_role("button", name="Technique").or_(page.get_by_text("opens")).first.wait_for(
        timeout=PATIENCE
    )
    hint = reached()
    page.evaluate("navigator.serviceWorker.ready")
    context.remove_listener("requestfinished", note)
    page.close()
    return Start(shown, answered, hint, work)


def packed_size(address: str) -> int:
    """Return how many bytes a host sends for a file of the site that compresses text."""
    path = SITE / urlsplit(address).path.lstrip("/")
    file = path / "index.html" if path.is_dir() else path
    data = file.read_bytes() if file.is_file() else b""
    return len(data) if file.suffix == ".packed" else len(gzip.compress(data))


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
    from static_site.same_answers import games, positions

    page = context.new_page()
    page.goto(address)
    page.locator(_CELL).first.wait_for(timeout=PATIENCE)
    defaults = {"mines": None, "density": None, "flags": "ignore"}
    requests = [defaults | request for request in positions(range(REQUESTS))]
    show_speed("analyse", page, "/api/analyse", requests)
    show_speed("review", page, "/api/review", games(REQUESTS))


def show_speed(name: str, page: Page, path: str, requests: list[Any]) -> None:
    there = page.evaluate(_ASK, [path, [requests[0], *requests]])[1:]
    here = []
    for request in requests:
        job = {"name": name, "arguments": request, "notation": "names"}
        since = time.perf_counter()
        list(messages(json.dumps(job)))
        here.append(1000 * (time.perf_counter() - since))
    browser, native = statistics.median(there), statistics.median(here)
    print(f"{name}: {browser:.1f} ms in the browser, {native:.1f} ms natively")


if __name__ == "__main__":
    main()
