from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

Run = Callable[..., Result]
Complaint = Callable[..., str]

LEVEL = ("--level", "beginner", "--seed", "5")


def told(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_counts_agree_with_bench(run: Run) -> None:
    """Each player wins as many games as bench says, and the parts add up."""
    duel = told(run("duel", "textbook", "random", *LEVEL, "--games", "60", "--json"))
    for letter, player in (("a", "textbook"), ("b", "random")):
        bench = json.loads(
            run("bench", "--player", player, *LEVEL, "--games", "60", "--json").stdout
        )
        assert bench[0]["wins"] == duel[f"wins_{letter}"]
    assert duel["wins_a"] == duel["both"] + duel["only_a"]
    assert duel["wins_b"] == duel["both"] + duel["only_b"]
    assert duel["low"] <= duel["difference"] <= duel["high"]
    assert duel["p_value"] < 1e-6
    assert duel["verdict"].startswith("textbook wins more games than random")


def test_a_player_equals_itself(run: Run) -> None:
    """A duel of one player against itself has no discordant game and says so."""
    output = run("duel", "textbook", "textbook", *LEVEL, "--games", "40").output
    assert "only A 0, only B 0" in output
    assert "verdict: no difference was seen in 40 games" in output


def test_stopping_early_is_the_same_everywhere(run: Run, tmp_path: Path) -> None:
    """A decided duel stops, at the same game with one thread, with two, and when resumed."""
    record = str(tmp_path / "record")
    options = ("duel", "random", "textbook", *LEVEL, "--games", "2000", "--json")
    decided = (*options, "--stop-when-decided")
    one = told(run(*decided, "--resume", record))
    assert one["games"] < 100
    assert one["stopped_early"]
    assert one["sequential"]
    assert one["p_value"] <= 0.05
    assert one["verdict"].startswith("textbook wins more games than random")
    assert told(run(*decided, "--threads", "2")) == one
    assert told(run(*decided, "--resume", record)) == one


def test_bad_input(complaint: Complaint, tmp_path: Path) -> None:
    """Unknown players and records of other matches are refused in one line."""
    assert "unknown player 'nobody'" in complaint("duel", "textbook", "nobody")
    assert "--games must be" in complaint("duel", "textbook", "random", "--games", "0")
    (tmp_path / "record").write_text("something else\n")
    told = complaint("duel", "textbook", "random", "--resume", "record")
    assert "record is not a record of a match" in told
