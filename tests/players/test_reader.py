from __future__ import annotations

from harness.playing import play

from sapper.knowledge import KnowledgeBase
from sapper.players import make_player, turns
from sapper.rules.board import Level
from sapper.rules.game import Game


def test_reader_takes_in_only_what_is_new() -> None:
    """Following a game move by move gives the knowledge that the final view gives at once."""
    game = play("textbook", Level.NAMED["expert"], 4)
    at_once = KnowledgeBase(game.board)
    at_once.observe({cell: game.view[cell] for cell in game.view.opened})
    player = make_player("textbook", 4)
    other = Game(game.level, seed=11, index=4)
    for _ in turns(other, player):
        pass
    base = player._reader.read(other.view)  # type: ignore[attr-defined]
    assert (base.mines, base.safes) == (at_once.mines, at_once.safes)
