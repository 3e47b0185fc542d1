"""Whatever `new` writes is read by the commands that work on boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from sapper.boards.grade import grade
from sapper.boards.metrics import metrics
from sapper.rules.board import Level
from sapper.rules.game import Game

Run = Callable[..., Result]
Complaint = Callable[..., str]
LEVEL = Level(9, 9, 10)
FORMATS = ["picture", "text", "json", "id", "lines", "csv", "parquet"]


def boards(run: Run, folder: Path, form: str, count: int = 3) -> list[str]:
    """Write boards; return the arguments that name them."""
    file = folder / "boards"
    options = ["--level", "beginner", "--seed", "7", "--first", "E5", "--count", str(count)]
    assert run("new", *options, "--format", form, "--out", str(file)).exit_code == 0
    return [str(file), *(["--level", "beginner"] if form == "lines" else [])]


def expected(index: int) -> Game:
    game = Game(LEVEL, seed=7, index=index)
    game.open((4, 4))
    return game


@pytest.mark.parametrize("form", FORMATS)
def test_grade_and_metrics_read_what_new_writes(run: Run, tmp_path: Path, form: str) -> None:
    """Each of several boards gets its line, from the first cell that is written in the file."""
    named = boards(run, tmp_path, form)
    first = ["--first", "E5"] if form == "lines" else []  # numbers alone do not say it
    graded = run("grade", "--json", *named, *first).stdout.splitlines()
    measured = run("metrics", "--json", *named).stdout.splitlines()
    for index in range(3):
        game = expected(index)
        assert json.loads(graded[index])["difficulty"] == grade(game).difficulty
        assert json.loads(graded[index])["first"] == [4, 4]
        assert json.loads(measured[index])["bbbv"] == metrics(game).bbbv
    for command in ("grade", "metrics"):
        extra = first if command == "grade" else []
        assert len(run(command, *named, *extra).stdout.splitlines()) == 3


@pytest.mark.parametrize("form", FORMATS)
def test_solve_watch_and_review_read_what_new_writes(run: Run, tmp_path: Path, form: str) -> None:
    """Of several boards one is chosen: solved after its first click, watched, or reviewed."""
    named = boards(run, tmp_path, form)
    solved = json.loads(run("solve", "--json", *named, "--game", "2").stdout)
    view = expected(1).view
    if form != "lines":
        assert [[risk is None for risk in row] for row in solved["risk"]] == (
            view.array >= 0
        ).tolist()
    watched = run("watch", "--json", "--board", *named, "--game", "2").stdout.splitlines()
    layout = expected(1).layout
    assert layout is not None
    last = json.loads(watched[-1])
    opened = {tuple(cell["cell"]) for line in watched[:-1] for cell in json.loads(line)["changed"]}
    assert last["outcome"] == "lost" or opened == set(layout.board) - layout.mines
    assert "Nothing was played" in run("review", *named, "--game", "2").stdout


def test_a_single_board_needs_no_choice(run: Run, tmp_path: Path) -> None:
    """MBF holds one board; it is read by its bytes or by its name."""
    for name in ("board", "board.mbf"):
        file = str(tmp_path / name)
        run(
            "new",
            "--level",
            "beginner",
            "--seed",
            "7",
            "--first",
            "E5",
            "--format",
            "mbf",
            "--out",
            file,
        )
        assert run("grade", file, "--first", "E5").exit_code in (0, 1)
        assert json.loads(run("solve", "--json", file).stdout)["risk"][0][0] > 0


def test_which_of_several(run: Run, complaint: Complaint) -> None:
    """Without --game, or with one that is not there, the command says how many there are."""
    ids = "".join(f"9x9x10-safe-{seed}-0-0-0\n" for seed in range(3))
    Path("ids.txt").write_text(ids)
    assert "there are 3 in this file: choose one with --game N" in complaint("solve", "ids.txt")
    for number in ("4", "0"):
        message = complaint("why", "ids.txt", "A1", "--game", number)
        assert f"from 1 to 3 here, not {number}" in message
    Path("lines.txt").write_text("12,45\n")
    assert "of cells: name their level with --level" in complaint("metrics", "lines.txt")


@pytest.mark.parametrize("words", [("solve",), ("why", "A1"), ("review",), ("grade",)])
def test_a_picture_is_not_a_position(complaint: Complaint, words: tuple[str, ...]) -> None:
    """A screenshot given to the wrong command gets an error that names the right one."""
    Path("shot.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0")
    command, *cell = words
    assert "shot.png is a picture: sapper read reads" in complaint(command, "shot.png", *cell)


def test_bytes_that_are_no_board(complaint: Complaint) -> None:
    """Bytes that nothing can be made of are not blamed on one format alone."""
    Path("noise").write_bytes(b"\0\1\2\3\4\5")
    assert "this is neither text nor a board in MBF" in complaint("solve", "noise")


def test_text_as_powershell_writes_it(run: Run, complaint: Complaint, tmp_path: Path) -> None:
    """UTF-16 with a byte order mark is read as text; half a character is refused."""
    (file := tmp_path / "position.txt").write_bytes("3x2/1\r\n1 1 .\r\n# 1 .\r\n".encode("utf-16"))
    assert "A2 is a mine" in run("why", str(file), "A2").stdout
    file.write_bytes(file.read_bytes()[:-1])
    assert "is not text: byte 42 is not UTF-16" in complaint("solve", str(file))


def test_solve_reads_its_own_pictures(run: Run) -> None:
    """The frames of watch, piped into solve, are the last position with its mine total."""
    shown = run("watch", "--player", "cautious", "--level", "beginner", "--seed", "1").stdout
    solved = json.loads(run("solve", "--json", typed=shown).stdout)
    assert solved["density"] is None
    assert any(risk is not None for row in solved["risk"] for risk in row) or "WON" in shown


def test_details(run: Run) -> None:
    """--details adds grade, difficulty, techniques and metrics, as grade and metrics find them."""
    options = ["new", "--level", "beginner", "--seed", "7", "--first", "E5", "--details"]
    found = json.loads(run(*options, "--format", "json").stdout)
    game = expected(0)
    graded, measured = grade(game), metrics(game)
    assert found["difficulty"] == graded.difficulty
    assert found["grade"] == str(graded.hardest)
    assert (found["bbbv"], found["openings"]) == (measured.bbbv, measured.openings)
    rounds = {name: number for name, number in found["techniques"].items() if number}
    assert rounds == {str(tier): number for tier, number in graded.rounds.items()}
    header, row = run(*options, "--format", "csv").stdout.splitlines()
    table = dict(zip(header.split(","), row.split(","), strict=True))
    assert (table["first_row"], table["first_column"]) == ("4", "4")
    assert (table["bbbv"], table["grade"]) == (str(measured.bbbv), str(graded.hardest))


def test_details_are_for_tables_and_json(complaint: Complaint) -> None:
    """A form that cannot hold the details refuses them."""
    assert "--details is for --format json, csv, parquet" in complaint("new", "--details")
