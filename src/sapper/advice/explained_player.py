"""The adviser's reasons for the moves of a watched player."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sapper.advice.advice import advise
from sapper.formatting import one_line, sentence
from sapper.players.guessing import explain_guess
from sapper.players.protocol import Move, Player
from sapper.rules.errors import SapperError
from sapper.rules.view import View


class ExplainedPlayer:
    """Wraps a player and gives the adviser's reasons where available.

    A third-party player's own reason comes first, the adviser's beside it.
    """

    def __init__(self, player: Player, *, third_party: bool = False) -> None:
        self._player = player
        self._third_party = third_party

    def move(self, view: View) -> Move | None:
        move = self._player.move(view)
        # a player may come from anywhere: this may not be a Move, or one that the game will refuse
        if isinstance(move, Move) and view.opened:
            with suppress(SapperError, TypeError):
                return replace(move, reason=self._reason(view, move))
        return move

    def _reason(self, view: View, move: Move) -> str:
        if self._third_party:
            return f"{sentence(one_line(str(move.reason)))} Sapper: {_known(view, move)}"
        return _proved(view, move) if move.certain else _guess(view, move)


def _known(view: View, move: Move) -> str:
    """Return Sapper's own reason for the cell of a third-party player's move."""
    advice = advise(view)
    if advice.is_certain(move.cell):
        return advice.proof(move.cell).text
    return explain_guess(view, replace(move, certain=False))


def _proved(view: View, move: Move) -> str:
    proof = advise(view).proof(move.cell)
    return move.reason if proof.is_mine else proof.text


def _guess(view: View, move: Move) -> str:
    """Say why; a player that does not go by the risk has its own words first."""
    why = explain_guess(view, move)
    return why if move.risk is not None else f"{sentence(move.reason)} {why}"
