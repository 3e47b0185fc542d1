"""The README's commands, typed one after the other in one directory, all work."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from typer.testing import Result

if TYPE_CHECKING:
    import pytest

Run = Callable[..., Result]

README = Path(__file__).parents[2] / "README.md"
QUICK = {"solve", "new", "why", "grade", "metrics", "watch", "review"}


def quick_commands() -> list[str]:
    """Return the commands of the README's table that end soon and need no person."""
    rows = [line for line in README.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    named = [text for row in rows for text in re.findall(r"`sapper ([^`]+)`", row)]
    without_own = [text for text in named if "mymodule" not in text and "expert" not in text]
    return [text for text in without_own if text.split()[0] in QUICK]


def test_what_the_readme_types_works_in_its_order(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command reads files that the README shows or that an earlier command wrote."""
    monkeypatch.chdir(tmp_path)
    position = re.search(r"```\n(mines 3\n[^`]*)```", README.read_text(encoding="utf-8"))
    assert position is not None
    Path("position.txt").write_text(position[1], encoding="utf-8")
    commands = quick_commands()
    assert {text.split()[0] for text in commands} == QUICK
    for command in commands:
        if "sapper-history.json" in command:
            keep_as_history(Path("game.json"), Path("sapper-history.json"))
        words, _, file = command.partition(" > ")
        told = run(*shlex.split(words))
        assert told.exit_code in (0, 1), (command, told.output)
        if file:
            Path(file).write_text(told.stdout, encoding="utf-8")


def keep_as_history(game: Path, history: Path) -> None:
    """Write a game as the page exports it."""
    document = {
        "sapper": "history",
        "version": 1,
        "games": [{"game": json.loads(game.read_text())}],
    }
    history.write_text(json.dumps(document))
