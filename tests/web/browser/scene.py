"""What the tests of the page share: finding cells, opening boards, asking as the page does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from sapper import Board, Layout, board_id
from sapper.formatting import at

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TWO = ("*...", "....", "...*")
_ASK = """async ([path, body]) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { carry } = await import(loaded.find((name) => name.endsWith("/carrier.js")));
    const headers = { "Content-Type": "application/json" };
    return (await carry(path, body === null ? {} : { method: "POST", headers, body })).json();
}"""

_LISTEN = """() => {
    window.requests = [];
    const plain = window.fetch;
    window.fetch = async (path, options) => {
        const one = { path: String(path), body: options?.body, answered: false };
        window.requests.push(one);
        const response = await plain(path, options);
        one.answered = true;
        return response;
    };
    const known = new Map();
    new BroadcastChannel("sapper /").addEventListener("message", ({ data }) => {
        if (data.kind === "ask") {
            const { path, body } = JSON.parse(data.request);
            known.set(data.key, { path, body, answered: false });
            window.requests.push(known.get(data.key));
        }
        if (data.kind === "answer" && known.has(data.key)) known.get(data.key).answered = true;
    });
}"""

# what observes sizes, such as the zoom, acts within a frame; the next one shows it
_LAID_OUT = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame();
    await frame();
}"""


class Visit(Protocol):
    """Opens an address as a new visitor."""

    def __call__(self, path: str = "/play", *, phone: bool = False, **options: Any) -> Page: ...


def cell(page: Page, row: int, column: int) -> Locator:
    """Locate a cell by its label for screen readers."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{at((row, column))},"))


def named(state: str) -> re.Pattern[str]:
    """Match the labels of cells in a state."""
    return re.compile(rf"^[A-Z]+\d+, {state}")


def play(visit: Visit, *rows: str, phone: bool = False, **options: Any) -> Page:
    """Open a game on the board whose mines are the stars."""
    mines = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "*"]
    name = board_id(Layout.of(Board(len(rows), len(rows[0])), mines))
    page = visit(f"/play?board={name}", phone=phone, **options)
    cell(page, 0, 0).wait_for()
    return page


def arrived(page: Page) -> None:
    """Wait until a game is there, and not only a draft of it that a page without a server shows."""
    page.locator("#board:not(.is-draft)").wait_for(state="attached")


def fingers(page: Page) -> Callable[..., None]:
    """Return a function that sends touch events, at a time if their speed matters."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches} | ({} if at is None else {"timestamp": at})
        session.send("Input.dispatchTouchEvent", event)

    return touch


def middle(page: Page, row: int, column: int) -> tuple[float, float]:
    """Find the middle of a cell in the window."""
    box = cell(page, row, column).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def still(page: Page) -> None:
    """Wait until taps count again after the board was scrolled."""
    scrolled = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    moment = page.evaluate(scrolled)  # the event of a scroll comes with the next frame
    page.wait_for_function("(moment) => performance.now() > moment + 310", arg=moment)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page is laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_LAID_OUT, [width, height])


def prefer(page: Page, **settings: object) -> None:
    """Keep settings, and load the page again with them."""
    page.evaluate("(text) => localStorage.setItem('sapper-settings', text)", json.dumps(settings))
    page.reload()
    cell(page, 0, 0).wait_for()
    arrived(page)


def lead(page: Page) -> Locator:
    return page.locator("#lead")


def ask(page: Page, path: str, body: object = None) -> Any:
    """Send a request as the page's own modules do, over any carrier."""
    return page.evaluate(_ASK, [path, None if body is None else json.dumps(body)])


def listen(page: Page) -> None:
    """Note what the page asks from now on, by either carrier."""
    page.evaluate(_LISTEN)


def requests_to(page: Page, path: str) -> list[Any]:
    """Return the bodies of requests since `listen` at paths that end like this."""
    bodies = "(end) => requests.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)"
    return [json.loads(body) if body else None for body in page.evaluate(bodies, path)]


def wait_for_answer(page: Page, path: str) -> None:
    """Wait until a request since `listen` at such a path is answered."""
    found = "(end) => requests.some(({ path, answered }) => answered && path.endsWith(end))"
    page.wait_for_function(found, arg=path)
