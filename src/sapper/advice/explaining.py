"""The adviser's reasons for the moves of a watched player."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sapper.advice.advice import advise
from sapper.players.guessing import explain_guess
from sapper.players.protocol import Move, Player
from sapper.rules.errors import SapperError
from sapper.rules.view import View
from sapper.words import sentence


class Explaining:
    """Plays as the given player, but gives the adviser's reasons where there are any."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def move(self, view: View) -> Move | None:
        move = self._player.move(view)
        # a player may come from anywhere: this may not be a Move, or one that the game will refuse
        if isinstance(move, Move) and view.opened:
            with suppress(SapperError, TypeError):
                return replace(
                    move, reason=_proved(view, move) if move.certain else _guess(view, move)
                )
        return move


def _proved(view: View, move: Move) -> str:
    proof = advise(view).proof(move.cell)
    return move.reason if proof.is_mine else proof.text


def _guess(view: View, move: Move) -> str:
    """Say why; a player that does not go by the risk has its own words first."""
    why = explain_guess(view, move)
    return why if move.risk is not None else f"{sentence(move.reason)} {why}"
