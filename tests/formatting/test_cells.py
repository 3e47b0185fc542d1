"""Cells as people write and read them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.formatting import (
    Notation,
    at,
    column_label,
    listed,
    read_cell,
    row_label,
    understood,
    written_as,
)

CELLS = st.tuples(st.integers(0, 3_999_999), st.integers(0, 3_999_999))


@pytest.fixture
def pairs() -> Iterator[None]:
    """Write cells as pairs."""
    with written_as(Notation.PAIRS):
        yield


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ((0, 0), "A1"),
        ((3, 2), "C4"),
        ((8, 25), "Z9"),
        ((9, 26), "AA10"),
        ((15, 29), "AD16"),
        ((0, 701), "ZZ1"),
        ((0, 702), "AAA1"),
    ],
)
def test_names(cell: tuple[int, int], name: str) -> None:
    """A cell has the letters of its column and the number of its row, as in a spreadsheet."""
    assert at(cell) == column_label(cell[1]) + row_label(cell[0]) == name


def test_cells_before_the_first_are_pairs() -> None:
    """A cell that no spreadsheet has is still named, as a pair."""
    assert [at((-1, 0)), at((0, -1))] == ["(-1,0)", "(0,-1)"]


@pytest.mark.usefixtures("pairs")
def test_pairs() -> None:
    """Those who prefer pairs get row and column from 0 everywhere."""
    assert at((3, 12)) == "(3,12)"
    assert [row_label(3), column_label(12)] == ["3", "12"]
    assert listed([(1, 2), (0, 5)]) == "(0,5) (1,2)"
    many = [(0, column) for column in range(15)] + [(3, 1), (3, 3), (3, 4)]
    assert listed(many) == "row 0: 0-14; row 3: 1, 3-4"


def test_lists_of_cells() -> None:
    """Few cells are listed one by one, many by rows and runs; none is left out."""
    assert listed([]) == "none"
    assert listed([(1, 2), (0, 5)]) == "F1 C2"
    many = [(0, column) for column in range(15)] + [(3, 1), (3, 3), (3, 4)]
    assert listed(many) == "row 1: A-O; row 4: B, D-E"


@given(CELLS)
def test_what_is_written_is_read(cell: tuple[int, int]) -> None:
    """Every cell is read back from its name, in either case, and from its pair."""
    row, column = cell
    pair = f"({row},{column})"
    assert {read_cell(text) for text in (at(cell), at(cell).lower(), pair)} == {cell}


@pytest.mark.parametrize("text", ["C4", "c4", " C4 ", "3,2", "(3,2)", "( 3 , 2 )", "3 2", "3, 2"])
def test_forms_of_a_cell(text: str) -> None:
    """A cell is typed by its name, or as row and column from 0."""
    assert read_cell(text) == (3, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "C",
        "4",
        "C0",
        "C04",
        "4C",
        "C4D",
        "C-4",
        "Ä1",
        "C٤",
        "3,",
        "3;2",
        "-1,2",
        "٣,2",
        "A" * 99,
    ],
)
def test_what_is_not_a_cell(text: str) -> None:
    """Anything else is refused, with both forms as examples."""
    with pytest.raises(ValueError, match=r"is not a cell: write C4, or .* such as 3,2") as error:
        read_cell(text)
    assert len(str(error.value)) < 130


def test_which_cell_was_understood() -> None:
    """A cell is echoed only if it was typed in another notation."""
    assert understood("c4", (3, 2)) == ""
    assert understood("3,2", (3, 2)) == "Understood: C4 (row 3, column 2 from 0)."


@pytest.mark.usefixtures("pairs")
def test_which_cell_was_understood_among_pairs() -> None:
    """Where cells are written as pairs, a name is what needs to be repeated."""
    assert understood("3 2", (3, 2)) == ""
    assert understood("C4", (3, 2)) == "Understood: (3,2), which is C4."
