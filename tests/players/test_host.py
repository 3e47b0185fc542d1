from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from harness.programs import bad_program, program, running
from harness.waiting import PATIENCE, wait_until

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk
from sapper.players.host import Program, hosted
from sapper.rules.board import Level
from sapper.rules.view import FirstClick, View


def play(player: str, move_seconds: float | None = None) -> ChunkResult:
    """Let a player play two games."""
    level, rule = Level.NAMED["beginner"], FirstClick.SAFE
    contest = Contest(player, level, rule, seed=5, move_seconds=move_seconds)
    return play_chunk(Task(contest, row=0, start=0, count=2))


@pytest.mark.parametrize(
    ("kind", "reason", "example"),
    [
        ("hang", "no answer in time", "no answer within 0.4 s"),
        ("child", "no answer in time", "no answer within 0.4 s"),
        ("trickle", "no answer in time", "no answer within 0.4 s"),
        ("halves", "no answer in time", "no answer within 0.4 s"),
        ("orphan", "no answer in time", "no answer within 0.4 s"),
        ("orphan-left", "crashed", "ended with exit code 0"),
        ("noise", "crashed", r"ended with exit code 1: \x1b[2J"),
        ("crash", "crashed", "ended with exit code 1: ZeroDivisionError: oops"),
        ("exit", "crashed", "ended with exit code 7"),
        ("flood", "flood", "wrote a line of more than 4096 bytes"),
        ("mines without end", "flood", "reported more mines than the board has cells"),
        ("nonsense", "nonsense", "answered 'move a b'"),
        ("huge", "nonsense", "answered 'move 999"),
        ("mines", "nonsense", "answered 'mine 99 99'"),
        ("risky", "nonsense", "answered 'move 0 0 guess risk nan'"),
        ("rude", "nonsense", "answered 'what?' to hello"),
        ("twice", "nonsense", "wrote a line that nobody requested"),
        ("again", "illegal move", "cell A1 is open already"),
        ("off", "illegal move", "off the board"),
    ],
)
def test_a_bad_program_loses_its_games_and_nothing_else(
    tmp_path: Path, kind: str, reason: str, example: str
) -> None:
    """Whatever a program does, its games are lost with the reason, and no process is left."""
    patience = 0.4 if reason == "no answer in time" else None
    played = play(bad_program(tmp_path, kind), move_seconds=patience)
    assert played.won.tolist() == [False, False]
    [(found, failure)] = played.failures.items()
    assert (found, failure.count, failure.game) == (reason, 2, 0)
    assert example in failure.example
    wait_until(lambda: not running(str(tmp_path / "bad.py")), "the end of the program")


def test_a_program_that_stops_is_at_no_fault(tmp_path: Path) -> None:
    """A game that a program stops is not won, but is not a failure."""
    played = play(bad_program(tmp_path, "stop"))
    assert (played.won.tolist(), played.failures) == ([False, False], {})


def test_an_interrupted_question_is_not_answered_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that was interrupted gets no other game: its answer may still be on its way."""
    kind = hosted(bad_program(tmp_path, "stop").removeprefix("cmd:"))
    kind.check()
    player = kind(0)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Program, "_wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player.move(View(9, 9))
    player.close()
    assert not running(str(tmp_path / "bad.py"))


def test_a_program_that_cannot_be_run_loses_its_games(tmp_path: Path) -> None:
    """A file that is not a program is reported as such, with the system's reason."""
    path = tmp_path / "empty"
    path.write_text("no program")
    path.chmod(0o755)
    [(reason, failure)] = play(program(path)).failures.items()
    assert (reason, failure.count, failure.example) == ("did not start", 2, "Exec format error")


def test_killing_the_host_ends_its_programs(tmp_path: Path) -> None:
    """Even if the run is killed without warning, its programs and theirs do not stay."""
    path, player = tmp_path / "bad.py", bad_program(tmp_path, "orphan")
    command = [sys.executable, "-m", "sapper", "bench", "--player", player]
    with subprocess.Popen([*command, "--move-seconds", "1000"], stderr=subprocess.DEVNULL) as host:
        wait_until(lambda: len(running(f"{path}\0orphan")) >= 3, "a supervised orphan")
        host.kill()
    wait_until(lambda: not running(f"{path}\0orphan"), "the end of the programs")
    assert host.returncode == -signal.SIGKILL
    assert running(f"{path}\0orphan") == []


def test_ctrl_c_leaves_no_program_behind(tmp_path: Path) -> None:
    """Ctrl-C ends a run and its hanging programs at once."""
    player, path = bad_program(tmp_path, "hang"), tmp_path / "bad.py"
    command = [sys.executable, "-c", "from sapper.cli import main; main()", "bench"]
    options = ["--player", player, "--threads", "2"]
    going = subprocess.Popen(
        [*command, *options, "--level", "beginner", "--move-seconds", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    )
    # as separate words: not our own command line
    wait_until(lambda: len(running(f"{path}\0hang")) >= 4, "two supervised programs")
    os.killpg(going.pid, signal.SIGINT)
    _, errors = going.communicate(timeout=PATIENCE)
    assert going.returncode == 130
    assert errors == b"sapper: interrupted before any games were counted: nothing is kept\n"
    wait_until(lambda: not running(str(path)), "the end of its programs")


def test_ctrl_c_while_workers_start_is_not_lost() -> None:
    """Ctrl-C ends a run whose worker processes are not up yet, without a traceback."""
    command = [sys.executable, "-c", "from sapper.cli import main; main()", "bench"]
    going = subprocess.Popen(
        [*command, "--player", "textbook", "--games", "1000000", "--threads", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{going.pid}/task/{going.pid}/children")
    wait_until(children.read_text, "the first process that it starts")
    os.killpg(going.pid, signal.SIGINT)
    _, errors = going.communicate(timeout=PATIENCE)
    assert going.returncode == 130
    assert errors == b"sapper: interrupted before any games were counted: nothing is kept\n"
