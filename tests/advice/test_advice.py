from __future__ import annotations

import pytest

from sapper import (
    Cell,
    Contradiction,
    FirstClick,
    Game,
    InvalidBoard,
    InvalidMove,
    InvalidPosition,
    Level,
    NotCertain,
    View,
    advise,
    analyse,
    explain,
    make_player,
    read_view,
    turns,
)
from sapper.advice import advice as adviser
from sapper.formatting import at
from sapper.rules.view import ViewWriter
from sapper.web.jobs.positions import overlay_form

CHAIN = "6x6/8\n######\n######\n#2113#\n#1..2#\n#2222#\n######\n"
GUESS = "mines 2\n1 # # #\n# # # #\n# # # #\n"


def test_the_easiest_safe_cell_is_best() -> None:
    """One clue is easier than two, whatever the row; a flag puts a cell last."""
    advice = advise(read_view("0 1 #\n# 1 #\n# 1 #\n"))
    assert advice.easiest_first(advice.safe) == [(1, 0), (2, 0), (2, 2), (0, 2)]
    assert (advice.best, advice.certain) == ((1, 0), True)
    assert repr(advice) == "<Advice: 4 safe, 1 mine, open A2, certain>"
    assert advise(read_view("0 1 #\nF 1 #\n# 1 #\n")).best == (2, 0)
    assert advise(read_view("0 F\n")).best == (0, 1)


def test_what_a_proof_rests_on_counts_as_effort() -> None:
    """A cell that one step proves comes before one whose last step is simpler but not its first."""
    advice = advise(read_view("6x5/7\n...1##\n1111##\n######\n######\n######\n"))
    assert len(advice.proof((2, 0)).steps) > len(advice.proof((2, 2)).steps)
    assert advice.easiest_first([(2, 0), (2, 2)]) == [(2, 2), (2, 0)]


def test_reasons_are_those_of_explain() -> None:
    """A certain cell has the reason of `explain`, and `describe` gives it."""
    view = read_view(CHAIN)
    advice = advise(view)
    for cell in advice.safe | advice.mines:
        reason = explain(view, cell)
        proof = advice.proof(cell)
        assert proof.reason == reason
        assert str(proof) == str(reason)
        assert advice.describe(cell) == proof.text == reason.text
        assert [step.text for step in proof.steps] == list(reason.sentences)


def test_a_guess_is_that_of_master_with_its_chance_and_candidates() -> None:
    """Where nothing is certain, cell, chance and candidates are what `master` says."""
    view = read_view(GUESS)
    advice, move = advise(view), make_player("master").move(view)
    assert move is not None
    assert (advice.best, advice.certain) == (move.cell, False)
    assert (advice.chance, advice.candidates) == (move.chance, move.candidates)
    assert len(advice.candidates) > 1
    assert advice.describe(move.cell) == f"{at(move.cell)} is not certain. {advice.reason}"
    with pytest.raises(NotCertain, match="may or may not be a mine"):
        advice.proof(move.cell)


def test_without_a_total_the_least_risk_is_best() -> None:
    """No endgame can be searched without the mine total; the risks go by the density."""
    view = read_view("1 # # # #\n# # # # #\n# # # # #\n")
    for density in (0.1, 0.6):
        advice = advise(view, density=density)
        assert advice.best == analyse(view, density=density).best()
        assert advice.chance is None
    assert "Its risk is 10.0 %" in advise(view, density=0.1).reason


def test_a_promised_first_click_is_certain() -> None:
    """Before the first click the cell that the game promises to be safe is best."""
    advice = advise(View(9, 9, 10, FirstClick.ZERO))
    assert (advice.best, advice.certain, advice.safe) == ((2, 2), True, frozenset())
    assert advice.describe((2, 2)) == "The first cell is safe by the rules of this game."
    assert not advise(View(9, 9, 10)).certain


@pytest.mark.parametrize("level", Level.NAMED.values(), ids=str)
@pytest.mark.parametrize("rule", FirstClick)
def test_the_first_cell_is_that_of_master(level: Level, rule: FirstClick) -> None:
    """Before the first click the adviser names the cell that `master` opens."""
    view = View(level.height, level.width, level.mines, rule)
    move = make_player("master").move(view)
    assert move is not None
    assert advise(view).best == move.cell


def test_trusted_flags() -> None:
    """A trusted flag is a mine, from which more follows; the words say so."""
    view = read_view("5x1/1\n#1F##\n")
    advice = advise(view, flags="trust")
    assert advice.trusted == advice.mines == {(0, 2)}
    assert advice.safe == {(0, 0), (0, 3), (0, 4)}
    assert advice.describe((0, 2)) == "The flag at C1 is trusted: it is a mine."
    assert advice.describe((0, 0)) == "The 1 at B1 has all its mines already: A1 is safe."
    counted = advise(view).proof((0, 4))
    assert advice.describe((0, 4)) == counted.text
    assert counted.clues == ((0, 1),)
    far = advise(read_view("6x1/2\n#1F#F#\n"), flags="trust")
    assert far.describe((0, 5)) == "Every mine is found, so F1 is safe."


def test_a_guess_among_trusted_flags_is_by_their_risk() -> None:
    """`master` does not trust flags, so the least risk given the flags decides."""
    view = read_view("4x3/3\n1 F # #\n# # # #\n# # 2 #\n")
    advice = advise(view, flags="trust")
    assert advice.best in advice.safe
    view = read_view("4x3/4\n2 F # #\n# # # #\n# # 2 #\n")
    advice, exact = advise(view, flags="trust"), analyse(view, flags="trust")
    assert not exact.safe
    assert advice.best == exact.best()
    assert advice.best not in view.flags


@pytest.mark.parametrize(
    ("position", "clues"),
    [("2x2/1\n3 #\n1 #\n", {(0, 0)}), ("# 1 # 1 #\n# # # # #\n. 3 . 3 .\n", {(2, 0)})],
)
def test_clues_to_blame_are_named(position: str, clues: set[Cell]) -> None:
    """If the three rules show that no layout fits, the contradicting clues are named."""
    with pytest.raises(Contradiction) as caught:
        advise(read_view(position))
    assert clues <= set(caught.value.clues)


def test_contradictions_beyond_the_rules_name_a_clue() -> None:
    """A position that only the engine knows to be impossible is refused too, naming a clue."""
    with pytest.raises(InvalidPosition, match=r"the clue at C2 contradicts"):
        advise(read_view("###\n1#4\n###\n"))


@pytest.mark.parametrize(
    "position", ["2x1/1\n1#\n", "2x2/4\n##\n##\n", "2x1/0\n..\n", "2x1/1\nFF\n"]
)
def test_no_cell_to_open(position: str) -> None:
    """Where all that is left is mined or has a flag, or nothing is left, no cell is best."""
    advice = advise(read_view(position))
    assert (advice.best, advice.certain) == (None, False)
    assert advice.reason == "Every cell left is a mine or has a flag."


def test_a_spent_budget_calls_nothing_certain_that_is_not() -> None:
    """With no time to count, the rules still show cells, and what is certain is proved."""
    certain = 0
    for index in range(3):
        game = Game(Level.parse("16x16/60"), seed=3, index=index)
        for _ in turns(game, make_player("least-risk")):
            view = game.view.copy()
            exact, hasty = analyse(view), advise(view, steps=0)
            assert hasty.safe <= exact.safe
            assert hasty.mines <= exact.mines
            if hasty.certain:
                certain += 1
                assert hasty.best in exact.safe
                assert hasty.reason
    assert certain > 50


def test_risks_do_not_pay_for_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's overlay computes no reason, neither for a certain cell nor for a guess."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a reason was looked for")

    monkeypatch.setattr(adviser, "Explainer", refuse)
    monkeypatch.setattr(adviser, "explain_guess", refuse)
    for position in (CHAIN, GUESS):
        assert overlay_form(advise(read_view(position))).best
    with pytest.raises(AssertionError, match="a reason"):
        advise(read_view(CHAIN)).reason  # noqa: B018  # asking is the test


def test_a_position_that_would_take_too_long_has_the_reason_of_last_resort(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When the budget for reasons is spent, the words say what all layouts agree on."""
    monkeypatch.setattr(adviser, "_STEPS", 0)
    advice = advise(read_view("###\n1#3\n###\n"))
    assert advice.describe((0, 0)) == "Every layout that fits the position makes A1 safe."
    assert advice.describe((0, 2)) == "Every layout that fits the position makes C1 a mine."
    by_rules = advise(read_view("0 1 #\n# 1 #\n# 1 #\n"))
    assert by_rules.reason == "The 0 at A1 has no mine around it: A2 is safe."


def test_later_moves_do_not_change_advice() -> None:
    """Advice is about the view as it was at the time of the call."""
    writer = ViewWriter.of(read_view(CHAIN))
    advice, before = advise(writer.view), advise(writer.view).reason
    for cell in list(advice.safe):
        writer.reveal(cell, 1)
    assert advice.reason == before


def test_bad_input_is_refused_in_words() -> None:
    """A wrong type, an open cell and a cell off the board are refused."""
    with pytest.raises(InvalidBoard, match="a View is needed"):
        advise("###")  # type: ignore[arg-type]  # this is the test
    advice = advise(read_view(CHAIN))
    with pytest.raises(InvalidMove, match="is open"):
        advice.proof((2, 1))
    with pytest.raises(InvalidMove, match="is open"):
        advice.describe((2, 1))
    with pytest.raises(InvalidBoard, match="off the board"):
        advice.proof((9, 9))
