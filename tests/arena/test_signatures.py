"""Play is pinned: a changed move fails a test, so that it is changed only on purpose."""

from __future__ import annotations

import pytest
from harness.signatures import pinned, signature

from sapper.players.registry import player_names
from sapper.rules.board import Level
from sapper.rules.view import FirstClick


def test_every_player_is_pinned_at_every_level_under_every_rule() -> None:
    """The file of signatures leaves out no player, level or first-click rule."""
    pins = [(pin.player, pin.level, pin.first_click) for pin in pinned()]
    assert pins == [
        (player, level, rule)
        for player in player_names()
        for level in Level.NAMED
        for rule in FirstClick
    ]
    assert all(pin.games for pin in pinned())


@pytest.mark.parametrize("player", player_names())
def test_moves_are_the_pinned_ones(player: str) -> None:
    """Every move on the fixed boards is the one that the file of signatures pins."""
    changed = [
        f"{pin.name}, {pin.games} games: expected {pin.signature}, found {found}"
        for pin in pinned()
        if pin.player == player
        and (found := signature(pin.player, pin.level, pin.first_click, pin.games)) != pin.signature
    ]
    assert not changed, "\n".join([*changed, "meant? `make signatures`, and the commit says why"])
