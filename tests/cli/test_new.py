from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pseudo_terminal import PseudoTerminal
from typer.testing import Result

from sapper.rules.board import Layout, Level
from sapper.rules.board_id import game_from_id
from sapper.rules.exchange import read_mbf
from sapper.rules.game import Game
from sapper.rules.json_forms import layout_from_json
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick

Run = Callable[..., Result]
Complaint = Callable[..., str]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

OPTIONS = ["new", "--level", "beginner", "--seed", "7", "--first-click", "zero"]


def expected(index: int = 0, first: tuple[int, int] = (0, 0)) -> Layout:
    game = Game(Level.parse("beginner"), seed=7, index=index, first_click=FirstClick.ZERO)
    game.open(first)
    assert game.layout is not None
    return game.layout


def test_all_formats_tell_the_same_board(run: Run, process: Process, tmp_path: Path) -> None:
    """Text, JSON, MBF, id and line hold the layout of a first click at the corner."""
    layout = expected()
    assert read_layout(run(*OPTIONS, "--format", "text").output) == layout
    assert layout_from_json(json.loads(run(*OPTIONS, "--format", "json").output)) == layout
    assert game_from_id(run(*OPTIONS, "--format", "id").output.strip()).layout == layout
    line = run(*OPTIONS, "--format", "lines").output
    assert {layout.board.cell(int(place)) for place in line.split(",")} == layout.mines
    assert read_mbf(process(*OPTIONS, "--format", "mbf").stdout) == layout
    assert run(*OPTIONS, "--format", "mbf", "--out", str(tmp_path / "b")).exit_code == 0
    assert read_mbf((tmp_path / "b").read_bytes()) == layout


def test_first_and_count(run: Run) -> None:
    """--first moves the first click; --count makes the games that follow."""
    lines = run(
        *OPTIONS, "--first", "4,5", "--game", "3", "--count", "2", "--format", "text"
    ).output
    first, second = lines.split("\n\n")
    assert read_layout(first) == expected(3, (4, 5))
    assert read_layout(second) == expected(4, (4, 5))


def test_picture(run: Run) -> None:
    """By default a picture with all mines and numbers is drawn, and the board id told."""
    output = run(*OPTIONS, "--ascii").output
    assert output.isascii()
    assert output.count("*") == 10
    assert "#" not in output
    assert game_from_id(output.split("board id: ")[1].strip()).layout == expected()


def test_a_random_seed(run: Run) -> None:
    """Without a seed two boards differ."""
    assert len({run("new", "--format", "id").output for _ in range(5)}) > 1


def test_bytes_are_not_for_a_terminal() -> None:
    """MBF on a terminal is refused."""
    with PseudoTerminal("new", "--format", "mbf") as terminal:
        terminal.expect("sapper: MBF is bytes")
        assert terminal.end() == 2


@pytest.mark.parametrize(
    "options",
    [
        ["--first", "x"],
        ["--first", "99,99"],
        ["--count", "0"],
        ["--count", "2", "--format", "mbf"],
        ["--seed", "-1"],
        ["--game", "99999999999999999999999"],
        ["--level", "3x3/10"],
        ["--level", "300x1/1", "--format", "mbf", "--out", "here"],
        ["--out", "."],
        ["--out", "missing/file"],
    ],
)
def test_bad_options(complaint: Complaint, tmp_path: Path, options: list[str]) -> None:
    """What cannot be made is one line and exit code 2, and leaves no file behind."""
    assert complaint("new", *options)
    assert list(tmp_path.iterdir()) == []
