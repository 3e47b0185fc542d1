from __future__ import annotations

import numpy as np
import pytest

from sapper.engine import analyse
from sapper.players import Move, turns
from sapper.players.least_risk import ASSUMED_DENSITY, LeastRiskPlayer
from sapper.rules.board import Level
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import read_view
from sapper.rules.view import FirstClick, View

ONLY_COUNTING = "###\n1#3\n###\n"


def move(text: str) -> Move | None:
    return LeastRiskPlayer(0).move(read_view(text))


def check(view: View, move: Move) -> None:
    """Check a move against an analysis from scratch."""
    analysis = analyse(view)
    assert move.certain is bool(analysis.safe) or not view.opened
    if view.opened and move.certain:
        assert move.cell in analysis.safe
        assert move.risk == 0
    elif view.opened:
        assert move.risk == pytest.approx(np.nanmin(analysis.risk), abs=1e-12)
        assert analysis.risk[move.cell] == pytest.approx(move.risk, abs=1e-8)


def test_every_move_is_the_best_by_the_engine() -> None:
    """It opens a safe cell if there is one, otherwise one of least risk, and gives the risk."""
    guesses = 0
    for index in range(12):
        game = Game(Level.NAMED["expert"], seed=31, index=index)
        player = LeastRiskPlayer(index)
        while game.outcome is Outcome.PLAYING:
            chosen = player.move(game.view)
            assert chosen is not None
            check(game.view, chosen)
            guesses += not chosen.certain
            game.open(chosen.cell)
    assert guesses


def test_known_mines_are_mines() -> None:
    """What it calls mines are those of the engine, at every move."""
    game = Game(Level.NAMED["intermediate"], seed=4, index=1)
    player = LeastRiskPlayer(0)
    before = game.view.copy()
    for _ in turns(game, player):
        assert player.known_mines == analyse(before).mines
        before = game.view.copy()


def test_reasons() -> None:
    """It gives the reason of the three rules where they suffice, else that of counting."""
    by_rules, by_counting = move("0#\n"), move(ONLY_COUNTING)
    assert by_rules is not None
    assert by_rules.reason == "The 0 at A1 has no mine around it: B1 is safe."
    assert by_counting is not None
    assert by_counting.reason == "Every layout that fits the position makes A1 safe."
    guess = move("3x3/2\n1##\n###\n###\n")
    assert guess == Move((0, 2), False, "risk 20.0 %, the least of 8 cells", risk=guess.risk)  # type: ignore[union-attr]  # None would fail
    last = move("2x1/1\n#F\n")
    assert last is not None
    assert last.reason == "risk 50.0 %, of the only cell left"


def test_the_first_move() -> None:
    """It begins in the corner, or, where a 0 is promised, where that opens most."""
    cells = {
        (kind, size): LeastRiskPlayer(0).move(View(*size, 1, kind))
        for kind in (FirstClick.SAFE, FirstClick.ZERO)
        for size in ((9, 9), (3, 5))
    }
    assert {key: first.cell for key, first in cells.items() if first} == {
        (FirstClick.SAFE, (9, 9)): (0, 0),
        (FirstClick.SAFE, (3, 5)): (0, 0),
        (FirstClick.ZERO, (9, 9)): (3, 3),
        (FirstClick.ZERO, (3, 5)): (1, 2),
    }


def test_flags_are_left_alone() -> None:
    """A flagged cell is never opened, even if it is safe; with no other left, it stops."""
    chosen = move("3x3/2\n1#F\n###\n###\n")
    assert chosen is not None
    assert chosen.cell == (1, 2)
    assert move("0F\n") is None
    assert move("1F\nFF\n") is None
    assert move("2x1/1\n1#\n") is None, "the only cell left is a mine"


def test_an_unknown_total() -> None:
    """Without a mine total the assumed density stands in for it."""
    chosen = move("1###\n####\n####\n")
    assert chosen is not None
    assert chosen.risk == pytest.approx(ASSUMED_DENSITY)


def test_another_view_is_another_game() -> None:
    """Handed another view, it forgets the first."""
    player = LeastRiskPlayer(0)
    for text in ("0#\n##\n", ONLY_COUNTING, "1###\n####\n", "##1\n"):
        view = read_view(text)
        assert player.move(view) == LeastRiskPlayer(0).move(view)
        assert player.known_mines == analyse(view, density=ASSUMED_DENSITY).mines
