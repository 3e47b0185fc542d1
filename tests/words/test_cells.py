"""Cells in words."""

from __future__ import annotations

from sapper.words import at, listed, place


def test_a_cell() -> None:
    """A cell is written by row and column, both counted from 0."""
    assert at((3, 12)) == "(3,12)"
    assert place((3, 12)) == "row 3, column 12"


def test_lists_of_cells() -> None:
    """Few cells are listed one by one, many by rows and runs; none is left out."""
    assert listed([]) == "none"
    assert listed([(1, 2), (0, 5)]) == "(0,5) (1,2)"
    many = [(0, column) for column in range(15)] + [(3, 1), (3, 3), (3, 4)]
    assert listed(many) == "row 0: 0-14; row 3: 1, 3-4"
