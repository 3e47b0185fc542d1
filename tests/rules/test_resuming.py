"""Games that begin at a position."""

from __future__ import annotations

import pytest

from sapper import InvalidPosition, read_layout, read_view
from sapper.rules.resuming import resume

LAYOUT = read_layout("*...\n....\n...*\n")
SHUT = "# # # #\n"


def test_a_resumed_game_shows_the_position() -> None:
    """Opened cells and flags are as in the position; zeros have opened their areas."""
    game = resume(LAYOUT, read_view("4x3/2\nF 1 # #\n# 1 # #\n# # # #\n"))
    assert sorted(game.view.opened) == [(0, 1), (1, 1)]
    assert game.view.flags == {(0, 0)}
    game = resume(LAYOUT, read_view("4x3/2\n# # # .\n# # # #\n# # # #\n"))
    assert len(game.view.opened) == 6


@pytest.mark.parametrize("text", [f"4x3/2\n. # # #\n{SHUT * 2}", f"4x3/3\n{SHUT * 3}"])
def test_a_layout_that_does_not_fit_is_refused(text: str) -> None:
    """A wrong clue, or another number of mines, is an error."""
    with pytest.raises(InvalidPosition):
        resume(LAYOUT, read_view(text))
