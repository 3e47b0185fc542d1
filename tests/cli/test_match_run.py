"""Fair matches from the command line: secrets, sealed boards, damaged records."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from harness.waiting import wait_until
from typer.testing import Result

from sapper.arena import run as arena_run

Run = Callable[..., Result]
Complaint = Callable[..., str]

LEVEL = ("--level", "beginner", "--seed", "3", "--json")
BENCH = ("bench", "--games", "40", *LEVEL)
OWN = """
from pathlib import Path
from sapper.players.random import RandomPlayer
from sapper.players.protocol import Move
from sapper.rules.board import Level
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick

class Random(RandomPlayer):
    pass

class BoardSeed:
    "Takes its seed for the board's."
    def __init__(self, seed):
        level, rule = Level.NAMED["beginner"], FirstClick.SAFE
        self.mines = seeded_layout(level, seed & (2**64 - 1), 0, rule).mines

    def move(self, view):
        safe = [cell for cell in view.unopened if cell not in self.mines]
        return Move(safe[0] if view.opened else (0, 0), True, "I know")
"""


@pytest.fixture(autouse=True)
def own_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "foreign.py").write_text(OWN)


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    return [
        {name: value for name, value in row.items() if "second" not in name}
        for row in (found if isinstance(found, list) else [found])
    ]


def secret_file(secret: str) -> tuple[str, str]:
    Path("secret").write_text(f"{secret}\n")
    return "--secret", "secret"


def test_a_run_is_repeated_from_its_secret(run: Run) -> None:
    """A third-party player's run has a new secret each time; given again, it repeats every move."""
    foreign = (*BENCH, "--player", "foreign:Random")
    (row,), (other,) = rows(run(*foreign)), rows(run(*foreign))
    assert row["secret"] != other["secret"]
    assert row["signature"] != other["signature"]
    assert rows(run(*foreign, *secret_file(row["secret"]))) == [row]


def test_own_players_need_no_secret(run: Run, complaint: Complaint) -> None:
    """Sapper's players play the same games every time; a secret for them is refused."""
    own = (*BENCH, "--player", "random")
    (row,) = rows(run(*own))
    assert row["secret"] is None
    assert rows(run(*own)) == [row]
    assert "leave it out" in complaint(*own, *secret_file("ab" * 32))
    assert "leave it out" in complaint("watch", *secret_file("ab" * 32))
    Path("secret").write_text("password")
    message = complaint(*BENCH, "--player", "foreign:Random", "--secret", "secret")
    assert "64 hexadecimal digits" in message
    assert "password" not in message


def test_sealed_boards_are_committed_and_revealed(run: Run) -> None:
    """The hash comes first, the secret afterwards; with it anyone can play the same boards."""
    sealed = (*BENCH, "--player", "fast", "--sealed")
    result = run(*sealed)
    (row,) = rows(result)
    assert sha256(bytes.fromhex(row["secret"])).hexdigest() in result.stderr
    assert row["secret"] not in result.stderr
    assert row["board_seed"] > 1 << 32
    assert rows(run(*sealed, *secret_file(row["secret"]))) == [row]
    (open_run,) = rows(run(*BENCH[:-2], str(row["board_seed"]), "--json", "--player", "fast"))
    assert open_run["signature"] == row["signature"]
    text = run(*[word for word in sealed if word != "--json"], *secret_file(row["secret"])).stdout
    assert f"their seed is {row['board_seed']}, from the secret {row['secret']}" in text


def test_a_sealed_duel(run: Run, complaint: Complaint) -> None:
    """A duel is sealed for both players, and says its secret in both forms."""
    duel = ("duel", "fast", "foreign:Random", "--games", "40", "--sealed", *LEVEL)
    (form,) = rows(run(*duel))
    assert form["sealed"]
    assert rows(run(*duel, *secret_file(form["secret"]))) == [form]
    text = run(*[word for word in duel if word != "--json"], *secret_file(form["secret"])).stdout
    assert form["secret"] in text
    assert "leave --boards out" in complaint(*BENCH, "--sealed", "--boards", str(_boards()))


def _boards() -> Path:
    Path("boards").write_text("0,1,2,3,4,5,6,7,8,9\n" * 40)
    return Path("boards")


def test_the_record_keeps_the_secret(run: Run, complaint: Complaint) -> None:
    """A resumed match goes on with the secret of its record, and with no other."""
    foreign = (*BENCH, "--player", "foreign:Random", "--sealed", "--resume", "kept")
    (row,) = rows(run(*foreign))
    lines = Path("kept").read_bytes().splitlines(keepends=True)
    assert len(lines) == 9, "a header, and eight chunks of five games"
    Path("kept").write_bytes(b"".join(lines[:2]))
    assert rows(run(*foreign)) == [row]
    Path("secret").write_text("ab" * 32)
    match_run_error = run(*foreign, "--secret", "secret")
    assert match_run_error.exit_code == 2
    assert "holds another match" in match_run_error.stderr


def test_a_damaged_record_is_salvaged_if_asked(run: Run, complaint: Complaint) -> None:
    """A changed line is refused by its number; --salvage plays its games again."""
    options = (*BENCH, "--player", "random", "--resume", "kept")
    (row,) = rows(run(*options))
    data = Path("kept").read_bytes()
    Path("kept").write_bytes(data.replace(b'"guesses": ', b'"guesses": 1', 1))
    message = complaint(*options)
    assert "kept, line 2 is damaged or not of this match: with --salvage its games" in message
    assert rows(run(*options, "--salvage")) == [row]
    assert "name it with --resume" in complaint(*BENCH, "--salvage")


@pytest.mark.parametrize("player", ["fast", "textbook"])
def test_a_broken_promise_names_the_options_that_help(complaint: Complaint, player: str) -> None:
    """A given board that breaks the first-click rule is named, and what to choose instead."""
    message = complaint(*BENCH, "--player", player, "--boards", str(_boards()), "--first", "A1")
    assert "board 1 breaks the first-click rule 'safe' at A1: use --first with a cell" in message
    assert message.endswith("that keeps it, or --first-click none\n")


def test_a_record_that_does_not_fit_costs_nothing(
    run: Run, complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of other games is refused before memory is taken for the games asked for."""
    options = ("--player", "random", "--resume", "kept")
    rows(run(*BENCH, *options))

    def no_tally(games: int) -> None:
        raise AssertionError("taken before the record was read")

    monkeypatch.setattr(arena_run, "Tally", no_tally)
    huge = ("bench", "--games", "1000000000", *LEVEL, "--first-click", "none")
    assert "holds another match" in complaint(*huge, *options)
    assert "--games must be from 1 to" in complaint("bench", "--games", "1000000001")


def test_watch_does_not_hand_over_the_board(run: Run) -> None:
    """A third-party player that takes its seed for the board's does not win what it watches."""
    options = ("watch", "--player", "foreign:BoardSeed", *LEVEL)
    result = run(*options)
    end = json.loads(result.stdout.splitlines()[-1])
    assert end["outcome"] == "lost"
    assert run(*options, *secret_file(end["secret"])).stdout == result.stdout


def test_false_certainty_is_reported(run: Run) -> None:
    """Moves called certain that opened a mine are counted in the table and in JSON."""
    options = ("--player", "foreign:BoardSeed", "--player", "fast")
    boaster, honest = rows(run(*BENCH, *options))
    assert boaster["false_certain"] > 20
    assert honest["false_certain"] == 0
    text = run(*BENCH[:-1], *options).stdout
    assert "that it called certain opened a mine" in text
    (duel,) = rows(run("duel", "foreign:BoardSeed", "fast", "--games", "20", *LEVEL))
    assert duel["false_certain_a"] > 10
    assert duel["false_certain_b"] == 0


def _group(number: int) -> list[str]:
    """Return the command lines of the processes in a process group."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            group = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[2])
            if group == number:
                found.append((entry / "cmdline").read_text())
    return found


def test_control_c_while_a_cluster_starts(tmp_path: Path) -> None:
    """Ctrl-C that reaches the workers of a cluster before they are ready ends quietly."""
    code = "from sapper.cli import main; main()"
    words = ["bench", "--cluster", "local:2", "--player", "textbook", "--games", "100000"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    ) as running:
        wait_until(lambda: any("spawn_main" in each for each in _group(running.pid)), "a worker")
        os.killpg(running.pid, signal.SIGINT)
        _, complaint = running.communicate(timeout=60)
    assert running.returncode == 130
    assert complaint == b"sapper: interrupted before any games were counted: nothing is kept\n"
