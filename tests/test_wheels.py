"""How wheels are made and tried; `make wheel` itself takes minutes and is not run here."""

from __future__ import annotations

import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAKE = runpy.run_path(str(ROOT / "wheels" / "make.py"))


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        (["3.11", "3.12", "3.13"], ["3.11", "3.12"]),
        (["3.12", "3.13"], ["3.12"]),
        (["3.13"], ["3.13"]),
        (["3.11"], ["3.11"]),
    ],
)
def test_one_wheel_in_the_stable_abi(versions: list[str], expected: list[str]) -> None:
    """3.11 gets a separate wheel, and all later versions together one."""
    assert MAKE["builders"]({version: version for version in versions}) == expected


def test_oldest_python_is_the_one_that_the_package_takes() -> None:
    """Wheels are tried from the oldest Python on that the package allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={MAKE['VERSIONS'][0]}"


def test_the_repository_cannot_pass_for_a_wheel() -> None:
    """The trial refuses a Python that imports the package from the repository."""
    trial = [sys.executable, str(ROOT / "wheels" / "plays.py")]
    done = subprocess.run(trial, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "install a wheel first" in done.stderr
