"""What holds for every player that is written in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from harness.playing import play

from sapper.players import make_player, turns
from sapper.rules.board import Layout, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick

LEVELS = list(Level.NAMED.values())
PLAYERS = ["random", "textbook", "cautious", "least-risk", "logical"]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("first_click", FirstClick)
def test_same_seed_same_game(player: str, first_click: FirstClick) -> None:
    """A player with a seed makes the same moves on the same board every time."""
    for level in LEVELS:
        first, second = play(player, level, 3, first_click), play(player, level, 3, first_click)
        assert first.actions == second.actions
        assert first.outcome is second.outcome


def hidden_mine_shuffles(game: Game, choice: random.Random) -> Iterator[Layout]:
    """Yield other layouts that would show exactly the same view."""
    board, layout = game.board, game.layout
    assert layout is not None
    floating = [
        cell
        for cell in game.view.unopened
        if not any(game.view.is_opened(near) for near in board.neighbours(cell))
    ]
    kept = layout.mines - set(floating)
    for _ in range(3):
        moved = choice.sample(floating, len(layout.mines & set(floating)))
        yield Layout.of(board, kept | set(moved))


@pytest.mark.parametrize("player", PLAYERS)
def test_players_see_the_view_never_the_mines(player: str) -> None:
    """Shuffling the hidden mines consistently with the view changes no answer."""
    shuffles = 0
    for index in range(30):
        game = Game(Level.NAMED["intermediate"], seed=21, index=index)
        for _, _turn in zip(range(12), turns(game, make_player(player, 5)), strict=False):
            pass
        if game.outcome is not Outcome.PLAYING:
            continue
        answer = make_player(player, 7).move(game.view)
        for layout in hidden_mine_shuffles(game, random.Random(index)):
            other = Game.of(layout)
            for action in game.actions:
                other.perform(action)
            assert other.view.opened == game.view.opened
            assert make_player(player, 7).move(other.view) == answer
            shuffles += 1
    assert shuffles


def test_moves_are_legal_and_reasoned() -> None:
    """Every player opens only unopened cells, gives a reason, and no certain move is fatal."""
    for player in PLAYERS:
        for index in range(20):
            game = Game(Level.NAMED["beginner"], seed=2, index=index)
            for turn in turns(game, make_player(player, index)):
                assert turn.move.reason
                assert turn.move.cell in turn.changed
                assert not (turn.move.certain and game.outcome is Outcome.LOST)
