from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from oracles.naive_knowledge import layouts_fitting

from sapper.engine import Candidate, analyse
from sapper.formatting import at, percent, read_cell
from sapper.players import Move
from sapper.players.guessing import explain_guess
from sapper.rules.board import Board, Cell, Layout
from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.notation import read_view
from sapper.rules.view import View, ViewWriter

CLAIM = re.compile(r"([\w, ]+?),? or ([\w, ]+): a toss-up that no number can settle")
NAME = re.compile(r"[A-Z]+\d+")


def reason(view: View, cell: Cell, chance: float | None = None) -> str:
    return explain_guess(view, Move(cell, False, "asked for", chance=chance))


def test_risk_promise_and_what_it_settles() -> None:
    """An enclosed pair is named as an unavoidable guess."""
    text = reason(read_view("mines 1\n. 1 #\n. 1 #\n"), (0, 2), chance=0.5)
    assert "50.0 %, the least there is" in text
    assert "C1 or C2: a toss-up that no number can settle" in text
    assert "has to be guessed sooner or later, so it may as well be now." in text
    assert "won from here about 50.0 %" in text


def test_more_than_the_least_risk() -> None:
    """A riskier cell is set against the safest one."""
    view = read_view("mines 2\n1 # # #\n# # # #\n# # # #\n")
    text = reason(view, (0, 1))
    assert ". The least is " in text
    assert "its number shows a safe cell" in text
    assert "promises less for the whole game" in reason(view, (0, 1), chance=0.4)


def test_what_speaks_for_a_riskier_cell() -> None:
    """It is set against the safest candidate; opening up is named only where it is better."""
    view = read_view("mines 2\n1 # # #\n# # # #\n# # # #\n")
    least = analyse(view).best()
    assert least is not None
    risk, safest = analyse(view).risk[0, 1], analyse(view).risk[least]
    for progress, words in ((0.4, "but more often shows a safe cell, and wins"), (0.1, "but wins")):
        found = (Candidate((0, 1), risk, progress, 0.5), Candidate(least, safest, 0.2, 0.4))
        move = Move((0, 1), False, "a guess", risk=risk, chance=0.5, candidates=found)
        text = explain_guess(view, move)
        figures = f"({percent(risk)} against {percent(safest)})"
        assert text.startswith(f"B1 is riskier than {at(least)} {figures}, {words} more often.")
    level = found[0]._replace(chance=0.4)
    move = Move((0, 1), False, "a guess", risk=risk, chance=0.4, candidates=(level, found[1]))
    assert "riskier" not in explain_guess(view, move)


@pytest.mark.parametrize("position", ["# 1 # 1 # # .\n", "mines 2\n# 1 # 1 # # #\n"])
def test_a_pair_that_another_clue_may_decide_is_not_unavoidable(position: str) -> None:
    """A clue that sees one cell of the pair, and others, may decide it later."""
    assert "toss-up" not in reason(read_view(position), (0, 2))


def test_an_unavoidable_guess_waits_for_what_is_safe() -> None:
    """No guess is advised while a cell is safe."""
    text = reason(read_view("# 1 # . #\n# 1 # . 0\n"), (0, 0))
    assert "It has to be guessed sooner or later." in text
    assert "now" not in text


def test_a_chain_of_pairs_is_one_toss_up() -> None:
    """Pairs that share cells are settled by one guess, and named as one."""
    text = reason(read_view("mines 2\n# 1 # 1 # 1 #\n"), (0, 4))
    assert "A1 and E1, or C1 and G1: a toss-up that no number can settle. It has" in text


def test_sides_of_different_size_are_no_toss_up() -> None:
    """The number of mines may tell them apart."""
    assert "toss-up" not in reason(read_view("# 1 # 1 #\n"), (0, 2))


def test_no_number_ever_decides_what_is_called_a_toss_up() -> None:
    """Exchanging the sides in any layout that fits gives one that fits, with the same numbers."""
    dice, sizes = random.Random(5), Counter[int]()
    for _ in range(600):
        board = Board(dice.randint(2, 4), dice.randint(3, 5))
        layout = Layout.of(board, [cell for cell in board if dice.random() < 0.3])
        shown = ViewWriter(board.height, board.width)
        for index, clue in enumerate(layout.clues()):
            if not layout.mask[index] and dice.random() < 0.8:
                shown.reveal(board.cell(index), clue)
        view = shown.view
        for cell in view.unopened:
            for match in CLAIM.finditer(reason(view, cell)):
                sides = [set(map(read_cell, NAME.findall(side))) for side in match.groups()]
                assert cell in sides[0]
                assert_exchangeable(view, *sides)
                sizes[len(sides[0])] += 1
    assert sizes[1] > 10
    assert sizes[2] > 3


def assert_exchangeable(view: View, ours: set[Cell], theirs: set[Cell]) -> None:
    clues = {cell: view[cell] for cell in view.opened}
    both = ours | theirs
    for mines in layouts_fitting(view.board, clues):
        assert both & set(mines) in (ours, theirs)
        here = Layout.of(view.board, mines)
        other = Layout.of(view.board, set(mines) ^ both)
        assert len(other.mines) == len(here.mines)
        for cell in set(view.board) - set(mines) - both:
            place = view.board.index(cell)
            assert here.clues()[place] == other.clues()[place]


@pytest.mark.parametrize(("position", "verdict"), [("1 #\n", "a mine"), ("0 #\n", "safe")])
def test_what_is_certain_is_no_guess(position: str, verdict: str) -> None:
    """A proved cell is called proved, not given a risk near 0 or 100 %."""
    text = reason(read_view(position), (0, 1))
    assert text == f"It is not a guess. Every layout that fits the position makes B1 {verdict}."


def test_wrong_types_are_refused_in_words() -> None:
    """A wrong type for the move, the cell or the view is refused with a message."""
    view = read_view("1 # #\n")
    with pytest.raises(InvalidMove, match="a Move is needed"):
        explain_guess(view, (0, 1))  # type: ignore[arg-type]  # this is the test
    with pytest.raises(InvalidMove, match="a cell is a tuple"):
        reason(view, [0, 1])  # type: ignore[arg-type]  # this is the test
    with pytest.raises(InvalidMove, match="is open"):
        reason(view, (0, 0))
    with pytest.raises(InvalidBoard, match="a View is needed"):
        reason("1 # #", (0, 1))  # type: ignore[arg-type]  # this is the test
