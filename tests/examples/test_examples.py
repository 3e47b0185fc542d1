"""The examples for researchers run, and show what they say they show."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sapper import SapperError

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_random_agent(capsys: pytest.CaptureFixture[str]) -> None:
    """A random agent plays many games and says how many it won."""
    games, wins = example("random_agent")["main"](boards=64, steps=40)
    assert games > 100
    assert wins < games / 4
    assert f"{games} games, {wins} won" in capsys.readouterr().out


def test_arena_compare(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A user's own player is compared with Sapper's on the same boards."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import arena_compare  # type: ignore[import-not-found]  # found by the line above

    mine, theirs = arena_compare.main(games=20)
    assert (mine.games, theirs.games) == (20, 20)
    assert theirs.wins > mine.wins
    assert not mine.failures
    assert "of 20 boards each" in capsys.readouterr().out


def run(name: str, folder: Path) -> str:
    """Run an example as a user does, from another folder; return what it prints."""
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_arena_compare_as_a_user_runs_it(tmp_path: Path) -> None:
    """It plays 200 boards with both players, and names them with their win rates."""
    printed = run("arena_compare.py", tmp_path)
    assert re.search(r"^arena_compare:Border +[0-9.]+ % \[", printed, re.MULTILINE)
    assert "of 200 boards each" in printed


def test_arena_compare_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a player cannot be loaded, it says so instead of printing 0 %."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import arena_compare

    with pytest.raises((SystemExit, SapperError), match="arena_compare:Nobody"):
        arena_compare.main(games=2, mine="arena_compare:Nobody")


def test_random_agent_as_a_user_runs_it(tmp_path: Path) -> None:
    """It says how many games it played and won."""
    assert re.search(r"[0-9]+ games, [0-9]+ won", run("random_agent.py", tmp_path))


def test_train_policy(capsys: pytest.CaptureFixture[str]) -> None:
    """In a tiny setting the loss falls, and win rates come with n and an interval."""
    pytest.importorskip(
        "torch",
        reason="there is no torch, which only an example needs: .venv/bin/pip install torch",
    )
    wins = example("train_policy")["main"](positions=800, epochs=2, games=20)
    output = capsys.readouterr().out
    losses = [float(line.split()[-1]) for line in output.splitlines() if line.startswith("epoch")]
    assert losses[1] < losses[0]
    assert len(wins) == 3
    assert output.count("of 20 games won") == 3
    assert "torch" in sys.modules
