from __future__ import annotations

import pytest
from harness.playing import play
from harness.scale import repeats
from oracles.naive_knowledge import naive_fixpoint

from sapper.players import make_player
from sapper.rules.board import Board, Layout, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick


def naively_stuck(game: Game) -> bool:
    """Return, by rescanning all pairs, whether the three rules leave no safe unopened cell."""
    clues = {cell: game.view[cell] for cell in game.view.opened}
    _, safes = naive_fixpoint(game.board, clues)
    return safes == set(clues)


@pytest.mark.parametrize(
    ("level", "games"),
    [
        ("beginner", repeats(100, 400)),
        ("intermediate", repeats(40, 150)),
        ("expert", repeats(15, 60)),
    ],
)
def test_cautious_is_never_wrong_and_honestly_stuck(level: str, games: int) -> None:
    """It loses no game, and where it stops, the naively applied three rules find no safe cell."""
    for index in range(games):
        game = play("cautious", Level.parse(level), index)
        assert game.outcome is not Outcome.LOST
        assert game.outcome is Outcome.WON or naively_stuck(game)


def test_cautious_stops_at_once_where_nothing_is_promised() -> None:
    """With no first-click rule and nothing open, no cell is certain."""
    game = play("cautious", Level.NAMED["beginner"], 0, FirstClick.NONE)
    assert not game.actions


def test_a_wrong_flag_is_not_opened() -> None:
    """A cell that the user has flagged is left alone even when it is proved safe."""
    game = Game.of(Layout.of(Board(2, 5), [(1, 0)]))
    game.open((0, 0))
    game.open((0, 1))
    game.flag((0, 2))
    game.flag((1, 2))
    assert make_player("cautious").move(game.view) is None
