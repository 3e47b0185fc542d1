"""Players: a view in, a move with its reason out."""

from sapper.players.guessing import explain_guess
from sapper.players.protocol import Move, Player, Turn, turns
from sapper.players.registry import make_player, player_names

__all__ = ["Move", "Player", "Turn", "explain_guess", "make_player", "player_names", "turns"]
