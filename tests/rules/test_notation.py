from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import MAX_CELLS, Board, Layout
from sapper.rules.errors import InvalidNotation
from sapper.rules.notation import (
    read_layout,
    read_layout_lines,
    read_view,
    write_layout,
    write_layout_line,
    write_view,
)
from sapper.rules.view import FLAG, FirstClick, View

near_misses = st.text("#F.0189*?xs/mine; \t\r\n", max_size=60)


@given(st.from_type(View))
def test_view_round_trip(view: View) -> None:
    """What write_view writes, read_view reads."""
    assert read_view(write_view(view)) == view


@given(st.from_type(Layout))
def test_layout_round_trip(layout: Layout) -> None:
    """What write_layout writes, read_layout reads."""
    assert read_layout(write_layout(layout)) == layout


@given(st.from_type(Layout))
def test_layout_lines_round_trip(layout: Layout) -> None:
    """Layouts written one per line are read back, with any line endings."""
    text = f"{write_layout_line(layout)}\r\n{write_layout_line(layout)}\n"
    assert read_layout_lines(text, layout.level) == [layout, layout]


def fault(read: Callable[[str], object], text: str) -> InvalidNotation | None:
    try:
        read(text)
    except InvalidNotation as error:
        return error
    return None


@given(st.text() | near_misses)
def test_garbage(text: str) -> None:
    """Any text is read, or refused with a line and a column that it has."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for error in (fault(read_view, text), fault(read_layout, text)):
        if error is not None:
            assert error.line is not None
            assert error.line in range(1, len(lines) + 1)
            assert error.column in range(1, len(lines[error.line - 1]) + 2)


def test_typed_view() -> None:
    """Blanks, comments, blank lines, `.` for 0 and any line endings are accepted."""
    view = read_view("\ufeff; my game\r\n\r\n 3x2/1 safe \r\n#F1\n  ; second row\n\t. 0\t8  ")
    assert view.array.tolist() == [[-1, FLAG, 1], [0, 0, 8]]
    assert (view.mines, view.first_click) == (1, FirstClick.SAFE)
    assert view.opened == [(0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("header", "mines", "rule"),
    [
        ("", None, "none"),
        ("2x1/?", None, "none"),
        ("2x1/0", 0, "none"),
        ("2x1/2 zero", 2, "zero"),
        ("2x1/? safe", None, "safe"),
        ("mines 1", 1, "none"),
        ("mines ?", None, "none"),
        ("mines 1 safe", 1, "safe"),
    ],
)
def test_headers(header: str, mines: int | None, rule: str) -> None:
    """A header has size, mine total and rule, or the total alone, or is missing."""
    view = read_view(f"{header}\n##\n")
    assert (view.height, view.width, view.mines, view.first_click) == (1, 2, mines, rule)


def test_written_view() -> None:
    """A view is written with its header, cells separated, 0 as a point."""
    view = View.of([[-1, -2, 0, 2]], None, FirstClick.ZERO)
    assert write_view(view) == "4x1/? zero\n# F . 2\n"
    assert write_layout(Layout.of(Board(2, 2), [(1, 0)])) == "..\n*.\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no rows"),
        ("; only this\n\n", 1, 1, "no rows"),
        ("##\n#9", 2, 2, "'9' is not a cell"),
        ("# #\n# x", 2, 3, "'x' is not a cell"),
        ("##\n# # #", 2, 5, "3 cells instead of 2"),
        ("# # #\n# #", 2, 3, "2 cells instead of 3"),
        ("\n3x2/1\n###\n##", 4, 2, "2 cells instead of 3"),
        ("3x2/1\n###", 2, 1, "only 1"),
        ("3x2/1\n", 1, 1, "no rows"),
        ("3x2/1\n###\n###\n\n###", 5, 1, "one more"),
        ("3x1/4\n###", 1, 5, "4 mines"),
        ("  mines 4\n###", 1, 9, "4 mines"),
        ("3x1/1 soft\n###", 1, 7, "'soft'"),
        ("3x1\n###", 1, 1, "header"),
        ("0x1/1\n###", 1, 1, "at least one cell"),
        ("9999x9999/1\n###", 1, 1, "more than 4,000,000"),
        ("3x1/" + "9" * 5000 + "\n###", 1, 5, "too large"),
        ("9" * 5000 + "x1/1\n###", 1, 1, "too large"),
        ("##\n2x1/1", 2, 2, "'x' is not a cell"),
    ],
)
def test_view_errors(text: str, line: int, column: int, words: str) -> None:
    """A fault in a view is reported with its line and column, from 1."""
    with pytest.raises(InvalidNotation, match=words) as caught:
        read_view(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_layout_errors() -> None:
    """A fault in a layout is reported with its line and column."""
    with pytest.raises(InvalidNotation, match="line 2, column 2: '#'"):
        read_layout("*.\n.#")
    with pytest.raises(InvalidNotation, match="line 1, column 1: there are no rows"):
        read_layout("\n")


def test_too_many_cells() -> None:
    """Rows beyond 4,000,000 cells are refused at the row that exceeds that number."""
    row = "." * 2001 + "\n"
    with pytest.raises(InvalidNotation, match="line 2000, column 1: there are more than 4,000,000"):
        read_layout(row * 2500)
    assert read_layout("." * MAX_CELLS).board.size == MAX_CELLS


def test_two_boards_are_not_glued_together() -> None:
    """A blank line between rows of a layout is refused, with its line; one around them is not."""
    with pytest.raises(InvalidNotation, match="blank line") as refused:
        read_layout("*.\n..\n\n.*\n..\n")
    assert refused.value.line == 3
    assert read_layout("\n; a board\n*.\n; its end\n..\n\n").board == Board(2, 2)


def test_signs_of_other_programs() -> None:
    """?, -, _ and H are unopened cells, f is a flag, commas are gaps, and Mines: 3 is a header."""
    expected = View.of([[0, 1, -1], [0, 1, -2]], mines=3)
    for sign in "#?-_H":
        assert read_view(f"Mines: 3\n0,1,{sign}\n0,1,f\n") == expected
        assert read_view(f"MINES = 3\n. 1 {sign}\n. 1 F\n") == expected


def test_a_sign_with_two_meanings_is_refused() -> None:
    """Where - or _ stands beside another sign for unopened cells, it may be an opened 0."""
    for text in ("- 1 #\n- 1 #\n", "_ 1 ?\n", "_ 1 -\n", "- 1 H\n"):
        with pytest.raises(InvalidNotation, match="can mean unopened"):
            read_view(text)


def test_an_error_shows_the_accepted_signs() -> None:
    """A sign that is not known is answered with all that are."""
    with pytest.raises(InvalidNotation, match=r"# \? - _ H \(unopened\), F f \(flag\), 0 to 8"):
        read_view("0 1 x")


def test_the_last_picture_of_a_watched_game() -> None:
    """Of several frames the last is read, with the total and the rule of its title."""
    frames = (
        "me plays 3x1/1, first click safe, seed 1, game 0\n    A B C\n1 │[■]■ ■\nMove 1\n\n"
        "me plays 3x1/1, first click safe, seed 1, game 0\n    A B C\n1 │ ·[1]■\nMove 2, it is so\n"
    )
    assert read_view(frames) == View.of([[0, 1, -1]], mines=1, first_click=FirstClick.SAFE)


def test_a_picture_of_risks_is_refused() -> None:
    """Risks in per cent look like numbers: such a picture is not taken for a position."""
    for row in ("1 │  ·  1 33", "1 │  ·  1  5", "1 | .  1 99"):
        with pytest.raises(InvalidNotation, match="shows risks"):
            read_view(f"      A  B  C\n{row}\n")


def test_a_part_of_a_board_is_refused() -> None:
    """The picture of a corner of a large board is not taken for the whole board."""
    picture = str(View(300, 2, 5))
    with pytest.raises(InvalidNotation, match="a part of the board"):
        read_view(picture)
