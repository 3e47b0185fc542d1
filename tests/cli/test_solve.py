from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from sapper.rules.board import Level
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json

Run = Callable[..., Result]

POSITION = "4x2/1\n1 1 . .\n# 1 . .\n"


def test_reasons(run: Run) -> None:
    """Each certain cell is told with its reason, and marked in the picture."""
    result = run("solve", "--ascii", typed=POSITION)
    assert result.exit_code == 0
    assert "1 | * 1 . ." in result.output
    assert (
        "(1,0) is a mine: the 1 at (0,0) needs every unopened cell left around it" in result.output
    )


def test_a_file_and_json(run: Run, tmp_path: Path) -> None:
    """A file is read as the standard input is; JSON has the same cells and reasons."""
    (file := tmp_path / "position.txt").write_text("0 1 #\n# 1 #\n# 1 #\n")
    data = json.loads(run("solve", "--json", str(file)).output)
    assert [entry["cell"] for entry in data["safe"]] == [[0, 2], [1, 0], [2, 0], [2, 2]]
    assert data["safe"][1]["reason"] == "the 0 at (0,0) has no mine around it"
    assert [entry["cell"] for entry in data["mines"]] == [[1, 2]]
    assert data["unsure"] == []


def test_nothing_certain(run: Run) -> None:
    """Where nothing is certain it says so, with exit code 1."""
    result = run("solve", typed="1 #\n# #\n")
    assert result.exit_code == 1
    assert "Nothing is certain" in result.output


def test_all_open(run: Run) -> None:
    """A finished board has nothing to find."""
    assert run("solve", typed=". .\n").exit_code == 0


def test_the_mine_total_helps(run: Run) -> None:
    """With all mines found, every other cell is safe; too many mines are bad input."""
    assert run("solve", typed="5x1/1\n1####\n").output.count("every mine is found") == 3
    assert "every mine is found" not in run("solve", typed="1####\n").output
    assert run("solve", typed="5x1/1\n#1.1#\n").exit_code == 2


def test_a_wrong_flag(run: Run) -> None:
    """Flags prove nothing; one on a safe cell is called wrong."""
    assert "The flag at (0,1) is wrong." in run("solve", typed="0F\n").output


def test_contradiction(run: Run) -> None:
    """Clues that contradict one another are bad input and are named."""
    result = run("solve", typed="0 3\n# #\n")
    assert result.exit_code == 2
    assert "(0,1)" in result.stderr


def test_a_game_as_json(run: Run) -> None:
    """The JSON of a whole game is read as its view."""
    game = Game(Level.parse("beginner"), seed=3)
    game.open((3, 3))
    assert run("solve", typed=json.dumps(game_to_json(game))).exit_code == 0
