from __future__ import annotations

import random

import numpy as np
import pytest

from sapper.engine import Tracker, analyse
from sapper.rules.board import Level
from sapper.rules.errors import InvalidPosition
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View, ViewWriter


@pytest.mark.parametrize(
    "level", ["beginner", "intermediate", "expert", "1x9/3", "5x4/6", "40x30/240"]
)
@pytest.mark.parametrize("first_click", FirstClick)
def test_following_is_starting_from_scratch(level: str, first_click: FirstClick) -> None:
    """After every move of whole games, certain cells and risks equal those of a fresh analysis."""
    for index in range(4):
        game = Game(Level.parse(level), seed=41, index=index, first_click=first_click)
        tracker, choice = Tracker(game.view), random.Random(index)
        safe, mines = set(analyse(game.view).safe), set(analyse(game.view).mines)
        while game.outcome is Outcome.PLAYING:
            news = tracker.update()
            safe |= set(news.safe)
            mines |= set(news.mines)
            fresh = analyse(game.view)
            assert {cell for cell in safe if not game.view.is_opened(cell)} == fresh.safe
            assert mines == fresh.mines
            followed = tracker.analysis()
            assert np.allclose(followed.risk, fresh.risk, rtol=0, atol=1e-12, equal_nan=True)
            assert (followed.safe, followed.mines) == (fresh.safe, fresh.mines)
            best = fresh.best()
            assert best is not None
            game.open(best if choice.random() < 0.9 else choice.choice(list(game.view.unopened)))


def test_news_comes_once() -> None:
    """No cell is reported twice, and reading again without a move reports nothing."""
    game = Game(Level.NAMED["expert"], seed=42, first_click=FirstClick.ZERO)
    game.open((8, 15))
    tracker = Tracker(game.view)
    seen: set[tuple[int, int]] = set()
    waiting = tracker.update()
    while waiting.safe:
        cells = {*waiting.safe, *waiting.mines}
        assert not cells & seen
        seen |= cells
        assert tracker.update() == ([], [])
        for cell in waiting.safe:
            if not game.view.is_opened(cell):
                game.open(cell)
        waiting = tracker.update()
    assert seen


def test_a_contradiction_is_not_taken_in() -> None:
    """An impossible clue is refused; once it is undone, the tracker continues from where it was."""
    shown = ViewWriter(3, 3, 2)
    tracker = Tracker(shown.view)
    shown.reveal((0, 0), 1)
    tracker.update()
    before = tracker.analysis()
    shown.reveal((0, 1), 8)
    with pytest.raises(InvalidPosition):
        tracker.update()
    after = tracker.analysis()
    assert np.array_equal(before.risk, after.risk, equal_nan=True)
    assert (before.safe, before.mines) == (after.safe, after.mines)


def test_unknown_total() -> None:
    """With a density instead of a total it follows the game just the same."""
    game = Game(Level.NAMED["beginner"], seed=43)
    game.open((4, 4))
    view = View.of(game.view.array.tolist())
    tracker = Tracker(view, density=0.15)
    tracker.update()
    fresh = analyse(view, density=0.15)
    assert np.allclose(tracker.analysis().risk, fresh.risk, atol=1e-12, equal_nan=True)
