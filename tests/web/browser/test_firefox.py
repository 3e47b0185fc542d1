"""The main way through the page in Firefox: play, flag, chord, hint, review."""

from __future__ import annotations

from pathlib import Path

from harness.firefox import Firefox, find_firefox
from harness.missing import give_up

from sapper import Board, Layout, board_id


def test_the_main_way_in_firefox(server: str, tmp_path: Path) -> None:
    """A game is played with clicks, flags and a chord, helped by a hint, and reviewed."""
    program = find_firefox()
    if program is None:
        give_up("there is no Firefox: the page is not tested in it")
    rows = ("*...", "....", "...*")
    mines = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "*"]
    with Firefox(program, tmp_path) as firefox:
        board = board_id(Layout.of(Board(3, 4), mines))
        firefox.visit(f"{server}/play?board={board}")
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
        firefox.click("#lead .button.main")
        firefox.wait_for("location.pathname.startsWith('/review/')")
        firefox.wait_for("document.querySelector('.risk-figure .chance')")
        assert firefox.errors == []


def _cell(index: int) -> str:
    return f'.cell[data-index="{index}"]'
