from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.waiting import wait_until
from typer.testing import Result

Run = Callable[..., Result]

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
LEVEL = ("--level", "beginner", "--seed", "5", "--json")

BAD = """
import os, subprocess, sys, time
kind = sys.argv[1]
for line in sys.stdin:
    if line.startswith("hello"):
        print("what?" if kind == "rude" else "hello 1 bad", flush=True)
    if not line.startswith("go"):
        continue
    if kind == "hang":
        time.sleep(1000)
    if kind == "child":  # one that the program leaves behind, with its output open
        subprocess.Popen(["sleep", "1000"])
        time.sleep(1000)
    if kind == "crash":
        raise ZeroDivisionError("oops")
    if kind == "exit":
        os._exit(7)
    while kind == "flood":
        sys.stdout.write("x" * 100_000)
    while kind == "trickle":
        sys.stdout.write("x")
        sys.stdout.flush()
        time.sleep(0.05)
    answers = {"nonsense": "move a b", "off": "move 99 99", "risky": "move 0 0 guess risk nan",
               "twice": "move 0 0\\nmove 0 0", "again": "move 0 0", "stop": "stop"}
    print(answers[kind], flush=True)
"""


def program(*words: object) -> str:
    return "cmd:" + shlex.join(map(str, words))


def bench(run: Run, player: str, games: int, *options: str) -> dict[str, Any]:
    result = run("bench", "--player", player, *LEVEL, "--games", str(games), *options)
    assert result.exit_code == 0, result.output
    row: dict[str, Any] = json.loads(result.stdout)[0]
    return row


def test_the_engine_plays_the_same_game_through_a_pipe(run: Run) -> None:
    """A player hosted through `sapper engine` makes the very moves that it makes at home."""
    sapper = (sys.executable, "-c", "from sapper.cli import main; main()")
    for player in ("textbook", "cautious"):
        there = bench(run, program(*sapper, "engine", "--player", player), 12)
        here = bench(run, player, 12)
        assert (there["signature"], there["wins"]) == (here["signature"], here["wins"])
        assert there["guesses_per_game"] == here["guesses_per_game"]


def test_a_conversation(run: Run) -> None:
    """The engine greets, begins a game, takes in numbers, and answers each go."""
    typed = "hello sapper 1\nnew 3 2 ? safe 1\ngo\nopen 0 0 0\nopen 0 1 0\nnonsense\ngo\nquit\ngo\n"
    result = run("engine", "--player", "cautious", typed=typed)
    hello, first, second = result.stdout.splitlines()
    assert hello.startswith("hello 1 sapper cautious")
    assert first.startswith("move 0 0 certain risk 0.0 why ")
    assert second.startswith("move ")
    assert result.stderr == "sapper: 'nonsense' is no line of the protocol\n"
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "line", ["open 0 0 9", "open 5 5 1", "new 0 0 0 safe 1", "new 3 3 ? never 1", "new x"]
)
def test_the_engine_survives_bad_lines(run: Run, line: str) -> None:
    """A bad line is answered on standard error, and the next line is taken as ever."""
    result = run("engine", "--player", "cautious", typed=f"{line}\nhello sapper 1\n")
    assert result.stdout.startswith("hello 1 ")
    assert result.stderr.startswith("sapper: ")
    assert result.stderr.count("\n") == 1


def test_every_go_is_answered(run: Run) -> None:
    """A go that cannot be met, for want of a game or by an impossible clue, gets a stop."""
    typed = "go\nnew 4 3 ? none 5\nopen 0 0 8\ngo\n"
    result = run("engine", "--player", "master", typed=typed)
    assert result.stdout == "stop\nstop\n"


def test_the_example_in_python(run: Run) -> None:
    """The thirty lines of Python play whole games without a fault, and win some."""
    row = bench(run, program(sys.executable, EXAMPLES / "solver.py"), 30)
    assert row["failures"] == []
    assert row["wins"] > 8


def test_the_example_in_c(run: Run, tmp_path: Path) -> None:
    """The C example compiles without a warning, plays whole games, and wins some."""
    binary = tmp_path / "solver"
    flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", binary, EXAMPLES / "solver.c"], check=True)
    row = bench(run, program(binary), 60, "--threads", "2")
    assert row["failures"] == []
    assert row["wins"] > 25
    watched = run("watch", "--player", program(binary), "--level", "beginner", "--seed", "1")
    assert watched.exit_code in (0, 1)
    assert " opens (" in watched.output


@pytest.mark.parametrize(
    ("kind", "reason", "example"),
    [
        ("hang", "no answer in time", "no answer within 0.4 s"),
        ("child", "no answer in time", "no answer within 0.4 s"),
        ("trickle", "no answer in time", "no answer within 0.4 s"),
        ("crash", "crashed", "ended with exit code 1: ZeroDivisionError: oops"),
        ("exit", "crashed", "ended with exit code 7"),
        ("flood", "flood", "wrote a line of more than 4096 bytes"),
        ("nonsense", "nonsense", "answered 'move a b'"),
        ("risky", "nonsense", "answered 'move 0 0 guess risk nan'"),
        ("rude", "nonsense", "answered 'what?' to hello"),
        ("twice", "nonsense", "wrote a line that it was not asked for"),
        ("again", "illegal move", "cell (0,0) is open already"),
        ("off", "illegal move", "off the board"),
    ],
)
def test_a_bad_program_loses_its_games_and_nothing_else(
    run: Run, tmp_path: Path, kind: str, reason: str, example: str
) -> None:
    """Whatever a program does, its games are lost with the reason, and none of it is left."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    row = bench(run, program(sys.executable, path, kind), 2, "--move-seconds", "0.4")
    (failure,) = row["failures"]
    assert (row["games"], row["wins"]) == (2, 0)
    assert (failure["reason"], failure["games"], failure["game"]) == (reason, 2, 0)
    assert example in failure["example"]
    wait_until(lambda: not _found(str(path)), "the end of the program")


def test_the_reasons_are_in_the_table(run: Run, tmp_path: Path) -> None:
    """Below the table stand the reasons with their counts."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    player = program(sys.executable, path, "exit")
    output = run("bench", "--player", player, *LEVEL[:-1], "--games", "2").output
    assert "2 lost by crashed (first in game 0: ended with exit code 7)" in output


def test_a_program_that_stops_is_at_no_fault(run: Run, tmp_path: Path) -> None:
    """To stop is a way to end a game: not won, and no failure."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    row = bench(run, program(sys.executable, path, "stop"), 2)
    assert (row["wins"], row["failures"]) == (0, [])


def test_ctrl_c_leaves_no_program_behind(tmp_path: Path) -> None:
    """Ctrl-C ends a run at once, although its programs hang, and them with it."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    command = [sys.executable, "-c", "from sapper.cli import main; main()", "bench"]
    options = ["--player", program(sys.executable, path, "hang"), "--threads", "2"]
    going = subprocess.Popen(
        [*command, *options, "--level", "beginner", "--move-seconds", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    )
    # as separate words: not our own command line
    wait_until(lambda: len(_found(f"{path}\0hang")) == 2, "two programs at play")
    os.killpg(going.pid, signal.SIGINT)
    _, told = going.communicate(timeout=20)
    assert going.returncode == 130
    assert told == b"sapper: interrupted: no game was finished\n"
    wait_until(lambda: not _found(str(path)), "the end of its programs")


def _found(text: str) -> list[str]:
    """Find processes by a text in their command line, and zombies."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        zombie_of_ours = not words and parent == os.getpid()
        if text.encode() in words or zombie_of_ours:
            found.append(entry.name)
    return found
