"""Take the pictures of the page in README and guides: needs Chromium and Playwright.

A script plays, with the mouse and at the pace of a person, so that the times in the pictures are
those that the clock measured. Run it again after the look of the page has changed.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from sapper import Board, FirstClick, Game, Layout, Level, analyse, board_id
from sapper.rules.board import Cell

HERE = Path(__file__).parent
WINDOW = {"width": 1180, "height": 720}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
START: Cell = (4, 4)
PACE = (0.5, 1.6)  # seconds between two moves
SEED = 7


@contextmanager
def served() -> Iterator[str]:
    """Start `sapper play` with an empty history."""
    program = str(Path(sys.executable).with_name("sapper"))
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-open", "--no-token", "--port", "0", "--data", f"{folder}/games.sqlite"]
        command = [program, "play", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = re.search(r"http://[^/\s]+", process.stdout.readline())
            assert address is not None
            try:
                yield address[0]
            finally:
                process.terminate()


class Hand:
    """Plays on the page, and in a second game that mirrors it."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.game = Game(Level.parse("beginner"), seed=seed, first_click=FirstClick.ZERO)
        self.game.open(START)
        assert self.game.layout is not None
        self.mines = set(self.game.layout.mines)
        self._random = random.Random(seed)
        layout = Layout.of(Board(9, 9), self.mines)
        page.goto(f"/play?board={board_id(layout)}")
        self._click(START)

    def certain(self) -> Cell:
        """Return a cell that is proved safe."""
        return min(analyse(self.game.view).safe)

    def uncertain(self) -> Cell:
        """Return a cell that is not proved safe and has no mine all the same."""
        view = self.game.view
        proved = analyse(view).safe
        return max(cell for cell in view.unopened if cell not in proved | self.mines)

    def open(self, cell: Cell) -> None:
        """Open a cell after a moment of thought."""
        self.page.wait_for_timeout(1000 * self._random.uniform(*PACE))
        self.game.open(cell)
        self._click(cell)

    def _click(self, cell: Cell) -> None:
        row, column = cell
        self.page.get_by_role("gridcell").nth(9 * row + column).click()
        self.page.wait_for_timeout(200)


def hint(page: Page) -> None:
    """Ask for all of a hint, early in a game."""
    hand = Hand(page, SEED)
    hand.open(hand.certain())
    for key in "ehhh":
        page.keyboard.press(key)
        page.wait_for_timeout(500)


def review(page: Page) -> None:
    """Lose a game with two needless risks, and review the first of them."""
    hand = Hand(page, SEED)
    for choose in (hand.certain, hand.uncertain, hand.certain, hand.certain, hand.uncertain):
        hand.open(choose())
    hand.open(min(hand.mines))
    page.get_by_role("button", name="Review").click()
    page.locator("#lead").get_by_text("missed a safe cell").wait_for()


def train(page: Page) -> None:
    """Show a puzzle of one technique."""
    page.goto("/train/overlap")
    page.locator("#lead").get_by_text("Technique:").wait_for()


def main() -> None:
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for act in (train, hint, review):
            options = {"viewport": WINDOW, "reduced_motion": "reduce", "base_url": address}
            page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
            act(page)
            page.mouse.move(0, 0)
            page.wait_for_timeout(500)
            page.screenshot(path=HERE / f"web-{act.__name__}.png")


if __name__ == "__main__":
    main()
