"""The examples for researchers run, and show what they say they show."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

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


def test_train_policy(capsys: pytest.CaptureFixture[str]) -> None:
    """In a tiny setting the loss falls, and win rates come with n and an interval."""
    pytest.importorskip(
        "torch",
        reason="there is no torch, which only an example needs: .venv/bin/pip install torch",
    )
    wins = example("train_policy")["main"](positions=800, epochs=2, games=20)
    told = capsys.readouterr().out
    losses = [float(line.split()[-1]) for line in told.splitlines() if line.startswith("epoch")]
    assert losses[1] < losses[0]
    assert len(wins) == 3
    assert told.count("of 20 games won") == 3
    assert "torch" in sys.modules
