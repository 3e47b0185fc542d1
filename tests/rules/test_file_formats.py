from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import Board, Layout
from sapper.rules.errors import InvalidNotation
from sapper.rules.file_formats import read_mbf, read_mine, read_position, write_mbf, write_mine
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json, layout_to_json, view_to_json
from sapper.rules.notation import read_layout, write_view
from sapper.rules.view import View

near_misses = st.text('HF?0189x#.{}[]":,sapervw \t\r\n', max_size=60)


@given(st.from_type(Layout))
def test_mbf_round_trip(layout: Layout) -> None:
    """A layout survives MBF."""
    assert read_mbf(write_mbf(layout)) == layout


def test_mbf_bytes() -> None:
    """MBF is width, height, mines high and low, then x and y of each mine."""
    assert write_mbf(read_layout("..*\n*..")) == bytes([3, 2, 0, 2, 2, 0, 0, 1])
    full = write_mbf(Layout(Board(255, 255), b"\1" * 255 * 255))
    assert full[:4] == bytes([255, 255, 65025 >> 8, 65025 & 255])
    assert len(read_mbf(full).mines) == 65025


@pytest.mark.parametrize(("height", "width"), [(256, 1), (1, 256)])
def test_mbf_limits(height: int, width: int) -> None:
    """A board that does not fit in MBF is refused."""
    with pytest.raises(InvalidNotation, match=f"not {width}x{height}"):
        write_mbf(Layout.of(Board(height, width), []))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "starts with 4 bytes"),
        (b"\2\2\0", "starts with 4 bytes"),
        (b"\2\2\0\1", "cut short"),
        (b"\2\2\0\1\0", "cut short"),
        (b"\2\2\0\1\0\0\0", "goes on"),
        (b"\2\2\0\1\2\0", "mine 1, x 2 y 0, is off the board of 2x2"),
        (b"\2\2\0\2\0\1\0\1", "mine 2, x 0 y 1, is listed twice"),
        (b"\0\2\0\0", "at least one cell"),
    ],
)
def test_bad_mbf(data: bytes, words: str) -> None:
    """MBF that is cut, too long, doubled or off the board is refused with the reason."""
    with pytest.raises(InvalidNotation, match=words):
        read_mbf(data)


@given(st.binary(max_size=40))
def test_mbf_garbage(data: bytes) -> None:
    """Any bytes are a layout that is written as it was read, or are refused."""
    try:
        layout = read_mbf(data)
    except InvalidNotation:
        return
    assert sorted(write_mbf(layout)) == sorted(data)


@given(st.from_type(View))
def test_mine_round_trip(view: View) -> None:
    """A view with a mine total survives .mine, except for its first-click rule."""
    if view.mines is None:
        with pytest.raises(InvalidNotation, match="unknown"):
            write_mine(view)
        return
    assert read_mine(write_mine(view)) == View.of(view.array.tolist(), view.mines)


def test_mine_form() -> None:
    """A .mine file has WxHxM and rows; a question mark is an unopened cell."""
    view = read_mine("3x2x2\r\nHF?\r\n012\r\n")
    assert view.array.tolist() == [[-1, -2, -1], [0, 1, 2]]
    assert view.mines == 2
    assert write_mine(view) == "3x2x2\nHFH\n012\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1: there is no first line"),
        ("3x2/2\nHHH", "line 1, column 1: a .mine file starts"),
        ("2x1x1\nH#", "line 2, column 2: '#'"),
        ("2x1x3\nHH", "line 1, column 5: 3 mines"),
        ("2x2x1\nHH", "line 2, column 1: only 1 row, but the header says 2"),
        ("2x1x1\nH", "line 2, column 1: this row has 1 cell instead of 2"),
        ("9999x9999x1\nH", "line 1, column 1: .*more than"),
    ],
)
def test_bad_mine(text: str, words: str) -> None:
    """A fault in a .mine file is reported with its line and column."""
    with pytest.raises(InvalidNotation, match=words):
        read_mine(text)


@given(st.from_type(Game))
def test_position_in_any_form(game: Game) -> None:
    """A position is recognised as text, as JSON of a view or of a game, and as .mine."""
    view = game.view
    assert read_position(write_view(view)) == view
    assert read_position(json.dumps(view_to_json(view))) == view
    assert read_position("\ufeff\n " + json.dumps(game_to_json(game), indent=2)) == view
    assert read_position(write_mine(view)) == View.of(view.array.tolist(), view.mines)


MARKS = np.array([[0, 1, -1], [0, 1, -1]])
PRINTED = [
    *(str(MARKS), repr(MARKS), str(MARKS.astype(float)), str(MARKS[:, :1]), str(MARKS > 0)),
    *(str(np.zeros((99, 99), np.int8)), repr(np.full((2, 2), np.nan)), f"\n{MARKS}\n"),
]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1: there are no rows"),
        ('{"sapper": "view",}', r"line 1, column \d+: this JSON is broken"),
        ("[" * 100_000, "cannot be read"),
        ('{"sapper": ' + "9" * 5000 + "}", "cannot be read"),
        ("[]", "must be a JSON object, not a list"),
        ("[1, 2", "this JSON is broken"),
        *((shown, "an array as numpy prints it") for shown in PRINTED),
        (json.dumps(layout_to_json(read_layout("*."))), "this is a layout"),
        ('{"sapper": "tune"}', "not 'tune'"),
    ],
)
def test_bad_positions(text: str, words: str) -> None:
    """Text that is not a position in any form is refused with the reason."""
    with pytest.raises(InvalidNotation, match=words):
        read_position(text)


@given(st.text() | near_misses)
def test_garbage(text: str) -> None:
    """Any text is a view, which can be written and read again, or InvalidNotation."""
    for read in (read_mine, read_position):
        try:
            view = read(text)
        except InvalidNotation:
            continue
        assert read_position(write_view(view)) == view
