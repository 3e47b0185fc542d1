from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_in_the_readme_is_true() -> None:
    """What the README types gives what the README shows."""
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_pictures_of_the_readme_exist() -> None:
    """Every picture that the README shows is in the repository."""
    lines = README.read_text(encoding="utf-8").splitlines()
    shown = [line.split("](")[1].rstrip(")") for line in lines if line.startswith("![")]
    assert shown
    assert all((README.parent / path).is_file() for path in shown)
