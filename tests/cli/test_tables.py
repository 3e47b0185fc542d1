"""Tables and paragraphs on terminals of any width, and in a pipe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from harness.pseudo_terminal import PseudoTerminal
from typer.testing import Result

from sapper.cli import paragraphs, tables

Run = Callable[..., Result]

ROWS = [
    {"player": "cmd:./my-solver --depth 4 --fast", "games": "1,000", "interval": "55.50 – 99.75"},
    {"player": "least-risk", "games": "20", "interval": "23.06 – 68.47"},
    {"player": "目隠し", "games": "9", "interval": "0.00 – 1.00"},
]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("columns", [1, 20, 33, 34, 36, 40, 50, 65, 66, 80, 200, None])
def test_a_table_loses_nothing(
    columns: int | None,
    ascii_only: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """At any width each number stands whole on one line; a pipe has a line for each row."""
    monkeypatch.setattr(tables, "terminal_columns", lambda: columns)
    tables.print_table(ROWS, left=("player",), folds="player", ascii_only=ascii_only)
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert "…" not in shown
    for row in ROWS:
        assert all(row[name] in shown for name in ("games", "interval"))
    assert all("".join(row["player"].split()) in "".join(shown.split()) for row in ROWS[1:])
    if columns is None:
        assert len(lines) == len(ROWS) + 2
    else:
        listed = "player    " in lines[0] and ROWS[0]["player"] in lines[0]
        assert listed is (tables.least_width(ROWS, "player") > columns)
        assert listed or max(map(len, lines)) <= columns


def test_a_narrow_terminal_gets_a_list() -> None:
    """At 36 columns bench names the player and writes every figure out."""
    words = ("--player", "textbook", "--level", "4x4/1", "--games", "2", "--seed", "1")
    with PseudoTerminal("bench", *words, columns=36) as terminal:
        assert terminal.end() == 0
        lines = [line.split("  ")[0] for line in terminal.text.splitlines() if "  " in line]
    assert lines[-5:] == ["player", "win rate", "95 % interval", "games/s", "guesses"]


def test_no_line_of_a_pipe_is_broken(run: Run) -> None:
    """In a pipe an id, a note and a step of a reason stand on one line, however long."""
    shown = run("watch", "--level", "30x1/3", "--seed", "3", "--player", "textbook").output
    notes = [line for line in shown.splitlines() if line.startswith("Move ")]
    assert max(map(len, notes)) > 80
    assert all(line.endswith(".") for line in notes)
    assert paragraphs.wrapped("word " * 100) == ("word " * 100).strip()


def test_a_long_word_is_not_broken_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a board can be copied from a terminal that is narrower; the rest is broken."""
    monkeypatch.setattr(paragraphs, "terminal_columns", lambda: 30)
    name = "30x16x99-safe-1234567890-15-29-7"
    assert name in paragraphs.wrapped(f"board id: {name} and more").split("\n")
    assert max(map(len, paragraphs.wrapped("word " * 100).split("\n"))) < 30
