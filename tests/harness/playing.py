"""A registered player plays a whole game."""

from __future__ import annotations

from sapper.players import make_player, turns
from sapper.rules.board import Level
from sapper.rules.game import Game
from sapper.rules.view import FirstClick


def play(player: str, level: Level, index: int, first_click: FirstClick = FirstClick.SAFE) -> Game:
    """Let a player play game `index` of a fixed seed to its end."""
    game = Game(level, seed=11, index=index, first_click=first_click)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    return game
