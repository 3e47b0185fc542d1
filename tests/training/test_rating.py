"""The rating is Glicko-2, and a standing follows from the attempts alone."""

from __future__ import annotations

import pytest

from sapper import Technique
from sapper.training import Attempt, Rating, Result, Score, rated, standing

DAY = 24 * 3600.0


def test_the_example_of_the_paper() -> None:
    """Glickman's player of 1500 beats 1400, loses to 1550 and 1700: 1464.06, 151.52, 0.05999."""
    results = [
        Result(Rating(1400, 30), 1.0),
        Result(Rating(1550, 100), 0.0),
        Result(Rating(1700, 300), 0.0),
    ]
    value, deviation, volatility = rated(Rating(1500, 200, 0.06), results)
    assert value == pytest.approx(1464.06, abs=0.01)
    assert deviation == pytest.approx(151.52, abs=0.01)
    assert volatility == pytest.approx(0.05999, abs=0.00001)


def test_time_alone_makes_a_rating_less_sure() -> None:
    """Without results, only the deviation grows, and never beyond a new player's."""
    before = Rating(1600, 50, 0.06)
    later, much_later = rated(before, [], 10), rated(before, [], 1e9)
    assert (later.value, later.volatility) == (before.value, before.volatility)
    assert before.deviation < later.deviation < much_later.deviation == 350


def test_a_surprise_raises_the_volatility() -> None:
    """Where a result is far from what was expected, the volatility grows."""
    sure = Rating(1500, 30, 0.06)
    assert rated(sure, [Result(Rating(3000, 30), 1.0)] * 3).volatility > 0.06
    assert rated(sure, [Result(Rating(1500, 30), 1.0)]).volatility < 0.0601


def attempt(right: bool, at: float = 0.0, technique: Technique = Technique.SUBSET) -> Attempt:
    return Attempt(technique, 1500.0, right, at)


def test_right_answers_raise_and_wrong_ones_lower() -> None:
    """A new player rises by a right answer and falls by a wrong one, equally far."""
    up, down = (standing([attempt(right)]).overall.rating for right in (True, False))
    assert up.value - 1500 == pytest.approx(1500 - down.value)
    assert up.value > 1600
    assert up.deviation < 350


def test_streaks() -> None:
    """A streak ends with a wrong answer; the best one is remembered."""
    answers = [True, True, False, True]
    score = standing([attempt(right) for right in answers]).overall
    assert (score.attempts, score.right, score.streak, score.best_streak) == (4, 3, 1, 2)


def test_techniques_are_rated_apart() -> None:
    """An attempt changes its technique and the whole, and no other technique."""
    found = standing([attempt(True), attempt(False, technique=Technique.CASES)])
    assert found.techniques[Technique.SUBSET].rating.value > 1500
    assert found.techniques[Technique.CASES].rating.value < 1500
    assert found.techniques[Technique.CHAIN] == Score()
    assert found.overall.attempts == 2


def test_a_pause_makes_a_rating_less_sure() -> None:
    """After a pause the same answer moves the rating further; a clock set back counts as none."""
    steady = [attempt(True)] * 20
    soon, late, back = (
        standing([*steady, attempt(False, at)]).overall.rating for at in (0.0, 300 * DAY, -DAY)
    )
    assert late.value < soon.value
    assert late.deviation > soon.deviation
    assert back == soon
