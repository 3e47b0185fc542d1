"""The kernel's players on boards with more cells than exact tables hold."""

import pytest

from sapper.engine import Chooser, Decision, analyse
from sapper.players.native import guessed
from sapper.rules.board import Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View

LEVEL = Level.parse("50x50/500")


def guesses(games: int) -> list[tuple[View, Decision]]:
    """Return the guesses of `master` while more than 900 cells are unknown."""
    found = []
    for index in range(games):
        game, chooser = Game(LEVEL, seed=11, index=index), Chooser("master", FirstClick.SAFE)
        while game.outcome is Outcome.PLAYING:
            decision = chooser.decide(game.view)
            unknown = LEVEL.board.size - len(game.view.opened) - LEVEL.mines
            if decision.kind in ("judged", "safest") and unknown > 900:
                found.append((game.view.copy(), decision))
            for cell in decision.cells:
                if game.outcome is Outcome.PLAYING and not game.view.is_opened(cell):
                    game.open(cell)
    return found


def test_the_safest_cell_is_not_always_the_choice() -> None:
    """The player looks ahead, and names the exact risk of its choice, close to the least."""
    riskier = 0
    for view, decision in guesses(6):
        risk = analyse(view).risk
        least = float(risk[risk > 0].min())
        assert decision.risk == pytest.approx(float(risk[decision.cells[0]]), abs=1e-9)
        assert 1 - decision.risk >= 0.85 * (1 - least) - 1e-9
        riskier += decision.risk > least + 1e-9
    assert riskier


def test_it_claims_no_chance_that_it_does_not_know() -> None:
    """A guess on a large board has its risk and a reason, but no chance of winning."""
    view, decision = next((v, d) for v, d in guesses(6) if d.kind == "judged")
    assert decision.chance is None
    assert decision.candidates == []
    move = guessed(view, decision)
    assert move is not None
    assert "promises most" in move.reason
