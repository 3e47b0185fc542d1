from __future__ import annotations

from harness.playing import play

from sapper.rules.board import Level
from sapper.rules.game import Outcome


def test_textbook_beats_the_earlier_assistant() -> None:
    """On small samples it is far above 82 % on 10x10/9 and 22 % on 16x16/40."""
    small = sum(play("textbook", Level(10, 10, 9), i).outcome is Outcome.WON for i in range(200))
    middle = sum(play("textbook", Level(16, 16, 40), i).outcome is Outcome.WON for i in range(150))
    assert small > 164
    assert middle > 33
