"""Commands with a player of another author: no result is ever missing behind exit code 0."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.programs import bad_program, program
from harness.scale import cases

Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

LEAVERS = """
import os, sys

class Exits:
    def __init__(self, seed): pass
    def move(self, view): sys.exit(0)

class Leaves(Exits):
    def move(self, view): os._exit(0)
"""


@pytest.mark.parametrize(
    ("name", "reason"), [("Exits", "raised SystemExit"), ("Leaves", "crashed")]
)
def test_a_player_that_leaves_does_not_end_the_run(
    process: Process, tmp_path: Path, name: str, reason: str
) -> None:
    """Bench reports the lost games; watch ends with one line and exit code 2."""
    (tmp_path / "own.py").write_text(LEAVERS)
    result = process(*f"bench --player own:{name} --level beginner --games 2 --json".split())
    assert result.returncode == 0
    assert json.loads(result.stdout)[0]["failures"][0]["reason"] == reason
    watched = process(*f"watch --player own:{name} --level beginner".split())
    assert watched.returncode == 2
    assert watched.stderr.startswith(f"sapper: player 'own:{name}' failed: ".encode())
    assert watched.stderr.count(b"\n") == 1


@pytest.mark.parametrize("code", ["import os; os._exit(0)", "import sys; sys.exit(0)"])
@pytest.mark.parametrize("command", cases(["bench --player own:Mine"], ["duel own:Mine random"]))
def test_a_module_that_leaves_is_refused(
    process: Process, tmp_path: Path, code: str, command: str
) -> None:
    """A module that ends its process while it is imported is bad input, not a finished run."""
    (tmp_path / "own.py").write_text(code)
    result = process(*command.split(), "--games", "2")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"own:Mine" in result.stderr


EXAMPLE = Path(__file__).parents[2] / "examples" / "solver.py"

TALKER = """
import sys
for line in iter(input, "quit"):
    if line.startswith("hello"):
        print("hello 1 talker", flush=True)
    if line.startswith("new"):
        left = list(sys.argv[1])
    if line == "go":
        print(f"move 0 {left.pop(0)} certain why my grandmother told me", flush=True)
"""


def talker(folder: Path, columns: str) -> str:
    """Write a program that opens columns of the first row; return the name of its player."""
    (folder / "talker.py").write_text(TALKER)
    return program(sys.executable, "talker.py", columns)


def test_watch_shows_the_programs_own_reason(process: Process, tmp_path: Path) -> None:
    """A program's `why` is shown as it was given, with Sapper's proof beside it."""
    watch = ["watch", "--player", talker(tmp_path, "023"), "--board", "4x1-QA"]  # a mine at B1
    done = process(*watch, "--json")
    moves = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    assert moves[0]["reason"] == "my grandmother told me"  # nothing is open: nothing to prove
    assert [move["cell"] for move in moves] == [[0, 0], [0, 2], [0, 3]]
    assert moves[1]["reason"].startswith("My grandmother told me. Sapper: There is only one mine")
    assert moves[1]["reason"].endswith("C1, which is safe.")
    shown = process(*watch).stdout.decode()
    assert "certain. My grandmother told me. Sapper:" in " ".join(shown.split())


def test_a_false_claim_is_shown_beside_the_truth(process: Process, tmp_path: Path) -> None:
    """A program that calls a mine certain is contradicted by what Sapper knows of that cell."""
    done = process("watch", "--player", talker(tmp_path, "01"), "--board", "4x1-QA", "--json")
    moves = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    assert moves[-1]["cell"] == [0, 1]
    assert moves[-1]["reason"].endswith("B1 is a mine.")


@pytest.mark.parametrize("threads", cases(["2"], ["1"]))
def test_the_log_keeps_every_conversation(process: Process, tmp_path: Path, threads: str) -> None:
    """--log has each game whole: what was said by both sides, and how it ended."""
    player = program(sys.executable, EXAMPLE)
    options = ["--player", player, "--level", "4x4/2", "--games", "12", "--threads", threads]
    done = process("bench", *options, "--log", "talk.txt", "--json")
    assert done.returncode == 0, done.stderr
    games = (tmp_path / "talk.txt").read_text().strip().split("\n\n")
    assert sorted(int(game.split(":")[0].removeprefix("; game ")) for game in games) == [*range(12)]
    for game in games:
        _, new, *talk, end = game.splitlines()
        assert new.startswith("> new 4 4 2 safe ")
        assert talk[0] == "> go"
        assert talk[-1].startswith("< move ")
        assert end.startswith(("; won after", "; lost after"))
    won = sum("; won after" in game for game in games)
    assert won == json.loads(done.stdout)[0]["wins"]


def test_the_log_tells_faults(process: Process, tmp_path: Path) -> None:
    """The last line of a program that breaks the rules, and its fault, are in the log."""
    options = ["--player", bad_program(tmp_path, "nonsense"), "--level", "4x4/2", "--games", "1"]
    assert process("bench", *options, "--log", "talk.txt").returncode == 0
    talk = (tmp_path / "talk.txt").read_text()
    assert "< move a b\n; lost by nonsense: answered 'move a b'\n" in talk


def test_a_log_without_a_program_is_refused(process: Process) -> None:
    """Sapper's own players say nothing: --log with them alone is an error."""
    done = process("bench", "--games", "1", "--log", "talk.txt")
    assert (done.returncode, b"--log is for third-party players" in done.stderr) == (2, True)
