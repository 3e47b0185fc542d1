"""QR codes of the terminal, read by an independent reader."""

from __future__ import annotations

import pytest
from oracles.qr_reader import read

from sapper.cli.invitation import qr_code

ADDRESS = "http://192.168.178.123:7277/?token=aB3_-xyz9aB3_-xy"
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
MARGIN = 4


def modules(lines: list[str]) -> list[list[bool]]:
    """Read a drawing; its margin has to be light."""
    rows = [[HALVES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    width = len(rows[0])
    rows = rows[:width]  # an odd number of rows leaves one more
    inside = [row[MARGIN:-MARGIN] for row in rows[MARGIN:-MARGIN]]
    assert sum(map(sum, rows)) == sum(map(sum, inside))
    return inside


@pytest.mark.parametrize("text", [ADDRESS, "http://mäuse.example:7277/", (ADDRESS * 4)[:200]])
def test_a_drawing_can_be_read(text: str) -> None:
    """Two modules share a character, with four light ones on every side."""
    assert read(modules(qr_code(text))) == text


def test_the_reader_notices_a_wrong_module() -> None:
    """The reader of these tests is strict: one changed module of the data fails."""
    code = modules(qr_code(ADDRESS))
    code[-1][-1] = not code[-1][-1]
    with pytest.raises(AssertionError):
        read(code)
