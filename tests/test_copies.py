"""Copies and pickles of what the library hands out."""

from __future__ import annotations

import copy
import enum
import inspect
import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from harness.skins import SKINS, draw_scene, position

import sapper
from sapper import (
    Advice,
    Analysis,
    Contradiction,
    Game,
    TooLarge,
    Tracker,
    View,
    advise,
    analyse,
    explain,
    make_player,
)
from sapper.gym import MinesweeperEnv, MinesweeperVectorEnv
from sapper.players.protocol import PlayerFailed
from sapper.rules.errors import InvalidMove, InvalidNotation, InvalidPosition, SapperError
from sapper.rules.view import FirstClick
from sapper.vision.errors import Refusal, UnreadablePicture

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


def begun(seed: int = 1) -> Game:
    game = Game("9x9/10", seed=seed, first_click=FirstClick.ZERO)
    game.open((4, 4))
    return game


def used_advice() -> Advice:
    """Return advice that has found all that it can."""
    advice = advise(begun().view)
    assert advice.reason
    assert advice.hint("answer")
    assert advice.chance_of(advice.unsure[:1]) is not None
    return advice


def used_puzzle() -> sapper.Puzzle:
    made = sapper.puzzle("subset", seed=1)
    made.judge(made.taught[0])
    return made


def read_look() -> sapper.Reading:
    file = io.BytesIO()
    draw_scene(SKINS[0], position("beginner", seed=2), seed=4).save(file, "PNG")
    return sapper.read_screenshot(file.getvalue())


def certain() -> sapper.Reason:
    view = View.of([[-1, 1, -1, -1]], mines=1)
    return explain(view, (0, 3))


def observed() -> sapper.KnowledgeBase:
    view = begun().view
    base = sapper.KnowledgeBase(view.board)
    base.observe({cell: view[cell] for cell in view.opened})
    return base


MADE: dict[str, Callable[[], Any]] = {
    "Action": lambda: begun().actions[0],
    "Advice": used_advice,
    "Analysis": lambda: analyse(begun().view),
    "Board": lambda: sapper.Board(3, 4),
    "Conclusion": lambda: next(iter(observed().moves.values())),
    "Explainer": lambda: sapper.Explainer(begun().view),
    "Game": begun,
    "Hint": lambda: used_advice().hint("nudge"),
    "KnowledgeBase": observed,
    "Layout": lambda: begun().layout,
    "Level": lambda: sapper.Level(9, 9, 10),
    "LegendEntry": lambda: read_look().looks[0],
    "Metrics": lambda: sapper.metrics(begun()),
    "Move": lambda: make_player("master").move(begun().view),
    "NoGuessBoard": lambda: sapper.generate("9x9/10", seed=1),
    "Grade": lambda: sapper.grade(begun()),
    "Perfect": lambda: sapper.perfect(View.of([[1, -1], [-1, -1]], mines=1)),
    "Picture": lambda: sapper.Picture(begun().view, safe=[(0, 0)]),
    "Player": lambda: make_player("textbook"),
    "Replay": lambda: sapper.read_replay(sapper.write_evf(begun())),
    "Puzzle": used_puzzle,
    "Reading": read_look,
    "Reason": certain,
    "Review": lambda: sapper.review(begun()),
    "Tracker": lambda: Tracker(begun().view),
    "View": lambda: begun().view,
}


def test_every_public_class_is_copied_below() -> None:
    """A new class needs a line above."""
    classes = {name for name in sapper.__all__ if inspect.isclass(getattr(sapper, name))}
    others = {n for n in classes if issubclass(getattr(sapper, n), Exception | enum.Enum)}
    assert classes - others == set(MADE)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MADE)
def test_everything_public_can_be_copied_and_pickled(name: str, way: str) -> None:
    """The copy has the type and the looks of the original, also after it was used."""
    made = MADE[name]()
    again = WAYS[way](made)
    assert type(again) is type(made)
    if " object at " not in repr(made):
        assert repr(again) == repr(made)


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_analysis_answers_alike(way: str) -> None:
    """Risks, layouts and chances of numbers are the same in every copy."""
    view = begun().view
    tracker = Tracker(view)
    tracker.update()
    many = sapper.analyse_many([view.array.astype(np.int64)], mines=10)
    for analysis in (analyse(view), tracker.analysis(), *many):
        again: Analysis = WAYS[way](analysis)
        assert np.array_equal(again.risk, analysis.risk, equal_nan=True)
        assert again.to_json() == analysis.to_json()
        cell = analysis.best()
        assert cell is not None
        assert again.number_chances(cell) == analysis.number_chances(cell)


def test_a_pickled_analysis_is_of_its_position() -> None:
    """What is opened after the analysis, or written into an array, does not count."""
    game = begun()
    rows = game.view.array.astype(np.int64)
    tracker = Tracker(game.view)
    tracker.update()
    analyses = [tracker.analysis(), analyse(game.view), analyse(rows, mines=10)]
    before = [analysis.to_json() for analysis in analyses]
    rows[:] = -1
    game.open(next(iter(analyses[0].safe)))
    assert [pickle.loads(pickle.dumps(each)).to_json() for each in analyses] == before


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_tracker_goes_its_own_way(way: str) -> None:
    """Each takes in what was opened, once."""
    game = begun()
    tracker = Tracker(game.view)
    news = tracker.update()
    game.open(news.safe[0])
    again: Tracker = WAYS[way](tracker)
    assert again.read == tracker.read == len(game.view.opened) - 1
    assert again.update() == tracker.update()
    assert again.analysis().safe == tracker.analysis().safe


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
@pytest.mark.parametrize("name", sapper.player_names())
def test_a_player_can_be_copied_in_a_game(name: str, way: str) -> None:
    """The copy goes on as the original does."""
    game, player = begun(), make_player(name, seed=1)
    player.move(game.view)
    again, view = WAYS[way]((player, game.view))
    assert again.move(view) == player.move(game.view)


ERRORS: list[SapperError] = [
    InvalidPosition("no layout fits", (0, 1)),
    InvalidNotation("odd", 2, 3),
    TooLarge("too large"),
    PlayerFailed("theirs", "it is gone"),
    UnreadablePicture(Refusal.NO_BOARD, "no board"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_can_be_copied(error: SapperError, way: str) -> None:
    """A process that works for another sends its errors back."""
    again = WAYS[way](error)
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize("way", WAYS)
def test_a_contradiction_can_be_copied(way: str) -> None:
    """It names the clues to blame."""
    with pytest.raises(Contradiction) as caught:
        advise(View.of([[1, -1, 2], [0, 0, 0]], mines=1))
    again = WAYS[way](caught.value)
    assert (str(again), vars(again).keys()) == (str(caught.value), vars(caught.value).keys())


@pytest.mark.parametrize("way", WAYS)
def test_environments_are_copied_or_say_that_they_cannot(way: str) -> None:
    """A single game can be copied; many games that live in the kernel cannot."""
    single = MinesweeperEnv()
    single.reset(seed=1)
    action = int(np.flatnonzero(single.action_masks())[0])
    again = WAYS[way](single)
    if way != "copy":
        assert np.array_equal(again.step(action)[0], single.step(action)[0])
    many = MinesweeperVectorEnv(2, threads=1)
    many.reset(seed=1)
    with pytest.raises(SapperError, match="neither copied nor pickled"):
        WAYS[way](many)


def test_a_closed_vector_environment_does_nothing() -> None:
    """Neither a step nor a reset reaches games that are over."""
    many = MinesweeperVectorEnv(2, threads=1)
    many.reset(seed=1)
    many.close()
    for act in (many.reset, lambda: many.step(np.array([0, 1]))):
        with pytest.raises(InvalidMove, match="is closed"):
            act()
