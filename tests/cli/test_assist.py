"""The assistant on a real pseudo-terminal, with a person's answers from a known layout."""

from __future__ import annotations

import json
from pathlib import Path

from harness.pseudo_terminal import PseudoTerminal

from sapper.formatting import at, read_cell
from sapper.rules.board import Layout, Level
from sapper.rules.game import Game
from sapper.rules.view import FirstClick

LEVEL = "5x5/3"
PROMPT = r"(\w+) shows> "


def layout() -> Layout:
    """Return a layout that needs no guess after the corner."""
    game = Game(Level.parse(LEVEL), seed=1, first_click=FirstClick.ZERO)
    game.open((0, 0))
    assert game.layout is not None
    return game.layout


def number(cell: tuple[int, int]) -> str:
    return str(layout().clues()[layout().board.index(cell)])


def answer(terminal: PseudoTerminal, times: int) -> None:
    """Wait for the named cell and type its number; repeat this a number of times."""
    for _ in range(times):
        printed = terminal.expect(PROMPT)
        terminal.enter(number(read_cell(printed[1])))


def test_win() -> None:
    """Given true answers, the assistant opens all safe cells, lists the mines, and exits with 0."""
    with PseudoTerminal("assist", "--level", LEVEL) as terminal:
        assert terminal.expect(PROMPT)[1] == "A1", "it starts in the corner"
        terminal.enter(number((0, 0)))
        answer(terminal, 21)
        mines = " ".join(map(at, sorted(layout().mines)))
        terminal.expect("All safe cells are open")
        assert mines in terminal.expect(r"Mines \(3\): (.*)\n")[1]
        assert terminal.end() == 0


def test_loss() -> None:
    """A mine ends the game with 1."""
    with PseudoTerminal("assist") as terminal:
        terminal.expect(PROMPT)
        terminal.enter("mine")
        terminal.expect(r"A mine at A1: the game is lost")
        assert terminal.end() == 1


def test_contradiction() -> None:
    """A number that contradicts another is named, refused, and changes nothing."""
    with PseudoTerminal("assist") as terminal:
        terminal.expect(PROMPT)
        terminal.enter("0")
        terminal.expect(r"B1 shows> ")
        terminal.enter("1")
        terminal.expect(r"A2 shows> ")
        terminal.enter("8")
        terminal.expect(r"Refused: the 8 at A2 cannot be true")
        terminal.expect(r"A2 shows> ")
        terminal.enter("3")
        terminal.expect(r"Refused: .*the 0 at A1|Refused: the 3 at A2")
        terminal.expect(r"A2 shows> ")
        terminal.enter("2")
        terminal.expect(r"Now mined: A3 B3")
        terminal.expect(r"B2 shows> ")
        terminal.enter("1")
        terminal.expect(r"Refused: .*the 2 at A2.*the 1 at B2")
        terminal.expect(r"B2 shows> ")
        terminal.enter("quit")
        assert terminal.end() == 0


def test_undo() -> None:
    """Undo takes the last answer back, and asks for the same cell again."""
    with PseudoTerminal("assist", "--level", LEVEL) as terminal:
        terminal.expect(PROMPT)
        terminal.enter("0")
        terminal.expect(r"Now safe: B1 A2 B2")
        terminal.expect(PROMPT)
        terminal.enter("undo")
        terminal.expect(r"Taken back: A1")
        terminal.expect(r"Open A1, a guess")
        terminal.expect(r"A1 shows> ")
        terminal.enter("undo")
        terminal.expect("nothing to undo")
        terminal.expect(PROMPT)
        terminal.press(b"\x04")
        assert terminal.end() == 0, "the end of the input is like quit"


def test_resume_after_a_kill(tmp_path: Path) -> None:
    """A killed session continues where it was, and is won in the end."""
    arguments = ["assist", "--session", str(tmp_path / "game.json")]
    with PseudoTerminal(*arguments, "--level", LEVEL) as terminal:
        answer(terminal, 9)
        prompt = terminal.expect(PROMPT)[0]
        terminal.kill()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    with PseudoTerminal(*arguments) as terminal:
        terminal.expect("9 numbers are known already")
        again = terminal.expect(PROMPT)
        assert again[0] == prompt
        terminal.enter(number(read_cell(again[1])))
        answer(terminal, 12)
        terminal.expect("All safe cells are open")
        assert terminal.end() == 0
    assert len(json.loads((tmp_path / "game.json").read_text())["answers"]) == 22


def test_control_c(tmp_path: Path) -> None:
    """Ctrl-C exits at once without a message; the answers are saved."""
    with PseudoTerminal("assist", "--session", str(tmp_path / "game.json")) as terminal:
        terminal.expect(PROMPT)
        terminal.enter("0")
        terminal.expect(PROMPT)
        assert terminal.interrupt() == 130
        assert "Traceback" not in terminal.text
        assert terminal.text.endswith("\n"), "the shell's prompt begins on a new line"
    assert json.loads((tmp_path / "game.json").read_text())["answers"] == [[[0, 0, 0]]]
