from __future__ import annotations

import re
import runpy
from pathlib import Path

from sapper import FirstClick, Level, Technique
from sapper.batch.games import Series, play_games
from sapper.training import LESSONS

README = Path(__file__).parent.parent / "README.md"
TECHNIQUES = README.parent / "docs" / "techniques.md"


def test_the_guide_to_techniques_teaches_the_lessons() -> None:
    """The guide has the words and the pictures of every lesson, and each needs its technique."""
    pictures = README.parent / "docs" / "pictures"
    made = runpy.run_path(str(pictures / "make.py"))
    assert made["section"]() in TECHNIQUES.read_text(encoding="utf-8")
    for name, picture in made["pictures"]():
        assert (pictures / f"{name}.svg").read_text(encoding="utf-8") == picture + "\n"
    assert list(LESSONS) == list(Technique)
    for technique, lesson in LESSONS.items():
        if lesson.proof is None:
            assert lesson.advice.best == lesson.cell
        else:
            assert lesson.proof.reason is not None
            assert lesson.proof.reason.tier is technique.tier


def test_the_demo_shows_a_game_that_is_won() -> None:
    """The player of `make demo` wins its game."""
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    command = re.search(r"sapper watch --level expert --seed (\d+)", makefile)
    assert command is not None
    played = play_games(
        Series("master", Level.NAMED["expert"], FirstClick.SAFE, seed=int(command[1]), count=1)
    )
    assert played.won.all()
