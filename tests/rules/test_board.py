from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import MAX_CELLS, Board, Layout, Level
from sapper.rules.errors import InvalidBoard, SapperError


@given(st.from_type(Board))
def test_neighbours(board: Board) -> None:
    """Neighbours are exactly the other cells of the board at most one step away."""
    for row, column in board:
        near = [
            (r, c)
            for r, c in board
            if (r, c) != (row, column) and abs(r - row) <= 1 and abs(c - column) <= 1
        ]
        assert board.neighbours((row, column)) == near


@given(st.from_type(Board))
def test_index(board: Board) -> None:
    """Index and cell are inverse, and count row by row."""
    assert [board.index(cell) for cell in board] == list(range(board.size))
    assert [board.cell(index) for index in range(board.size)] == list(board)


@pytest.mark.parametrize(
    ("cell", "name"),
    [((-1, 0), r"\(-1,0\)"), ((0, -1), r"\(0,-1\)"), ((2, 0), "A3"), ((0, 3), "D1")],
)
def test_off_board(cell: tuple[int, int], name: str) -> None:
    """A cell off the board is not in it, and asking for its index is an error that names it."""
    board = Board(2, 3)
    assert cell not in board
    with pytest.raises(InvalidBoard, match=rf"cell {name} is off the board"):
        board.index(cell)


@pytest.mark.parametrize(("height", "width"), [(0, 1), (1, 0), (-2, -2), (2001, 2000)])
def test_impossible_sizes(height: int, width: int) -> None:
    """A board has from 1 to 4,000,000 cells."""
    with pytest.raises(InvalidBoard):
        Board(height, width)


def test_extreme_sizes() -> None:
    """The smallest and the largest board exist, however narrow."""
    assert Board(1, 1).size == 1
    assert Board(2000, 2000).size == Board(1, MAX_CELLS).size == MAX_CELLS


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("beginner", Level(9, 9, 10)),
        ("intermediate", Level(16, 16, 40)),
        ("expert", Level(30, 16, 99)),
    ],
)
def test_named_levels(name: str, level: Level) -> None:
    """The three classic levels are known by name, and their text form is read as well."""
    assert Level.parse(name) == Level.parse(str(level)) == level
    assert level.name == name


def test_custom_level() -> None:
    """Any other level is WIDTHxHEIGHT/MINES, and that is its name too."""
    level = Level.parse("5x7/35")
    assert (level.width, level.height, level.mines) == (5, 7, 35)
    assert level.name == str(level) == "5x7/35"


@pytest.mark.parametrize(
    "text", ["", "9x9", "9x9/82", "0x9/0", "9x9/-1", "9x9/1 ", "٩x٩/1", "9999999x9999999/1"]
)
def test_bad_levels(text: str) -> None:
    """An impossible level is an InvalidBoard."""
    with pytest.raises(InvalidBoard):
        Level.parse(text)


@given(st.text())
def test_level_garbage(text: str) -> None:
    """Any text is a level, which its own text gives again, or a SapperError."""
    try:
        level = Level.parse(text)
    except SapperError:
        return
    assert Level.parse(str(level)) == level


@given(st.from_type(Layout))
def test_layout_of_mines(layout: Layout) -> None:
    """A layout is made from its mines, and returns the same ones in every form."""
    assert Layout.of(layout.board, layout.mines) == layout
    assert layout.level.mines == len(layout.mines) == int(layout.array.sum())
    assert {cell for cell in layout.board if layout.is_mine(cell)} == layout.mines
    assert np.shares_memory(layout.array, np.frombuffer(layout.mask, np.uint8))


@given(st.from_type(Layout))
def test_clues(layout: Layout) -> None:
    """A clue counts the mines among the neighbours, and never the cell itself."""
    clues = layout.clues()
    for cell in layout.board:
        near = sum(neighbour in layout.mines for neighbour in layout.board.neighbours(cell))
        assert clues[layout.board.index(cell)] == near


@pytest.mark.parametrize("mask", [b"", b"\0" * 3, b"\0\0\0\2", b"\0" * 5])
def test_bad_masks(mask: bytes) -> None:
    """A mask has one byte, 0 or 1, for each cell."""
    with pytest.raises(InvalidBoard):
        Layout(Board(2, 2), mask)
