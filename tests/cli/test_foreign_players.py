"""Commands with a player of another author: no result is ever missing behind exit code 0."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

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
@pytest.mark.parametrize("command", ["bench --player own:Mine", "duel own:Mine random"])
def test_a_module_that_leaves_is_refused(
    process: Process, tmp_path: Path, code: str, command: str
) -> None:
    """A module that ends its process while it is imported is bad input, not a finished run."""
    (tmp_path / "own.py").write_text(code)
    result = process(*command.split(), "--games", "2")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"own:Mine" in result.stderr
