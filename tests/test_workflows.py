"""The workflows of the public forge do what `make` does, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_is_a_make_target_that_exists(workflow: Path) -> None:
    """Each step runs `make` with one target of the Makefile, or an action with its version."""
    text = workflow.read_text(encoding="utf-8")
    [targets] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, flags=re.M)
    ran = re.findall(r"\brun:\s*(.*)$", text, flags=re.M)
    assert ran
    for command in ran:
        word, target = command.split()
        assert word == "make", command
        assert target in targets.split(), command
    for action in re.findall(r"\buses:\s*(\S+)", text):
        assert re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v[\d.]+", action), action


def test_tried_pythons_are_those_that_the_package_takes() -> None:
    """The oldest Python in the test matrix is the oldest that the package allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    [oldest] = re.findall(r'python: \["([\d.]+)"', text)
    assert project["requires-python"] == f">={oldest}"


def test_files_that_the_build_of_wheels_names_exist() -> None:
    """The command that tries each wheel names a file of the repository."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    [named] = re.findall(r"\{project\}/(\S+)", tool["cibuildwheel"]["test-command"])
    assert (ROOT / named).is_file()
