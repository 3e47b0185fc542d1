"""Every command works, or ends with a message, whichever of its three streams is closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = "from sapper.cli import main; main()"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
POSITION = "3x2/1\n1 1 .\n# 1 .\n"


def sapper(closing: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command by a shell that closes streams, as `<&-` and `>&-` do."""
    words = [sys.executable, "-c", CODE, *arguments]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("closing", "printed"),
    [("<&-", True), (">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)],
)
def test_a_closed_stream_is_an_empty_one(closing: str, printed: bool, tmp_path: Path) -> None:
    """Nothing is read from it, what is written to it is dropped, and the others work."""
    done = sapper(closing, "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout != "", done.stderr) == (0, printed, "")


def test_without_an_input_there_is_nothing_to_read(tmp_path: Path) -> None:
    """A command that reads a closed input says what is missing."""
    done = sapper("<&-", "why", "-", "A1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "sapper: line 1, column 1: there are no rows of cells\n",
    )


@FULL
@pytest.mark.parametrize("closing", ["2>&-", "2>/dev/full", "2</dev/null"])
def test_an_error_without_a_place_to_say_it(closing: str, tmp_path: Path) -> None:
    """Bad input ends with 2, not with the 1 of a lost game, where nothing can be complained."""
    assert sapper(closing, "fly", cwd=tmp_path).returncode == 2


@FULL
def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    """A full output is named, and so is one that was opened for reading."""
    for closing, reason in ((">/dev/full", "No space left"), ("1</dev/null", "Bad file")):
        done = sapper(closing, "--version", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith(f"sapper: the output: {reason}")


def test_a_file_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """What is printed does not end up in a file that a command opens afterwards."""
    done = sapper(
        "<&- >&- 2>&-", *("new", "--level", "3x3/1", "--format", "id", "--out", "id"), cwd=tmp_path
    )
    assert done.returncode == 0
    assert (tmp_path / "id").read_text().startswith("3x3x1-safe-")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "p.txt"],
        ["watch", "--level", "4x4/1", "--seed", "1"],
        ["bench", "--level", "4x4/1", "--games", "2", "--player", "textbook", "--threads", "2"],
        ["assist"],
    ],
)
def test_commands_work_without_any_stream(tmp_path: Path, arguments: list[str]) -> None:
    """Commands that draw, show progress, start processes or ask end well."""
    (tmp_path / "p.txt").write_text(POSITION)
    assert sapper("<&- >&- 2>&-", *arguments, cwd=tmp_path).returncode == 0
