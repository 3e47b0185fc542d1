from __future__ import annotations

import pytest

from sapper import Board, SapperError, Strength, Tier, View, advise, read_view
from sapper.advice.hint import area

CASES = "6x6/8\n######\n######\n#2113#\n#1..2#\n#2222#\n######\n"


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([(0, 0), (1, 1)], "in the top left corner"),
        ([(8, 7)], "in the bottom right corner"),
        ([(4, 0)], "near the left edge"),
        ([(8, 4), (7, 4)], "near the bottom edge"),
        ([(4, 4)], "in the middle"),
        ([(0, 0), (8, 8)], "in the middle"),
    ],
)
def test_the_area_of_some_cells(cells: list[tuple[int, int]], words: str) -> None:
    """Where their middle is decides."""
    assert area(Board(9, 9), cells) == words
    assert area(Board(1, 9), [(0, 0)]) == "near the left edge"


def test_each_strength_says_more() -> None:
    """Clues first, then the technique too, and the cell with its steps only at the end."""
    advice = advise(read_view(CASES))
    nudge, technique, answer = map(advice.hint, Strength)
    assert nudge.text == (
        "Look at the 2 at E4, the 2 at D5 and the 2 at E5, in the bottom right corner."
    )
    assert nudge.clues == technique.clues == answer.clues == ((3, 4), (4, 3), (4, 4))
    assert (nudge.tier, technique.tier, answer.tier) == (None, Tier.CASES, Tier.CASES)
    assert technique.text == Tier.CASES.idea
    assert (nudge.cell, technique.cell, answer.cell) == (None, None, (5, 5))
    assert [step.clues for step in answer.steps] == [(), ((3, 4), (4, 4)), ((4, 3),)]


def test_a_guess_is_hinted_at_as_a_guess() -> None:
    """No clue is named for a guess; the answer is the best guess and why."""
    advice = advise(View.of([[1, -1], [-1, -1]], mines=1))
    nudge, technique, answer = map(advice.hint, Strength)
    assert nudge.text == "Nothing is certain here: you will have to guess."
    assert technique.text.startswith("A guess: weigh the risk ")
    assert (answer.cell, answer.text) == (advice.best, advice.reason)
    assert nudge.clues == technique.clues == answer.clues == ()


def test_many_clues_are_not_named_one_by_one() -> None:
    """A nudge to more than six clues gives their number and the one in their middle."""
    view = read_view("mines 8\n" + "# 1 # " * 8 + "#\n")
    hint = advise(view).hint("nudge")
    assert len(hint.clues) == 8
    assert hint.text == "Look at the 8 clues around K1."


def test_before_the_first_click_the_rules_are_the_reason() -> None:
    """A promised first click needs no clue."""
    advice = advise(read_view("9x9/10 zero\n" + "#########\n" * 9))
    nudge, technique, answer = map(advice.hint, Strength)
    assert nudge.text == "Nothing is open yet: think of the rules for the first click."
    assert "the rules of this game promise" in technique.text
    assert answer.text == "The first cell is safe by the rules of this game."


def test_where_nothing_is_to_open_every_hint_says_so() -> None:
    """There is no answer to hold back."""
    advice = advise(read_view("1 #\n"))
    for strength in Strength:
        hint = advice.hint(strength)
        assert (hint.strength, hint.cell) == (Strength.ANSWER, None)
        assert hint.text == "Every cell left is a mine or has a flag."


def test_an_unknown_strength_is_refused_in_words() -> None:
    """The error says which there are."""
    with pytest.raises(SapperError, match="a nudge, a technique or an answer, not 'loud'"):
        advise(read_view("1 #\n")).hint("loud")
