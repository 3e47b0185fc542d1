from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.programs import program
from typer.testing import Result

Run = Callable[..., Result]

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
LEVEL = ("--level", "beginner", "--seed", "5", "--json")


def bench(run: Run, player: str, games: int, *options: str) -> dict[str, Any]:
    result = run("bench", "--player", player, *LEVEL, "--games", str(games), *options)
    assert result.exit_code == 0, result.output
    row: dict[str, Any] = json.loads(result.stdout)[0]
    return row


def test_the_engine_plays_the_same_game_through_a_pipe(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player hosted through `sapper engine` makes the moves that it makes as a class.

    The class is a foreign one, so that both get the same seeds from the same secret.
    """
    sapper = (sys.executable, "-c", "from sapper.cli import main; main()")
    monkeypatch.syspath_prepend(tmp_path)
    (secret := tmp_path / "secret").write_text("5e" * 32)
    for player, kind in (("textbook", "TextbookPlayer"), ("cautious", "CautiousPlayer")):
        module = f"from sapper.players.{player} import {kind}\nclass Mine({kind}): pass\n"
        (tmp_path / f"my_{player}.py").write_text(module)
        hosted = program(*sapper, "engine", "--player", player)
        there = bench(run, hosted, 12, "--secret", str(secret))
        here = bench(run, f"my_{player}:Mine", 12, "--secret", str(secret))
        assert (there["signature"], there["wins"]) == (here["signature"], here["wins"])
        assert there["guesses_per_game"] == here["guesses_per_game"]


def test_a_conversation(run: Run) -> None:
    """The engine greets, starts a game, takes numbers, and answers each go."""
    typed = "hello sapper 1\nnew 3 2 ? safe 1\ngo\nopen 0 0 0\nopen 0 1 0\nnonsense\ngo\nquit\ngo\n"
    result = run("engine", "--player", "cautious", typed=typed)
    hello, first, second = result.stdout.splitlines()
    assert hello.startswith("hello 1 sapper cautious")
    assert first.startswith("move 0 0 certain risk 0.0 why ")
    assert second.startswith("move ")
    assert result.stderr == "sapper: 'nonsense' is not a line of the protocol\n"
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "line", ["open 0 0 9", "open 5 5 1", "new 0 0 0 safe 1", "new 3 3 ? never 1", "new x"]
)
def test_the_engine_survives_bad_lines(run: Run, line: str) -> None:
    """A bad line is reported on standard error, and the next line is read as usual."""
    result = run("engine", "--player", "cautious", typed=f"{line}\nhello sapper 1\n")
    assert result.stdout.startswith("hello 1 ")
    assert result.stderr.startswith("sapper: ")
    assert result.stderr.count("\n") == 1


def test_every_go_is_answered(run: Run) -> None:
    """A go without a game, or with an impossible clue, is answered with the fault."""
    typed = "go\nnew 4 3 ? none 5\nopen 0 0 8\ngo\n"
    result = run("engine", "--player", "master", typed=typed)
    first, second = result.stdout.splitlines()
    assert first == "failed no game why go came before the first new"
    assert second.startswith("failed raised InvalidPosition why the 8 at A1")


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
    assert "Move 1 opens A1, " in watched.output
