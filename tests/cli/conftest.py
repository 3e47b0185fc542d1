"""Run commands in this process where that is enough, otherwise in a new one."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sapper.cli import app, console

Run = Callable[..., Result]
Complaint = Callable[..., str]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run() -> Run:
    """Return a function that runs a command within this process."""

    def run_command(*arguments: str, typed: str | bytes = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=typed)

    return run_command


@pytest.fixture
def complaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Complaint:
    """Return a function that runs a command in an empty directory and returns its error message.

    It checks that this is one line, that nothing else was printed, and the exit code 2.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))

    def complaint_about(*arguments: str) -> str:
        assert console.run(app, list(arguments)) == 2
        printed, complaint = capsys.readouterr()
        assert printed == ""
        assert complaint.startswith("sapper: ")
        assert complaint.count("\n") == 1
        return complaint

    return complaint_about


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """Return a function that runs a command as its own process, in an empty directory."""

    def run_process(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        code = "from sapper.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            input=typed,
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )

    return run_process
