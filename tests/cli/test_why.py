from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer.testing import Result

CASES = "6x6/8\n# # # # # #\n# # # # # #\n# 2 1 1 3 #\n# 1 . . 2 #\n# 2 2 2 2 #\n# # # # # #\n"


def test_a_certain_cell_is_told_with_its_tier_and_clues(run: Callable[..., Result]) -> None:
    """The picture marks clues and cell, and the words follow, one step per line."""
    result = run("why", "-", "F6", "--ascii", typed=CASES)
    assert result.exit_code == 0
    assert "F6 is safe, by going through the cases:" in result.output
    assert "[2[2]#" in result.output
    assert "Suppose F6 were a mine." in result.output


def test_which_cell_was_understood(run: Callable[..., Result]) -> None:
    """A cell given as row and column is answered by its name, which is told first."""
    named, paired = (run("why", "-", cell, typed=CASES).output for cell in ("F6", "5,5"))
    assert paired == f"Understood: F6 (row 5, column 5 from 0).\n{named}"


def test_json_has_all_parts_of_the_reason(run: Callable[..., Result]) -> None:
    """Programs get tier, clues, cells and steps."""
    told = json.loads(run("why", "-", "5,5", "--json", typed=CASES).output)
    assert told["certain"]
    assert not told["mine"]
    assert told["tier"] == "cases"
    assert told["clues"] == [[3, 4], [4, 3], [4, 4]]
    assert told["minimal"]
    assert not told["uses_mine_count"]


def test_an_uncertain_cell_gets_its_risk_and_exit_code_1(
    run: Callable[..., Result],
) -> None:
    """A guess is called a guess."""
    result = run("why", "-", "a1", typed=CASES)
    assert result.exit_code == 1
    assert "A1 is not certain" in result.output
    assert "10.7 %" in result.output


def test_bad_input_is_told_in_one_line(complaint: Callable[..., str]) -> None:
    """A missing file and an invalid cell end with exit code 2."""
    assert "nowhere.txt" in complaint("why", "nowhere.txt", "A1")
    Path("position.txt").write_text(CASES)
    assert "write C4, or its row and column from 0" in complaint("why", "position.txt", "F")
    assert "cell G1 is off the board" in complaint("why", "position.txt", "G1")
