"""The accuracy of a game: 100 for the best play, and the lower the worse the play."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest
from harness.scale import repeats
from hypothesis import given
from hypothesis import strategies as st

from sapper import Action, ActionType, Game, Level, Outcome, Review, make_player, review, turns
from sapper.reviewing import LEAST_LOSS, Judgement, Severity, Verdict

GAMES = {"beginner": repeats(20, 40), "expert": repeats(6, 12)}
losses = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def move(loss: float, judgement: Judgement = Judgement.BEST_GUESS) -> Verdict:
    action = Action(ActionType.OPEN, (0, 0))
    return Verdict(1, action, judgement, opens=((0, 0),), chance=1.0, chance_made=1 - loss)


def accuracy(*values: float) -> float:
    return Review(Level(9, 9, 10), Outcome.LOST, None, tuple(map(move, values))).accuracy


@given(losses, st.data())
def test_a_larger_loss_never_gives_more_accuracy(values: list[float], data: st.DataObject) -> None:
    """Whichever move of a game gives more away, the accuracy does not rise."""
    place = data.draw(st.integers(0, len(values) - 1))
    larger = data.draw(st.floats(values[place], 1))
    worse = [*values[:place], larger, *values[place + 1 :]]
    assert 0 < accuracy(*worse) <= accuracy(*values) + 1e-9 <= 100 + 1e-9


def test_accuracy_is_what_its_page_says() -> None:
    """One slip leaves most of the scale; long routine does not hide it; no loss is exactly 100."""
    assert accuracy() == accuracy(*[0.0] * 150) == 100
    assert accuracy(0.5) == pytest.approx(13.5, abs=0.05)
    assert accuracy(1.0, *[0.0] * 9) == pytest.approx(90.2, abs=0.05)
    assert accuracy(1.0, *[0.0] * 150) == accuracy(1.0, *[0.0] * 9)
    free = Review(Level(9, 9, 10), Outcome.WON, None, (move(0.4, Judgement.FREE),))
    assert free.accuracy == 100


@pytest.mark.parametrize(
    ("loss", "severity"),
    [
        (0.0, None),
        (0.0199, None),
        (0.0201, Severity.INACCURACY),
        (0.0499, Severity.INACCURACY),
        (0.0501, Severity.MISTAKE),
        (0.0999, Severity.MISTAKE),
        (0.1001, Severity.BLUNDER),
        (1.0, Severity.BLUNDER),
    ],
)
def test_severity_goes_by_the_loss(loss: float, severity: Severity | None) -> None:
    """Two points are an inaccuracy, five a mistake, ten a blunder."""
    assert move(loss).severity is severity
    assert list(LEAST_LOSS.values()) == [0.10, 0.05, 0.02]


def played(player: str, level: str, index: int) -> Review:
    game = Game(Level.NAMED[level], seed=41, index=index)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    return review(game)


@pytest.mark.parametrize("level", GAMES)
def test_better_players_are_more_accurate(level: str) -> None:
    """On the same boards `master` has exactly 100, and the others less, in the known order."""
    games = range(GAMES[level])
    by_master = [played("master", level, index) for index in games]
    assert {judged.accuracy for judged in by_master} == {100.0}
    assert not any(judged.faults for judged in by_master)
    means = [100.0] + [
        fmean(played(player, level, index).accuracy for index in games)
        for player in ("least-risk", "textbook", "random")
    ]
    assert all(better > worse for better, worse in pairwise(means)), means
