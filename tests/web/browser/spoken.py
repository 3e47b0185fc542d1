"""The tables of docs/spoken.md, and an ear that compares what is said with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

Value = str | Callable[[], str]  # a call reads it off the screen

_DOCUMENT = Path(__file__).parents[3] / "docs" / "spoken.md"
_SLOT = re.compile(r"\*([^*]+)\*")
LIVE = "[aria-live], [role=status], [role=alert], [role=log], [role=timer], output"
_READY = "Help is ready."  # without a server, in its own time; tests/static_site waits for it
_RECORD = f"""() => {{
  window.heard = [];
  window.waits = [];
  const hear = ({{ target, addedNodes }}) => {{
    const place = target instanceof Element ? target : target.parentElement;
    const text = [...addedNodes].map((node) => node.textContent.trim()).join("");
    if (!place?.closest("{LIVE}") || !text || text === "{_READY}") return;
    (text.endsWith("…") ? window.waits : window.heard).push(text);
    document.dispatchEvent(new Event("heard"));
  }};
  const observer = new MutationObserver((changes) => changes.forEach(hear));
  observer.observe(document, {{ subtree: true, childList: true, characterData: true }});
}}"""
_WAIT = """([what, place]) => new Promise((resolve) => {
  const look = () => window[what].length > place && resolve(window[what][place]);
  document.addEventListener("heard", look);
  setTimeout(() => resolve("nothing"), 60000);
  look();
})"""


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading; an empty first cell repeats the one above."""
    text = _DOCUMENT.read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| ?(.*) \|$", section, flags=re.M)[1:]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    for above, row in pairwise(rows):
        row[0] = row[0] or above[0]
    return rows


SENTENCES = dict(table("What is said"))
NAMES = dict(table("Names of cells"))


def filled(template: str, *values: str) -> str:
    """Put values into the italics of a template."""
    assert len(_SLOT.findall(template)) == len(values), template
    rest = iter(values)
    return _SLOT.sub(lambda _: next(rest), template)


def name_of(state: str, *values: str) -> str:
    """Return the name of a cell in a state of the table."""
    return filled(NAMES[state], *values)


class Ear:
    """Hears all that is said on a page, in order; what takes long is heard apart."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._count = 0
        page.evaluate(_RECORD)

    def hears(self, event: str, *values: Value) -> None:
        """Assert that the next sentence is the one of the event, and is said once."""
        self.hears_together((event, *values))

    def hears_together(self, *events: tuple[str, *tuple[Value, ...]]) -> None:
        """Assert that the sentences of several events are said next, as one."""
        said = self._next()
        expected = " ".join(self._sentence(*event) for event in events)
        assert said == expected, f"{said!r} instead of {expected!r}"

    def hears_waiting(self, event: str, words: str) -> None:
        """Assert that something is said to take long."""
        assert self._page.evaluate(_WAIT, ["waits", 0]) == filled(SENTENCES[event], words)

    def hears_nothing_more(self) -> None:
        """Assert that all that was said was expected."""
        more = self._page.evaluate("(from) => window.heard.slice(from)", self._count)
        assert more == [], more

    def _sentence(self, event: str, *values: Value) -> str:
        # on the screen no line is broken before a unit; for the ear that makes no difference
        shown = [value if isinstance(value, str) else value() for value in values]
        return filled(SENTENCES[event], *(words.replace("\u00a0", " ") for words in shown))

    def _next(self) -> str:
        self._count += 1
        return str(self._page.evaluate(_WAIT, ["heard", self._count - 1]))
