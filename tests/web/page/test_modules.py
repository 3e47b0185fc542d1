"""The page's modules that need no page, each tested alone in Node."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable  # Playwright brings a Node

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_module_of_the_page(file: Path) -> None:
    """Every test in the file passes, and there are some."""
    node, _ = compute_driver_executable()
    command = [node, "--test", "--test-reporter=tap", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout
