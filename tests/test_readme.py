from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

from sapper import FirstClick, Level, Tier
from sapper.batch.games import Series, play_games

README = Path(__file__).parent.parent / "README.md"
TECHNIQUES = README.parent / "docs" / "techniques.md"


def test_the_session_in_the_readme_is_true() -> None:
    """The README's sessions print what the README shows."""
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_the_guide_to_techniques_shows_each_with_its_true_reason() -> None:
    """The words of each technique are those of `explain`, and so is the picture above them."""
    pictures = README.parent / "docs" / "pictures"
    made = list(runpy.run_path(str(pictures / "make.py"))["techniques"]())
    guide = TECHNIQUES.read_text(encoding="utf-8")
    assert [reason.tier for _, reason, _ in made] == list(Tier)
    for name, reason, picture in made:
        lines = re.split(r"(?<=\.) (?=\d\. )", reason.text)
        quoted = "\n".join(f"> {line}" for line in lines)
        assert f"](pictures/{name}.svg)\n\n{quoted}\n\n" in guide
        assert (pictures / f"{name}.svg").read_text(encoding="utf-8") == picture + "\n"


def test_the_demo_shows_a_game_that_is_won() -> None:
    """The player of `make demo` wins its game."""
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    told = re.search(r"sapper watch --level expert --seed (\d+)", makefile)
    assert told is not None
    played = play_games(
        Series("master", Level.NAMED["expert"], FirstClick.SAFE, seed=int(told[1]), count=1)
    )
    assert played.won.all()
