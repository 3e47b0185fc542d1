from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.pseudo_terminal import PseudoTerminal
from harness.waiting import wait_until
from oracles.certain_moves import is_won_by_certain_moves
from typer.testing import Result

from sapper.batch.boards import solve_layout
from sapper.boards.generate import NoGuessBoard
from sapper.cli.new import _MEASURED as MEASURED
from sapper.cli.new import Format, _Making
from sapper.rules.board import Layout, Level
from sapper.rules.board_id import game_from_id
from sapper.rules.file_formats import read_mbf
from sapper.rules.game import Game
from sapper.rules.json_forms import layout_from_json
from sapper.rules.notation import read_layout, read_layout_lines
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
    assert read_layout(run(*OPTIONS, "--format", "text").stdout) == layout
    assert layout_from_json(json.loads(run(*OPTIONS, "--format", "json").stdout)) == layout
    assert game_from_id(run(*OPTIONS, "--format", "id").stdout.strip()).layout == layout
    line = run(*OPTIONS, "--format", "lines").stdout
    assert {layout.board.cell(int(place)) for place in line.split(",")} == layout.mines
    assert read_mbf(process(*OPTIONS, "--format", "mbf").stdout) == layout
    assert run(*OPTIONS, "--format", "mbf", "--out", str(tmp_path / "b")).exit_code == 0
    assert read_mbf((tmp_path / "b").read_bytes()) == layout


def test_which_first_cell_was_understood(run: Run) -> None:
    """A row and a column print the cell's name, on stderr; the name gives the same board."""
    named, paired = (run(*OPTIONS, "--first", cell, "--format", "id") for cell in ("F5", "4,5"))
    assert paired.stderr == "sapper: Understood: F5 (row 4, column 5 from 0).\n"
    assert named.stderr == ""
    assert paired.stdout == named.stdout


def test_first_and_count(run: Run) -> None:
    """--first moves the first click; --count makes the games that follow."""
    lines = run(
        *OPTIONS, "--first", "4,5", "--game", "3", "--count", "2", "--format", "text"
    ).stdout
    first, second = lines.split("\n\n")
    assert read_layout(first) == expected(3, (4, 5))
    assert read_layout(second) == expected(4, (4, 5))


def test_picture(run: Run) -> None:
    """By default a picture with all mines and numbers is drawn, with the board id."""
    output = run(*OPTIONS, "--ascii").stdout
    assert output.isascii()
    assert output.count("*") == 10
    assert "#" not in output
    assert game_from_id(output.split("board id: ")[1].strip()).layout == expected()


def test_a_random_seed(run: Run) -> None:
    """Without a seed two boards differ."""
    assert len({run("new", "--format", "id").stdout for _ in range(5)}) > 1


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
    """A board that cannot be made is one line and exit code 2, and leaves no file behind."""
    assert complaint("new", *options)
    assert list(tmp_path.iterdir()) == []


NO_GUESS = ["new", "--no-guess", "--level", "beginner", "--seed", "7", "--first", "4,5"]


def certain(layout: Layout) -> bool:
    return is_won_by_certain_moves(layout, (4, 5))


def test_no_guess_boards_in_all_formats(run: Run, process: Process) -> None:
    """Every format holds the same board, and its first cell if the format can store it."""
    text = run(*NO_GUESS, "--format", "text").stdout
    layout = read_layout(text)
    assert certain(layout)
    assert text.startswith("; first click: F5")
    form = json.loads(run(*NO_GUESS, "--format", "json").stdout)
    assert layout_from_json(form) == layout
    assert form["first"] == [4, 5]
    assert form["no_guess"] is True
    assert game_from_id(run(*NO_GUESS, "--format", "id").stdout.strip()).layout == layout
    assert read_mbf(process(*NO_GUESS, "--format", "mbf").stdout) == layout
    assert "first click: F5" in run(*NO_GUESS, "--ascii").stdout


def test_no_guess_lines_are_boards_for_bench(run: Run, tmp_path: Path) -> None:
    """Lines of many boards, on any number of threads, are what `bench --boards` reads."""
    options = [*NO_GUESS, "--count", "12", "--format", "lines"]
    output = run(*options).stdout
    assert run(*options, "--threads", "2").stdout == output
    boards = read_layout_lines(output, Level.parse("beginner"))
    assert len(boards) == 12
    assert all(map(certain, boards))
    (tmp_path / "boards").write_text(output)
    bench = ["--level", "beginner", "--player", "least-risk", "--first", "4,5", "--json"]
    rows = json.loads(run("bench", "--boards", str(tmp_path / "boards"), *bench).stdout)
    assert rows[0]["wins"] == 12


def test_no_guess_wishes(run: Run) -> None:
    """Grade, limit, method and the ban on counting mines reach the maker of boards."""
    graded = run(*NO_GUESS, "--grade", "overlap", "--format", "text").stdout
    assert solve_layout(read_layout(graded), (4, 5)).rounds[3:] == (0, 0, 0)
    easy = run(*NO_GUESS, "--hardest", "one-clue", "--method", "repair", "--format", "text").stdout
    assert not any(solve_layout(read_layout(easy), (4, 5)).rounds[1:])
    blind = read_layout(run(*NO_GUESS, "--no-count-mines", "--format", "text").stdout)
    assert is_won_by_certain_moves(blind, (4, 5), count_mines=False)


def test_techniques_are_taken_as_they_are_printed(run: Run) -> None:
    """A technique may be written with a hyphen or a space."""
    typed, printed = (run(*NO_GUESS, "--hardest", name).stdout for name in ("one-clue", "one clue"))
    assert typed == printed


def test_a_grade_that_its_ban_rules_out(complaint: Complaint) -> None:
    """Both options are named; for an unknown technique the known ones are listed."""
    message = complaint("new", "--no-guess", "--grade", "mine-count", "--no-count-mines")
    assert "--grade mine-count contradicts --no-count-mines" in message
    assert "use one-clue, subset, overlap" in complaint("new", "--no-guess", "--grade", "luck")


@pytest.fixture
def pressing(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function after which Ctrl-C is pressed while the n-th game is begun."""

    def press_at(number: int) -> None:
        begun = itertools.count(1)

        def begin(usual: Callable[..., Any]) -> Callable[..., Any]:
            def begin_one(*args: Any, **options: Any) -> Any:
                if next(begun) == number:
                    signal.raise_signal(signal.SIGINT)
                return usual(*args, **options)

            return begin_one

        monkeypatch.setattr(Game, "__init__", begin(Game.__init__))
        monkeypatch.setattr(NoGuessBoard, "game", begin(NoGuessBoard.game))

    return press_at


@pytest.mark.parametrize("to_a_file", [False, True])
@pytest.mark.parametrize("format", [format for format in Format if format is not Format.MBF])
@pytest.mark.parametrize("options", [OPTIONS, NO_GUESS])
def test_ctrl_c_keeps_the_boards_made(
    pressing: Callable[[int], None],
    run: Run,
    tmp_path: Path,
    options: list[str],
    format: Format,
    to_a_file: bool,
) -> None:
    """In every form and place, the boards made before Ctrl-C are written as if asked for."""
    forms = [*options, "--details", "--format", format] if format in MEASURED else [*options]
    forms = [*forms, "--format", format, *(["--out", str(tmp_path / "made")] * to_a_file)]

    def made(*more: str, code: int) -> bytes:
        result = run(*forms, *more)
        assert result.exit_code == code, result.stderr
        return (tmp_path / "made").read_bytes() if to_a_file else result.stdout_bytes

    expected = made("--count", "2", code=0)
    pressing(3)
    assert made("--count", "9", code=130) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["made"] * to_a_file


def test_ctrl_c_before_the_first_board_leaves_nothing(
    pressing: Callable[[int], None], run: Run, tmp_path: Path
) -> None:
    """Nothing was made, so there is no file."""
    pressing(1)
    result = run(*OPTIONS, "--count", "3", "--out", str(tmp_path / "made"))
    assert (result.exit_code, result.stderr) == (130, "")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_a_board_is_written_keeps_it_too() -> None:
    """Boards are written whole and counted, at whatever moment Ctrl-C is pressed."""
    making, written = _Making(), list[str]()
    for piece in making.kept(["one", "two", "three", "four"]):
        if piece == "three":
            signal.raise_signal(signal.SIGINT)
        written.append(piece)
    assert (written, making.made, making.interrupted) == (["one", "two", "three"], 3, True)


def begun(folder: Path) -> bool:
    """Return whether the file that is to become `made` holds boards."""
    return any(file.stat().st_size for file in folder.glob(".made.*"))


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_signals_keep_the_boards_made(tmp_path: Path, number: int, code: int) -> None:
    """After each signal that ends a process the file holds whole boards, and is the only one."""
    program = "from sapper.__main__ import main; main()"
    options = ["--count", "900000", "--format", "lines", "--out", "made"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *NO_GUESS, *options], cwd=tmp_path, stderr=subprocess.PIPE
    ) as maker:
        wait_until(lambda: begun(tmp_path), "a board in the file")
        maker.send_signal(number)
        _, complaint = maker.communicate(timeout=30)
    assert maker.returncode == code
    assert b"boards were made and are kept" in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
    boards = read_layout_lines((tmp_path / "made").read_text(), Level.parse("beginner"))
    assert f"interrupted: {len(boards)} of" in complaint.decode()


@pytest.mark.parametrize(
    "options",
    [
        ["--grade", "subset"],
        ["--method", "repair"],
        ["--no-count-mines"],
        ["--no-guess", "--grade", "cases", "--hardest", "subset"],
        ["--no-guess", "--level", "8x8/40", "--attempts", "50"],
        ["--no-guess", "--threads", "0"],
        ["--no-guess", "--grade", "luck"],
    ],
)
def test_bad_wishes(complaint: Complaint, tmp_path: Path, options: list[str]) -> None:
    """Impossible requests are one line and exit code 2."""
    assert complaint("new", *options)
    assert list(tmp_path.iterdir()) == []


def test_a_board_without_guessing_is_won_from_its_id(run: Run) -> None:
    """The id holds the first cell: a player that never guesses wins from there."""
    options = ["new", "--no-guess", "--level", "beginner", "--seed", "2", "--first", "4,4"]
    name = run(*options, "--format", "id").stdout.strip()
    result = run("watch", "--player", "logical", "--board", name, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[-1])["outcome"] == "won"


def test_a_count_beyond_all_bounds_is_refused(complaint: Complaint) -> None:
    """More boards than a seed has are refused with a message."""
    options = ["new", "--no-guess", "--level", "beginner", "--count", str(10**30)]
    assert "2^64" in complaint(*options)
