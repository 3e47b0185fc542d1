"""QR codes of the terminal, read by an independent reader."""

from __future__ import annotations

import pytest
from oracles.qr_reader import read

from sapper.cli.qr import drawn, qr_code

ADDRESS = "http://192.168.178.123:7277/?token=aB3_-xyz9aB3_-xy"
# the bytes that each version can hold at level L, from the standard's table
CAPACITY = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271]


@pytest.mark.parametrize("version", range(1, 11))
def test_every_version_can_be_read(version: int) -> None:
    """The smallest version that has room is chosen, and holds the text, full or nearly empty."""
    least = CAPACITY[version - 2] + 1 if version > 1 else 1
    for length in (least, CAPACITY[version - 1]):
        text = (ADDRESS * 9)[:length]
        code = qr_code(text)
        assert code is not None
        assert len(code) == 17 + 4 * version
        assert read(code) == text


def test_letters_beyond_ascii_are_utf_8() -> None:
    """A host name with other letters comes back as it was."""
    code = qr_code("http://mäuse.example:7277/")
    assert code is not None
    assert read(code) == "http://mäuse.example:7277/"


def test_a_text_that_is_too_long_has_none() -> None:
    """Beyond version 10 there is no code."""
    assert qr_code("a" * 272) is None


def test_the_reader_notices_a_wrong_module() -> None:
    """The reader of these tests is strict: one changed module of the data fails."""
    code = qr_code(ADDRESS)
    assert code is not None
    code[-1][-1] = not code[-1][-1]
    with pytest.raises(AssertionError):
        read(code)


def test_the_drawing_has_every_module_and_a_margin() -> None:
    """Two modules share a character, with four light modules on every side."""
    code = qr_code(ADDRESS)
    assert code is not None
    halves = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    lines = drawn(code)
    rows = ["".join(halves[letter][half] for letter in line) for line in lines for half in (0, 1)]
    light = "0" * (len(code) + 8)
    assert rows[:4] == [light] * 4
    assert set(rows[4 + len(code) :]) == {light}
    assert len(rows) >= len(code) + 8
    for row, seen in zip(code, rows[4:], strict=False):
        assert seen == "0000" + "".join(str(int(dark)) for dark in row) + "0000"
