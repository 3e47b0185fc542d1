from __future__ import annotations

import csv
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
from harness.programs import bad_program
from harness.pseudo_terminal import PseudoTerminal
from harness.waiting import wait_until
from typer.testing import Result

from sapper.arena import plots

Run = Callable[..., Result]
Complaint = Callable[..., str]

SMALL = ("bench", "--level", "beginner", "--player", "textbook", "--seed", "5")
COMMAND = [sys.executable, "-c", "from sapper.cli import main; main()"]


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def untimed(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in row.items() if "second" not in k} for row in found]


def test_json_rows(run: Run) -> None:
    """Every player plays every level under every rule; a row has the rate and its interval."""
    players = ("--player", "random", "--first-click", "safe", "--first-click", "zero")
    found = rows(run(*SMALL, *players, "--games", "30", "--json"))
    names = [(row["player"], row["first_click"]) for row in found]
    assert names == [
        ("textbook", "safe"),
        ("textbook", "zero"),
        ("random", "safe"),
        ("random", "zero"),
    ]
    for row in found:
        assert row["games"] == 30
        assert row["rate"] == row["wins"] / 30
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
        assert row["games_per_second"] > 0
        assert row["guesses_per_game"] >= 0
        assert row["level"] == "beginner"
        assert row["failures"] == []


def test_the_table(run: Run) -> None:
    """Without --json there is a table in per cent, without colours in a pipe."""
    output = run(*SMALL, "--games", "20").output
    assert "\x1b" not in output
    for word in ("textbook", "win rate", "95 % interval", "games/s", "guesses", " % "):
        assert word in output


def test_the_table_fits_a_terminal() -> None:
    """At 80 columns every name stands on one line; what is the same for all is said above."""
    players = ("--player", "least-risk", "--player", "random")
    with PseudoTerminal("bench", *players, "--level", "intermediate", "--games", "2") as terminal:
        assert terminal.end() == 0
        _, _, shown = terminal.text.partition("level: intermediate, first: safe, games: 2\n")
    heading, _, *lines = shown.strip().split("\n")
    assert " ".join(heading.split()) == "player win rate 95 % interval games/s guesses"
    assert [line.split()[0] for line in lines] == ["least-risk", "random"]


def test_no_table_without_games(tmp_path: Path) -> None:
    """Ctrl-C before any games are counted says so, and prints no table of nothing.

    Until then the bar has room beside a long command.
    """
    words = ["bench", "--player", bad_program(tmp_path, "hang"), "--move-seconds", "1000"]
    with PseudoTerminal(*words, "--level", "beginner") as terminal:
        terminal.expect("… · beginner · safe .* 0/1000 ")
        assert terminal.interrupt() == 130
        assert "nothing is kept" in terminal.text
        assert "win rate" not in terminal.text


def test_threads_change_nothing(run: Run) -> None:
    """Two threads give the same rows as one, but for the time."""
    one = rows(run(*SMALL, "--games", "45", "--json"))
    two = rows(run(*SMALL, "--games", "45", "--json", "--threads", "2"))
    assert untimed(one) == untimed(two)


def test_boards_and_results(run: Run, tmp_path: Path) -> None:
    """Given boards are played in order; the results file has a 0 or 1 for each."""
    boards, won = tmp_path / "boards", tmp_path / "won"
    made = ("new", "--level", "beginner", "--seed", "5", "--count", "25", "--format", "lines")
    assert run(*made, "--out", str(boards)).exit_code == 0
    first = ("--first", "0,0", "--json")
    given = rows(run(*SMALL, *first, "--boards", str(boards), "--results", str(won)))
    drawn = rows(run(*SMALL, *first, "--games", "25"))
    assert untimed(given) == untimed(drawn), "the same boards, drawn from their seed"
    results = won.read_text().splitlines()
    assert len(results) == 25
    assert results.count("1") == given[0]["wins"]


def test_which_first_cell_was_understood(run: Run) -> None:
    """A row and a column print the cell's name, once, on stderr, and must lie on every board."""
    options = (*SMALL, "--level", "9x9/5", "--games", "2", "--json", "--first")
    named, paired = (run(*options, cell) for cell in ("F5", "4,5"))
    assert paired.stderr == "sapper: Understood: F5 (row 4, column 5 from 0).\n"
    assert named.stderr == ""
    assert [row["first"] for row in rows(paired)] == [[4, 5]] * 2
    outside = run(*SMALL, "--level", "4x4/3", "--first", "F5")
    assert outside.exit_code == 2
    assert "cell F5 is off the board" in outside.stderr


@pytest.mark.parametrize(
    ("line", "complaint_text"),
    [
        ("1,2,3", "3 mines, but beginner has 10"),
        ("0,1,2,3,4,5,6,7,8,x", "'x' is not a cell number"),
        ("0,1,2,3,4,5,6,7,8,81", "has no cell 81"),
        ("0,1,2,3,4,5,6,7,8,8", "cell 8 is named twice"),
        ("", "0 mines"),
        ("-1,1,2,3,4,5,6,7,8,9", "'-1' is not a cell number"),
    ],
)
def test_a_bad_board_is_named_by_its_line(
    complaint: Complaint, tmp_path: Path, line: str, complaint_text: str
) -> None:
    """A line that is not a board of the level ends the command before the first game."""
    good = ",".join(map(str, range(10, 20)))
    (tmp_path / "boards").write_text(f"{good}\n{good}\n{line}\n{good}\n")
    message = complaint(*SMALL, "--boards", "boards")
    assert "boards, line 3: " in message
    assert complaint_text in message


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--games", "0"], "--games must be from 1 to"),
        (["--threads", "0"], "--threads must be from 1 to 1024"),
        (["--seed", "-1"], "a seed is a whole number"),
        (["--first", "9,9"], "off the board"),
        (["--player", "nobody"], "unknown player 'nobody'"),
        (["--player", "cmd:./nothing"], "cannot run './nothing': no such program"),
        (["--player", "cmd:"], "needs a command"),
        (["--player", "cmd:'x"], "cannot read the command"),
        (["--player", "random", "--results", "x"], "--results is for one player"),
        (["--plot", "x.pdf"], "must end in .svg or .png"),
        (["--csv", "no/such/x.csv"], "there is no such directory"),
        (["--cluster", "nowhere"], "use tcp://HOST:PORT or local:N"),
        (["--boards", "missing"], "missing"),
        (["--move-seconds", "0"], "--move-seconds must be above 0"),
        (["--level", "2x2/3", "--first-click", "zero"], "leave no room"),
    ],
)
def test_bad_options(complaint: Complaint, options: list[str], text: str) -> None:
    """A request that cannot be played is refused in one line, before any game."""
    assert text in complaint(*SMALL, *options)


def test_files(run: Run, tmp_path: Path) -> None:
    """The table is also written as CSV, and drawn."""
    table, svg, png = tmp_path / "t.csv", tmp_path / "p.svg", tmp_path / "p.png"
    found = rows(run(*SMALL, "--games", "20", "--csv", str(table), "--plot", str(svg), "--json"))
    written = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["wins"] for row in written] == [str(row["wins"]) for row in found]
    assert svg.read_text().startswith("<?xml")
    run(*SMALL, "--games", "20", "--plot", str(png), "--plot-kind", "survival")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", [["bench"], ["duel", "textbook", "random"]])
def test_a_kind_of_picture_needs_a_picture(complaint: Complaint, command: list[str]) -> None:
    """--plot-kind without a file to draw into is refused, whichever kind it is."""
    for kind in ("speed", "survival"):
        assert "add --plot FILE" in complaint(*command, "--plot-kind", kind)


def test_calibration_is_for_players_that_predict(
    run: Run, complaint: Complaint, tmp_path: Path
) -> None:
    """The kernel's players can be plotted against their forecasts; others are refused."""
    svg = tmp_path / "c.svg"
    drawing = ("--plot", str(svg), "--plot-kind", "calibration")
    options = ("bench", "--player", "fast", "--level", "beginner", "--games", "300", *drawing)
    assert run(*options).exit_code == 0
    assert "calibration error" in svg.read_text()
    assert "'textbook' does not estimate" in complaint(*SMALL, *drawing)
    message = complaint("bench", "--first", "A1", *drawing)
    assert message.endswith("from the player's own first cell: leave --first out\n")


def test_native_players_are_measured_like_all_others(run: Run, tmp_path: Path) -> None:
    """A kernel player gives the same figures over threads, hosted, and move by move."""
    fast = ("bench", "--player", "fast", "--level", "beginner", "--seed", "5", "--games", "25")
    one = rows(run(*fast, "--json"))
    assert untimed(rows(run(*fast, "--json", "--threads", "2"))) == untimed(one)
    engine = f"cmd:{shlex.join(COMMAND)} engine --player fast"
    hosted = rows(run(*fast[:1], "--player", engine, *fast[3:], "--json"))
    assert hosted[0]["signature"] == one[0]["signature"]
    assert hosted[0]["guesses_per_game"] == one[0]["guesses_per_game"]


def test_reasons_of_lost_games_are_in_the_table(run: Run, tmp_path: Path) -> None:
    """Below the table stand the reasons with their counts."""
    player = bad_program(tmp_path, "exit")
    output = run("bench", "--player", player, "--level", "beginner", "--games", "2").output
    assert "2 lost by crashed (first in game 0: ended with exit code 7)" in output


def test_a_missing_extra_is_one_line(complaint: Complaint, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib or Dask, the error says what to install."""
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    assert "pip install matplotlib" in complaint(*SMALL, "--plot", "x.svg")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'dask[distributed]'" in complaint(*SMALL, "--cluster", "local:2")


def test_the_signature_is_one_line_and_stays(run: Run) -> None:
    """The signature is one hash, the same every time, and different for another player."""
    options = ("bench", "--signature", "--player")
    one = run(*options, "random").output
    assert len(one.strip()) == 16
    other = run(*options, "fast").output
    assert other == run(*options, "fast").output
    assert one != other


@pytest.mark.parametrize(
    "option",
    [("--games", "5"), ("--seed", "2"), ("--level", "beginner"), ("--json",), ("--csv", "x.csv")],
)
def test_a_signature_refuses_what_it_would_ignore(
    complaint: Complaint, option: tuple[str, ...]
) -> None:
    """Options about games, which a signature fixes, are refused by name."""
    message = complaint("bench", "--signature", *option)
    assert f"--signature plays a fixed set of games: leave {option[0]} out" in message


def test_resume_after_a_kill(run: Run, tmp_path: Path) -> None:
    """A killed run continues, and ends with the figures of an uninterrupted one."""
    record = tmp_path / "record"
    options = (*SMALL, "--games", "300", "--json")
    going = subprocess.Popen(
        [*COMMAND, *options, "--resume", str(record)], stdout=subprocess.DEVNULL
    )
    _wait_for_lines(record, 3)
    going.kill()
    going.wait()
    assert len(record.read_text().splitlines()) < 16, "it was killed in the middle"
    resumed = rows(run(*options, "--resume", str(record)))
    assert untimed(resumed) == untimed(rows(run(*options)))
    again = rows(run(*options, "--resume", str(record)))
    assert again == resumed, "with nothing left to play, even the seconds are the same"


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_prints_what_is_known_and_keeps_it(tmp_path: Path, threads: str) -> None:
    """After Ctrl-C the table so far is printed, with exit code 130 and a file to resume from."""
    options = (*SMALL, "--games", "100000", "--json", "--threads", threads, "--resume", "kept")
    going = subprocess.Popen(
        [*COMMAND, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    )
    _wait_for_lines(tmp_path / "kept", 3)
    os.killpg(going.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    output, errors = going.communicate(timeout=30)
    assert going.returncode == 130
    (row,) = json.loads(output)
    lines = (tmp_path / "kept").read_text().splitlines()
    assert row["games"] == 20 * (len(lines) - 1)
    assert errors.decode().startswith("sapper: interrupted: all games that were counted are saved")
    assert errors.count(b"\n") == 1


COUNTING = """
from pathlib import Path
from sapper.players.textbook import TextbookPlayer

class CountingPlayer(TextbookPlayer):
    def __init__(self, seed):
        super().__init__(seed)
        with Path("begun").open("a") as file:
            file.write("x")
"""


def test_ctrl_c_keeps_games_without_being_asked(tmp_path: Path) -> None:
    """Without --resume, Ctrl-C writes a file to resume from and names it."""
    (tmp_path / "counting.py").write_text(COUNTING)
    options = ("--level", "beginner", "--player", "counting:CountingPlayer", "--threads", "1")
    going = subprocess.Popen(
        [*COMMAND, "bench", *options, "--games", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    wait_until(lambda: _size(tmp_path / "begun") > 40, "games after some chunks")
    going.send_signal(signal.SIGINT)
    output, errors = going.communicate(timeout=30)
    assert going.returncode == 130
    assert b"--resume sapper-1.jsonl" in errors
    lines = (tmp_path / "sapper-1.jsonl").read_text().splitlines()
    assert json.loads(output)[0]["games"] == 5 * (len(lines) - 1)


def _wait_for_lines(path: Path, count: int) -> None:
    wait_until(
        lambda: path.exists() and path.read_bytes().count(b"\n") >= count,
        f"{count} lines in {path.name}",
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
