from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.pseudo_terminal import PseudoTerminal
from typer.testing import Result

from sapper.cli.risk_picture import risk_picture
from sapper.engine import analyse
from sapper.formatting import at, column_label, share
from sapper.knowledge import explain
from sapper.rules.board import Level
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json
from sapper.rules.notation import read_view
from sapper.rules.rendering import Sign
from sapper.rules.view import View

Run = Callable[..., Result]

POSITION = "4x2/1\n1 1 . .\n# 1 . .\n"
CASES = "6x6/8\n######\n######\n#2113#\n#1..2#\n#2222#\n######\n"
ONLY_COUNTING = "###\n1#3\n###\n"
GUESS = "3x3/2\n1 # #\n# # #\n# # F\n"


def test_reasons(run: Run) -> None:
    """Each certain cell is listed with its reason, and marked in the picture."""
    result = run("solve", "--ascii", typed=POSITION)
    assert result.exit_code == 0
    assert "2 |  *  1  .  ." in result.output
    why = "A2 (one clue)\n  The 1 at A1 has only one unopened neighbour: A2 is a mine.\n"
    assert why in result.output


def test_reasons_are_those_of_why(run: Run) -> None:
    """Text and JSON have the technique, the clues and the steps that explain gives."""
    view = read_view(CASES)
    data = json.loads(run("solve", "--json", typed=CASES).output)
    output = run("solve", "--ascii", typed=CASES).output
    assert any(entry["tier"] == "cases" for entry in data["reasons"])
    for entry in data["reasons"]:
        reason = explain(view, tuple(entry["cell"]))
        assert entry["tier"] == str(reason.tier)
        assert [tuple(clue) for clue in entry["clues"]] == list(reason.clues)
        assert [step["text"] for step in entry["steps"]] == list(reason.sentences)
        assert f"{at(reason.cell)} ({reason.tier}) {reason.text} " in " ".join(output.split())


def test_a_position_whose_reason_was_hard_to_word(run: Run) -> None:
    """Every certain cell of this position has a reason."""
    position = "# # 2 # # 2\n1 # # # 4 #\n# 2 1 # # 3\n# # # # # #\n"
    result = run("solve", typed=position)
    assert result.exit_code == 0
    assert "D1 (cases)\n  1. Suppose D1 were safe.\n" in result.output


def test_reasons_beyond_the_three_rules(run: Run) -> None:
    """What the three rules do not find is explained by a harder technique."""
    output = run("solve", "--ascii", typed=ONLY_COUNTING).output
    assert "A1 and A3 (overlap)\n  The 3 at C2 can have at most 2 mines in C1 and C3" in output
    assert "C1 and C3 (overlap)\n  The 1 at A2 allows at most one mine in B1, B2 and B3." in output
    assert "Open A1, which is safe.\n" in output


def test_the_best_guess(run: Run) -> None:
    """With nothing certain the exit code is 1; the risks and the best guess are shown."""
    result = run("solve", "--ascii", typed=GUESS)
    assert result.exit_code == 1
    assert result.output == (
        "     A  B  C\n"
        "1 |  1 33[20]\n"
        "2 | 33 33 20\n"
        "3 | 20 20F20\n"
        "\n"
        "Nothing is certain: 0 safe, 0 mines, 8 unsure.\n"
        "Open C1, the best guess. Its risk is 20.0 %, the least there is. The chance "
        "that its number shows a safe cell is 33.3 % (20.0 % for a 0). The game is won "
        "from here about 73.3 % of the time.\n"
        "  cell    risk  shows a safe cell    wins\n"
        "  C1    20.0 %             33.3 %  73.3 %\n"
        "  C2    20.0 %             46.7 %  73.3 %\n"
        "  A3    20.0 %             33.3 %  73.3 %\n"
        "  B3    20.0 %             46.7 %  73.3 %\n"
        "  B1    33.3 %             66.7 %  66.7 %\n"
        "15 layouts fit and all risks are exact.\n"
    )


def test_trusted_flags(run: Run) -> None:
    """A trusted flag is a mine, which makes other cells safe; alone it is not a finding."""
    output = run("solve", "--flags", "trust", typed="4x1/1\n#1F#\n").output
    assert "A1\n  The 1 at B1 has all its mines already: A1 is safe.\n" in output
    assert "(1 flag trusted)" in output
    assert run("solve", "--flags", "trust", typed=GUESS.replace("/2", "/3")).exit_code == 1
    result = run("solve", "--flags", "trust", typed="F0\n")
    assert result.exit_code == 2
    assert "B1" in result.stderr


def test_density(run: Run) -> None:
    """For an unknown total the assumed density is printed; a known total needs none."""
    output = run("solve", typed="###\n").output
    assert "assume a density of 0.2." in output
    assert "20 20" in output
    output = run("solve", "--density", "0.35", typed="###\n").output
    assert "assume a density of 0.35." in output
    assert "35 35" in output
    assert "Its risk is 35.0 %" in output, "the reason goes by the same density"
    assert "density" not in run("solve", typed=GUESS).output
    assert run("solve", "--density", "0.3", typed=GUESS).exit_code == 2
    for wrong in ("0", "1", "-1", "nan", "2"):
        assert run("solve", f"--density={wrong}", typed="###\n").exit_code == 2


def test_a_budget(run: Run) -> None:
    """What would take more than --steps is estimated, and the output says so."""
    wide = "\n".join("#2" * 10 + "#" if row % 2 else "#" * 21 for row in range(21))
    output = run("solve", "--steps", "0", typed=wide).output
    assert "risk is about " in output
    assert "The risks of 341 cells are estimates" in output
    assert run("solve", "--steps=-1", typed=wide).exit_code == 2


def test_many_layouts(run: Run) -> None:
    """A small number of layouts is written out, a large one as a power of ten."""
    assert "1,048,576 layouts fit" in run("solve", typed="#" * 20).output
    assert "About 10^30.1 layouts fit" in run("solve", typed="#" * 100).output


def test_a_contradiction_beyond_the_rules(run: Run) -> None:
    """A position that only the engine knows to be impossible is refused, and a clue is named."""
    result = run("solve", typed=ONLY_COUNTING.replace("3", "4"))
    assert (result.exit_code, result.output) == (2, result.stderr)
    assert result.stderr == "sapper: the clue at C2 contradicts the clues near it\n"


def test_a_file_and_json(run: Run, tmp_path: Path) -> None:
    """Files and standard input are read alike; JSON has risks, best move and reasons."""
    (file := tmp_path / "position.txt").write_text("0 1 #\n# 1 #\n# 1 #\n")
    data = json.loads(run("solve", "--json", str(file)).output)
    assert data["safe"] == [[0, 2], [1, 0], [2, 0], [2, 2]]
    assert data["mines"] == [[1, 2]]
    assert data["risk"] == [[None, None, 0], [0, None, 1], [0, None, 0]]
    assert (data["layouts"], data["exact"], data["density"]) == (1, True, 0.2)
    why = "There is no mine around the 0 at A1: A2 is safe."
    assert data["reasons"][1] == {
        "cell": [1, 0],
        "mine": False,
        "reason": why,
        "tier": "one clue",
        "clues": [[0, 0]],
        "cells": [[1, 0]],
        "uses_mine_count": False,
        "minimal": True,
        "steps": [
            {
                "text": why,
                "clues": [[0, 0]],
                "cells": [[1, 0]],
                "kind": "alone",
                "said": [{"clue": [0, 0], "cells": [[1, 0]], "mines": 0}],
                "follows": {"cells": [[1, 0]], "mines": 0},
                "uses": [],
            }
        ],
    }
    assert [entry["cell"] for entry in data["reasons"] if entry["mine"]] == [[1, 2]]
    assert data["best"] == {"cell": [1, 0], "certain": True, "risk": 0, "reason": why}


@pytest.mark.parametrize("position", [". .\n", "###\n" * 3, GUESS, "\n".join(["#" * 190] * 90)])
def test_json_is_json(run: Run, position: str) -> None:
    """The JSON is valid even without floating cells or with too many layouts for a float."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    assert json.loads(run("solve", "--json", typed=position).output, parse_constant=refuse)


def test_a_guess_shows_its_candidates(run: Run) -> None:
    """The best guesses are a table of risk, opening up and winning; the JSON has the numbers."""
    position = "3x2/2\n1 # #\n# # #\n"
    lines = run("solve", typed=position).output.splitlines()
    head = lines.index("  cell    risk  shows a safe cell    wins")
    assert max(map(len, lines[head : head + 6])) < 80
    data = json.loads(run("solve", "--json", typed=position).output)
    assert data["candidates"][0]["cell"] == data["best"]["cell"]
    assert data["candidates"][0]["chance"] == pytest.approx(data["chance"])
    for line, each in zip(lines[head + 1 :], data["candidates"], strict=False):
        shares = [share(each[name]) for name in ("risk", "progress", "chance")]
        assert line.split() == [at(tuple(each["cell"])), *" ".join(shares).split()]
    answer = json.loads(run("why", "--json", "-", "B1", typed=position).output)
    assert answer["candidates"] == data["candidates"]
    assert run("why", "-", "B1", typed=position).output.splitlines()[-1] == lines[head + 5]


def test_all_open(run: Run) -> None:
    """A finished board has nothing to find."""
    assert run("solve", typed=". .\n").exit_code == 0


def test_the_mine_total_helps(run: Run) -> None:
    """If all mines are found, every other cell is safe; too many mines are bad input."""
    output = run("solve", typed="5x1/1\n1####\n").output
    assert (
        output.count("There is only one mine, and the 1 at A1 needs it. So none is left for") == 3
    )
    assert "mine count" not in run("solve", typed="1####\n").output
    assert run("solve", typed="5x1/1\n#1.1#\n").exit_code == 2


def test_a_promised_first_click(run: Run) -> None:
    """Before the first click, the cell that the game promises to be safe is named."""
    output = run("solve", typed="9x9/10 zero\n" + "#########\n" * 9).output
    assert "Open C3. The first cell is safe by the rules of this game." in output


def test_a_wrong_flag(run: Run) -> None:
    """Flags prove nothing; one on a safe cell is called wrong."""
    assert "The flag at B1 is wrong." in run("solve", typed="0F\n").output


def test_contradiction(run: Run) -> None:
    """Clues that contradict one another are bad input and are named."""
    result = run("solve", typed="0 3\n# #\n")
    assert result.exit_code == 2
    assert "B1" in result.stderr


def test_a_game_as_json(run: Run) -> None:
    """The JSON of a whole game is read as its view."""
    game = Game(Level.parse("beginner"), seed=3)
    game.open((3, 3))
    assert run("solve", typed=json.dumps(game_to_json(game))).exit_code == 0


def test_a_picture_in_bands() -> None:
    """On a narrow terminal the columns are drawn in bands that fit; no column is left out."""
    view = View(2, 30, 12)
    risk = analyse(view).risk
    drawn = risk_picture(view, risk, {(0, 29): Sign.CHOSEN}, ascii_only=True, columns=80)
    lines = drawn.split("\n")
    assert max(map(len, lines)) <= 80
    assert drawn.count("20") == view.board.size
    assert [name for line in lines if "|" not in line for name in line.split()] == [
        column_label(column) for column in range(30)
    ]
    whole = risk_picture(view, risk, {}, ascii_only=True)
    assert len(whole.split("\n")) == 3


def test_a_cropped_picture() -> None:
    """Of a large board only the top left corner is drawn, with a note; columns do not touch."""
    view = View(201, 300, 9)
    *lines, last = risk_picture(view, analyse(view).risk, {}, ascii_only=True).split("\n")
    assert last == "(rows 1-200 of 201 and columns A-GR of 300 are shown)"
    assert len(lines) == 201
    assert lines[0].split()[-1] == "GR"


@pytest.mark.parametrize(("mines", "risk"), [(2, b"28m2"), (12, b"130m20"), (50, b"160m88")])
def test_colours_on_a_terminal(tmp_path: Path, mines: int, risk: bytes) -> None:
    """On a terminal low risks are green and high ones red, and the picture fits its width."""
    position = f"30x2/{mines}\n1{'#' * 29}\n{'#' * 30}\n"
    (file := tmp_path / "position.txt").write_text(position)
    with PseudoTerminal("solve", str(file)) as terminal:
        assert terminal.end() == 1
        picture, _, _ = terminal.text.partition("Nothing")
        assert max(len(line) for line in picture.split("\n")) <= 80
        assert terminal.raw.count(b"\x1b[38;5;" + risk + b"\x1b[0m") >= 55


BEGINNER = """9x9/10
. 1 # # # # # # #
. 1 1 1 1 # # # #
. . . . 1 # 1 1 1
. . . . 1 1 1 . .
. . . . . . . . .
1 1 2 1 1 1 1 1 .
# # # # # # # 2 1
# # # # # # # # #
# # # # # # # # #
"""


def test_the_picture_comes_first_and_the_answer_last(run: Run) -> None:
    """The picture is at the top, then the reasons; the move to make is below them."""
    lines = run("solve", typed=BEGINNER).output.splitlines()
    assert lines[0].split() == list("ABCDEFGHI")
    assert lines[-2] == "Open D1, which is safe."


def test_cells_are_grouped_by_reason(run: Run) -> None:
    """Each certain cell is named once, with a reason that proves it; one reason may prove more."""
    output = run("solve", typed=BEGINNER).output
    heads = [line for line in output.splitlines() if line.endswith(")") and line[0].isalpha()]
    named = [cell for head in heads for cell in re.findall(r"\b[A-I][1-9]\b", head)]
    answer = json.loads(run("solve", "--json", typed=BEGINNER).output)
    certain = [f"{chr(65 + column)}{row + 1}" for row, column in answer["safe"] + answer["mines"]]
    assert sorted(named) == sorted(certain)
    assert "D1, E1 and F1 (subset)" in heads
    assert "needs no other mine: D1, E1 and F1 are safe." in output
