from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

from sapper import FirstClick, Level, Tier, explain, read_view
from sapper.batch.games import Series, play_games

README = Path(__file__).parent.parent / "README.md"
TECHNIQUES = README.parent / "docs" / "techniques.md"


def test_the_session_in_the_readme_is_true() -> None:
    """The README's sessions print what the README shows."""
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_the_guide_to_techniques_shows_each_with_its_true_reason() -> None:
    """The words of each technique are those of `explain`."""
    positions = runpy.run_path(str(README.parent / "docs" / "pictures" / "make.py"))["TECHNIQUES"]
    guide = TECHNIQUES.read_text(encoding="utf-8")
    assert len(positions) == len(Tier)
    for tier, (position, cell) in zip(Tier, positions, strict=True):
        reason = explain(read_view(position), cell)
        assert reason.tier is tier
        assert f"| {reason} |" in guide


def test_the_demo_shows_a_game_that_is_won() -> None:
    """The player of `make demo` wins its game."""
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    told = re.search(r"sapper watch --level expert --seed (\d+)", makefile)
    assert told is not None
    played = play_games(
        Series("master", Level.NAMED["expert"], FirstClick.SAFE, seed=int(told[1]), count=1)
    )
    assert played.won.all()
