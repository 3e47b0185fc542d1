"""A game that begins in the middle: the cells of a position are open from the start."""

from __future__ import annotations

from sapper.formatting import clue_at
from sapper.rules.board import Layout
from sapper.rules.errors import InvalidPosition
from sapper.rules.game import Game, Outcome
from sapper.rules.view import UNOPENED, View


def resume(layout: Layout, view: View, *, flags: bool = True) -> Game:
    """Start a game on a layout and bring it to a position; zeros open their areas.

    Without `flags` it has none. The actions that do so have the time 0. Raise InvalidPosition
    if the layout does not fit.

    >>> from sapper import read_layout, read_view
    >>> game = resume(read_layout("*..."), read_view("# 1 # #"))
    >>> game.view.opened, str(game.outcome)
    ([(0, 1)], 'playing')
    """
    _check(layout, view)
    game = Game.of(layout)
    for cell in sorted(view.opened):
        if game.outcome is Outcome.PLAYING and game.view[cell] == UNOPENED:
            game.open(cell, 0.0)
    for cell in sorted(view.flags) if flags else ():
        if game.outcome is Outcome.PLAYING and game.view[cell] == UNOPENED:
            game.flag(cell, 0.0)
    return game


def _check(layout: Layout, view: View) -> None:
    if layout.board != view.board or view.mines not in (None, layout.level.mines):
        raise InvalidPosition("the position and the layout differ in size or mines")
    clues = layout.clues()
    for cell in sorted(view.opened):
        if layout.is_mine(cell) or clues[layout.board.index(cell)] != view[cell]:
            raise InvalidPosition(f"the layout does not fit {clue_at(view[cell], cell)}")
