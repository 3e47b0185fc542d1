from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Complaint = Callable[..., str]


@pytest.mark.parametrize("technique", ["one-clue", "subset", "overlap", "mine-count"])
def test_a_board_made_to_a_grade_has_it(run: Run, technique: str) -> None:
    """What `new --grade` promises is what `grade` finds, from the same first cell."""
    options = ["new", "--no-guess", "--level", "beginner", "--first", "4,4", "--grade", technique]
    made = run(*options, "--seed", "3", "--format", "json").stdout
    result = run("grade", "--json", "--first", "4,4", typed=made)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["hardest"] == technique.replace("-", " ")
    assert answer["first"] == [4, 4]


def test_a_board_that_needs_a_guess_says_so(run: Run) -> None:
    """A corner that no clue decides ends with exit code 1 and a difficulty above 7."""
    result = run("grade", "--first", "3,0", typed=". *\n* .\n. .\n. .\n")
    assert result.exit_code == 1
    assert "a guess is needed" in result.stdout
    assert "difficulty 7." in result.stdout


def test_which_first_cell_was_understood(run: Run) -> None:
    """A row and a column print the cell's name, before the answer."""
    board = ". *\n. .\n. .\n"
    named, paired = (run("grade", "--first", cell, typed=board).stdout for cell in ("A3", "2,0"))
    assert paired == f"Understood: A3 (row 2, column 0 from 0).\n{named}"


def test_where_to_begin_must_be_known(complaint: Complaint) -> None:
    """A bare layout without --first, or a mine as the first cell, is refused with a message."""
    Path("board.txt").write_text(". *\n. .\n")
    assert "--first" in complaint("grade", "board.txt")
    assert "is a mine" in complaint("grade", "board.txt", "--first", "0,1")
