"""Strategies for the types of the rules: tests draw them by `st.from_type(View)`."""

from __future__ import annotations

import contextlib

from hypothesis import strategies as st

from sapper.rules.board import Board, Layout, Level
from sapper.rules.errors import SapperError
from sapper.rules.game import Action, ActionType, Game
from sapper.rules.view import FirstClick, View

rules = st.sampled_from(FirstClick)
seeds = st.integers(0, 2**64 - 1)
times = st.none() | st.floats(0, 1e9)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return Board(draw(st.integers(1, 6)), draw(st.integers(1, 12)))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    board = draw(boards())
    mask = draw(st.lists(st.integers(0, 1), min_size=board.size, max_size=board.size))
    return Layout(board, bytes(mask))


@st.composite
def views(draw: st.DrawFn) -> View:
    board = draw(boards())
    mines = draw(st.none() | st.integers(0, board.size))
    row = st.lists(st.integers(-2, 8), min_size=board.width, max_size=board.width)
    return View.of([draw(row) for _ in range(board.height)], mines, draw(rules))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game after some actions; illegal ones are left out."""
    game = Game.of(draw(layouts()), draw(rules)) if draw(st.booleans()) else draw(seeded_games())
    cells = st.sampled_from(list(game.board))
    for action in draw(st.lists(st.builds(Action, st.sampled_from(ActionType), cells, times))):
        with contextlib.suppress(SapperError):
            game.perform(action)
    return game


@st.composite
def seeded_games(draw: st.DrawFn) -> Game:
    rule, board = draw(rules), draw(boards())
    corner = min(board.height, 2) * min(board.width, 2)
    spared = {FirstClick.NONE: 0, FirstClick.SAFE: 1, FirstClick.ZERO: corner}[rule]
    level = Level(board.width, board.height, draw(st.integers(0, board.size - spared)))
    return Game(level, seed=draw(seeds), index=draw(seeds), first_click=rule)


st.register_type_strategy(Board, boards())
st.register_type_strategy(Layout, layouts())
st.register_type_strategy(View, views())
st.register_type_strategy(Game, games())
