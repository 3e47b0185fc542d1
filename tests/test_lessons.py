"""The lessons in docs/learn show what they give, and can be followed in order."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from harness.scale import cases

FOLDER = Path(__file__).parent.parent / "docs" / "learn"
LESSONS = sorted(FOLDER.glob("*.ipynb"))


def words(lesson: Path) -> str:
    notebook: dict[str, Any] = json.loads(lesson.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    return "\n".join("".join(cell["source"]) for cell in cells)


@pytest.mark.parametrize("lesson", cases(LESSONS[:4], LESSONS[4:]), ids=lambda lesson: lesson.stem)
def test_a_lesson_shows_what_it_gives(lesson: Path) -> None:
    """Run again in order, every cell prints and draws what is kept in it."""
    command = [sys.executable, str(FOLDER / "run.py"), "--check", str(lesson)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_lesson_leads_to_the_next() -> None:
    """There are five lessons; each but the last ends with a link to the next."""
    assert [lesson.name[0] for lesson in LESSONS] == list("12345")
    for lesson, following in pairwise(LESSONS):
        assert f"({following.name})" in words(lesson).splitlines()[-1]


def test_links_of_lessons_resolve() -> None:
    """Every relative link of a lesson leads to a file."""
    for lesson in LESSONS:
        for link in re.findall(r"\]\(([^)\s]+)\)", words(lesson)):
            assert (FOLDER / link).exists(), (lesson.name, link)


def test_every_lesson_has_exercises_and_answers() -> None:
    """A reader can try, and then compare."""
    for lesson in LESSONS:
        assert "## Exercises" in words(lesson)
        assert "### Answers" in words(lesson)
