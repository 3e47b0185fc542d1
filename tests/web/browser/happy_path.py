"""The happy path through the page, in Firefox: play, flag, chord, hint, review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import Board, Layout, board_id

if TYPE_CHECKING:
    from harness.firefox import Firefox

_ROWS = ("*...", "....", "...*")


def take_happy_path(firefox: Firefox, address: str) -> None:
    """Play a game with clicks, flags and a chord, helped by a hint, and review it."""
    mines = [(r, c) for r, row in enumerate(_ROWS) for c, letter in enumerate(row) if letter == "*"]
    firefox.visit(f"{address}/play?board={board_id(Layout.of(Board(3, 4), mines))}")
    firefox.click(_cell(1))
    firefox.wait_for(f"document.querySelector('{_cell(1)}.n1')")
    firefox.click(_cell(0), "right")
    firefox.wait_for(f"document.querySelector('{_cell(0)}.flagged')")
    firefox.wait_for("document.querySelector('#mines-left').textContent === '1'")
    firefox.click(_cell(1))  # a chord
    firefox.wait_for(f"document.querySelector('{_cell(5)}.n1')")
    for _ in range(3):  # where to look, how, the answer
        firefox.press("h")
    firefox.wait_for("document.querySelector('.cell.is-best.closed')")
    for index in (8, 9, 10):
        if firefox.read(f"document.querySelector('{_cell(index)}.closed') !== null"):
            firefox.click(_cell(index))
            firefox.wait_for(f"document.querySelector('{_cell(index)}.number')")
    firefox.wait_for("document.querySelector('#face[data-face=won]')")
    firefox.wait_for("document.querySelector('#lead dd:last-child')?.textContent.includes('%')")
    firefox.click("#lead .button.main")
    firefox.wait_for("location.pathname.includes('/review/')")
    firefox.wait_for("document.querySelector('.risk-figure .chance')")


def _cell(index: int) -> str:
    return f'.cell[data-index="{index}"]'
