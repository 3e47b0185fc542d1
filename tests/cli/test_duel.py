from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.programs import bad_program
from harness.pseudo_terminal import PseudoTerminal
from typer.testing import Result

Run = Callable[..., Result]
Complaint = Callable[..., str]

LEVEL = ("--level", "beginner", "--seed", "5")


def parsed(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_counts_agree_with_bench(run: Run) -> None:
    """Each player wins as many games as bench says, and the parts add up."""
    duel = parsed(run("duel", "textbook", "random", *LEVEL, "--games", "60", "--json"))
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
    one = parsed(run(*decided, "--resume", record))
    assert one["games"] < 100
    assert one["stopped_early"]
    assert one["sequential"]
    assert one["p_value"] <= 0.05
    assert one["verdict"].startswith("textbook wins more games than random")
    assert parsed(run(*decided, "--threads", "2")) == one
    assert parsed(run(*decided, "--resume", record)) == one


def test_bad_input(complaint: Complaint, tmp_path: Path) -> None:
    """Unknown players and records of other matches are refused in one line."""
    assert "unknown player 'nobody'" in complaint("duel", "textbook", "nobody")
    assert "--games must be" in complaint("duel", "textbook", "random", "--games", "0")
    (tmp_path / "record").write_text("something else\n")
    parsed = complaint("duel", "textbook", "random", "--resume", "record")
    assert "record is not a record of a match" in parsed


def test_a_duel_takes_what_bench_takes(run: Run, tmp_path: Path) -> None:
    """Given boards, a first cell, results, a table and a picture are those of bench."""
    boards, won = tmp_path / "boards.txt", tmp_path / "won.txt"
    table, picture = tmp_path / "duel.csv", tmp_path / "duel.svg"
    run("new", *LEVEL, "--first", "E5", "--count", "30", "--format", "lines", "--out", str(boards))
    given = [*LEVEL, "--first", "E5", "--boards", str(boards)]
    outputs = ["--results", str(won), "--csv", str(table), "--plot", str(picture)]
    duel = parsed(run("duel", "textbook", "random", *given, *outputs, "--json"))
    assert duel["games"] == 30
    columns = list(zip(*(line.split() for line in won.read_text().splitlines()), strict=True))
    for player, column in zip(("textbook", "random"), columns, strict=True):
        alone = run("bench", "--player", player, *given, "--results", str(won), "--json")
        assert alone.exit_code == 0
        assert won.read_text().split() == list(column)
    assert [line.split(",")[0] for line in table.read_text().splitlines()] == [
        "player",
        "textbook",
        "random",
    ]
    assert picture.read_text().lstrip().startswith("<?xml")


def test_a_calibration_of_both(run: Run, tmp_path: Path) -> None:
    """--plot-kind works in a duel as in bench."""
    picture = tmp_path / "duel.svg"
    options = ["--games", "20", "--plot", str(picture), "--plot-kind", "calibration"]
    assert run("duel", "fast", "master", *LEVEL, *options).exit_code == 0
    assert picture.exists()


def test_known_luck_is_taken_out(run: Run, complaint: Complaint, tmp_path: Path) -> None:
    """--adjusted adds a difference without luck, the same after --resume, and changes no game."""
    options = ("duel", "least-risk", "fast", *LEVEL, "--games", "60")
    plain = parsed(run(*options, "--json"))
    record = ("--resume", str(tmp_path / "record"))
    adjusted = parsed(run(*options, "--adjusted", *record, "--json"))
    assert plain["adjusted"] is None
    assert adjusted["adjusted"]["games"] == 60
    assert {**adjusted, "adjusted": None} == plain
    assert parsed(run(*options, "--adjusted", *record, "--json")) == adjusted
    output = run(*options, "--adjusted").output
    assert "without known luck: " in output
    both = ("--adjusted", "--stop-when-decided")
    assert "leave one out" in complaint("duel", "fast", "random", *both)


def test_a_duel_without_a_finished_game(tmp_path: Path) -> None:
    """Ctrl-C before both have finished a game leaves a verdict, and no figures of nothing."""
    words = ["duel", "cautious", bad_program(tmp_path, "hang"), "--move-seconds", "1000"]
    with PseudoTerminal(*words, "--level", "beginner") as terminal:
        terminal.expect("… · beginner · safe .* 0/1000 ")
        assert terminal.interrupt() == 130
        assert "verdict: no game was finished by both" in terminal.text
        assert "95 % interval" not in terminal.text
