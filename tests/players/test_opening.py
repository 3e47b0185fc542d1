from __future__ import annotations

import pytest

from sapper.players import make_player
from sapper.rules.view import FirstClick, View


@pytest.mark.parametrize("player", ["textbook", "cautious", "least-risk"])
def test_the_promised_first_move(player: str) -> None:
    """With a first-click promise the first move is certain and not flagged; else it is None."""
    for first_click in FirstClick:
        view = View.of([[-2, *[-1] * 7], *[[-1] * 8] * 4], 9, first_click)
        move = make_player(player).move(view)
        assert first_click is FirstClick.NONE or (move is not None and move.certain)
        assert move is None or (move.cell != (0, 0) and move.certain is (first_click != "none"))
