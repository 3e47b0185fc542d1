from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer.testing import Result

CASES = "6x6/8\n# # # # # #\n# # # # # #\n# 2 1 1 3 #\n# 1 . . 2 #\n# 2 2 2 2 #\n# # # # # #\n"


def test_a_certain_cell_is_explained_with_its_tier_and_clues(run: Callable[..., Result]) -> None:
    """The picture marks clues and cell, and the words follow, one step per line."""
    result = run("why", "-", "F6", "--ascii", typed=CASES)
    assert result.exit_code == 0
    assert "[2[2]#" in result.output
    assert result.output.partition("\n\n")[2] == (
        "F6 (cases)\n"
        "  1. Suppose F6 were a mine.\n"
        "  2. Then the 2 at E4 can have at most one mine at F3, so at least one is in F4 "
        "or F5. Counting F6, that is all the 2 at E5 needs: D6 and E6 are safe.\n"
        "  3. But then the 2 at D5 would have only C6 left for its 2 mines. So F6 is safe.\n"
    )


def test_which_cell_was_understood(run: Callable[..., Result]) -> None:
    """A cell given as row and column is answered by its name, which comes first."""
    named, paired = (run("why", "-", cell, typed=CASES).output for cell in ("F6", "5,5"))
    assert paired == f"Understood: F6 (row 5, column 5 from 0).\n{named}"


def test_json_has_all_parts_of_the_reason(run: Callable[..., Result]) -> None:
    """Programs get tier, clues, cells and steps."""
    answer = json.loads(run("why", "-", "5,5", "--json", typed=CASES).output)
    assert answer["certain"]
    assert not answer["mine"]
    assert answer["tier"] == "cases"
    assert answer["clues"] == [[3, 4], [4, 3], [4, 4]]
    assert answer["minimal"]
    assert not answer["uses_mine_count"]
    assert [step["kind"] for step in answer["steps"]] == ["suppose", "safe", "clash"]
    second = answer["steps"][1]
    assert second["clues"] == [[3, 4], [4, 4]]
    assert second["follows"] == {"cells": [[5, 3], [5, 4]], "mines": 0}
    assert second["uses"] == [0]
    assert answer["text"].startswith("1. Suppose F6 were a mine. 2. Then ")


def test_an_uncertain_cell_gets_its_risk_and_exit_code_1(
    run: Callable[..., Result],
) -> None:
    """A guess is called a guess."""
    result = run("why", "-", "a1", typed=CASES)
    assert result.exit_code == 1
    assert "A1 is not certain" in result.output
    assert "10.7 %" in result.output


def test_bad_input_is_refused_in_one_line(complaint: Callable[..., str]) -> None:
    """A missing file and an invalid cell end with exit code 2."""
    assert "nowhere.txt" in complaint("why", "nowhere.txt", "A1")
    Path("position.txt").write_text(CASES)
    assert "write C4, or its row and column from 0" in complaint("why", "position.txt", "F")
    assert "cell G1 is off the board" in complaint("why", "position.txt", "G1")
