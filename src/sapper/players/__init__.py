"""Players: a view in, a move with its reason out."""

from sapper.players.protocol import Move, Player, Turn, turns
from sapper.players.registry import make_player, player_names

__all__ = ["Move", "Player", "Turn", "make_player", "player_names", "turns"]
