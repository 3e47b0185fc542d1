"""sapper metrics: what it prints, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from sapper import Game, Level, game_to_json, write_layout, write_mbf
from sapper.rules.seeds import seeded_layout

Run = Callable[..., Result]
Complaint = Callable[..., str]

LAYOUT = ". . .\n. * .\n. . .\n"


def test_a_layout_is_measured(run: Run) -> None:
    """The text names every metric; the JSON has the same numbers."""
    result = run("metrics", "-", typed=LAYOUT)
    assert result.exit_code == 0
    assert [line.split()[-1] for line in result.stdout.splitlines()] == ["8", "0", "1", "5", "6"]
    answer = json.loads(run("metrics", "--json", typed=LAYOUT).stdout)
    assert answer == {"bbbv": 8, "openings": 0, "islands": 1, "zini": 5, "human_zini": 6}


def test_all_forms_of_a_layout_give_the_same_numbers(run: Run, tmp_path: Path) -> None:
    """Text and MBF of one board are measured alike."""
    layout = seeded_layout(Level.NAMED["expert"], 4, 0)
    (tmp_path / "board.mbf").write_bytes(write_mbf(layout))
    (tmp_path / "board.txt").write_text(write_layout(layout))
    outputs = [run("metrics", str(tmp_path / name)).stdout for name in ("board.mbf", "board.txt")]
    assert outputs[0] == outputs[1] != ""


def test_a_game_is_measured_with_its_time(run: Run, tmp_path: Path) -> None:
    """For a game, 3BV done, clicks, IOE and 3BV/s are printed too."""
    game = Game(Level.NAMED["beginner"], seed=5)
    game.open((4, 4))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game_to_json(game)))
    output = run("metrics", str(file), "--seconds", "2").stdout
    assert "3BV done" in output
    answer = json.loads(run("metrics", str(file), "--seconds", "2", "--json").stdout)
    assert answer["clicks"] == 1
    assert answer["bbbv_per_second"] == answer["solved_bbbv"] / 2


def test_bad_input_is_refused_in_one_line(complaint: Complaint, tmp_path: Path) -> None:
    """A file that is not a board ends with one line and exit code 2."""
    (tmp_path / "bad.txt").write_text("1 2 x")
    (tmp_path / "bad.json").write_text('{"sapper": ')
    (tmp_path / "bad.mbf").write_bytes(b"\x03")
    (tmp_path / "board.txt").write_text(LAYOUT)
    assert "line 1" in complaint("metrics", "bad.txt")
    assert "this JSON is broken" in complaint("metrics", "bad.json")
    assert "MBF" in complaint("metrics", "bad.mbf")
    assert "--seconds is for played games" in complaint("metrics", "board.txt", "--seconds", "3")
    assert "missing.txt" in complaint("metrics", "missing.txt")


def test_mbf_comes_through_a_pipe(run: Run) -> None:
    """Bytes on standard input are read as MBF."""
    layout = seeded_layout(Level.NAMED["beginner"], 4, 0)
    assert (
        run("metrics", "-", typed=write_mbf(layout)).stdout
        == run("metrics", "-", typed=write_layout(layout)).stdout
    )


@pytest.mark.parametrize("format", ["picture", "id", "json", "text"])
def test_a_new_board_is_read_as_it_was_printed(run: Run, format: str) -> None:
    """Everything that `new` prints can be measured, and graded from its first cell."""
    arguments = ("new", "--level", "beginner", "--seed", "4", "--first", "4,4")
    made = run(*arguments, "--format", format).stdout
    text = run(*arguments, "--format", "text").stdout
    assert run("metrics", typed=made).stdout == run("metrics", typed=text).stdout
    if format in ("picture", "id"):
        assert "from E5" in run("grade", typed=made).stdout


def test_an_id_without_mines_is_refused(complaint: Complaint) -> None:
    """The id of a game whose first click is still to come has nothing to measure."""
    Path("id.txt").write_text("9x9x10-safe-1-0\n")
    assert "no mines" in complaint("metrics", "id.txt")
