from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest
from harness.scale import repeats

from sapper.arena.statistics import Adjusted, Paired, rate_interval


def test_the_interval_of_a_rate_has_the_textbook_values() -> None:
    """It agrees with published tables and stays within 0 and 1."""
    assert rate_interval(10, 20) == pytest.approx((0.27196, 0.72804), abs=1e-5)
    assert rate_interval(0, 10) == pytest.approx((0.0, 0.30850), abs=1e-5)
    assert rate_interval(10, 10) == pytest.approx((0.69150, 1.0), abs=1e-5)
    assert rate_interval(0, 0) == (0.0, 1.0)
    low, high = rate_interval(1_234_567, 3_000_000)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(0.2421 / 3_000_000), rel=0.01)


@pytest.mark.parametrize("games", [5, 30, 200])
def test_the_interval_of_a_rate_holds_the_truth(games: int) -> None:
    """Summed over all outcomes, it holds every rate in 95 % of runs at least."""
    found = [rate_interval(wins, games) for wins in range(games + 1)]
    for rate in (0.0005, 0.002, 0.01, 0.05, 0.2, 0.4, 0.5, 0.71, 0.9, 0.97, 0.999):
        chances = [
            math.comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
            for wins in range(games + 1)
        ]
        held = sum(p for p, (low, high) in zip(chances, found, strict=True) if low <= rate <= high)
        assert held >= 0.95, rate


def test_p_values() -> None:
    """McNemar's p-value is the exact binomial one, and the normal one joins it smoothly."""
    assert Paired(100, 50, 5, 0).p_value == 0.0625
    assert Paired(100, 50, 0, 0).p_value == 1.0
    assert Paired(100, 50, 7, 7).p_value == 1.0
    exact, normal = Paired(9_999, 0, 540, 460).p_value, Paired(9_999, 0, 541, 460).p_value
    assert exact == pytest.approx(0.01244, abs=1e-4)
    assert normal == pytest.approx(exact, rel=0.1)
    assert math.isfinite(Paired(10**7, 0, 10**6, 0).p_value)


def test_difference_and_interval() -> None:
    """The difference is that of the rates; its interval turns with the players."""
    duel = Paired(1_000, 300, 60, 40)
    assert duel.difference == pytest.approx((duel.wins_a - duel.wins_b) / 1_000)
    low, high = duel.interval
    assert low < duel.difference < high
    assert Paired(1_000, 300, 40, 60).interval == pytest.approx((-high, -low))
    wide_low, wide_high = duel.anytime_interval
    assert wide_low < low < high < wide_high, "who may look at any time knows less for sure"


@pytest.mark.parametrize("games", [10, 30, 100])
def test_the_paired_interval_holds_the_truth(games: int) -> None:
    """Summed over all outcomes, it holds every difference in 95 % of runs at least."""
    outcomes = [(a, b) for a in range(games + 1) for b in range(games + 1 - a)]
    found = {(a, b): Paired(games, 0, a, b).interval for a, b in outcomes}
    for lead, only_b in product((0, 0.01, 0.05, 0.2, 0.45, 0.68, 0.9), (0.0005, 0.03, 0.2, 0.4)):
        shares = lead + only_b, only_b, 1 - lead - 2 * only_b
        if shares[2] < 0.001:
            continue
        held = 0.0
        for (a, b), (low, high) in found.items():
            if low <= lead <= high:
                counts = a, b, games - a - b
                held += math.exp(
                    math.lgamma(games + 1)
                    + sum(n * math.log(p) for n, p in zip(counts, shares, strict=True))
                    - sum(math.lgamma(n + 1) for n in counts)
                )
        assert held >= 0.95, (lead, only_b)


def test_the_adjusted_interval_holds_the_truth() -> None:
    """With few games, too: it is Student's, which knows that the error is estimated."""
    dice = np.random.default_rng(4)
    for games in (2, 3, 5, 20, 200):
        runs, held = 1_500, 0
        for _ in range(runs):
            low, high = Adjusted.of((0.1 + 0.5 * dice.standard_normal(games)).tolist()).interval
            held += low <= 0.1 <= high
        assert held >= 0.95 * runs - 3 * math.sqrt(0.05 * 0.95 * runs)
    assert Adjusted.of([0.5]).interval == (-math.inf, math.inf)


def test_equal_players_are_seldom_called_different_however_often_one_looks() -> None:
    """Checked after every game, at most 5 % of duels between equals are decided."""
    chance = random.Random(3)
    decided, duels = 0, repeats(40, 400)
    for _ in range(duels):
        a = b = 0
        for _ in range(500):
            if chance.random() < 0.5:
                a += 1
            else:
                b += 1
            if Paired(5_000, 0, a, b).decided():
                decided += 1
                break
    assert decided <= 0.05 * duels + 3 * math.sqrt(0.05 * 0.95 * duels), "three standard errors"


@pytest.mark.parametrize("lead", [0, 1, 5, 20, 45, 68, 90])
def test_an_interval_that_is_checked_again_and_again_holds_the_truth(lead: int) -> None:
    """In at most 5 % of duels the interval ever leaves out the true difference, however large."""
    dice, duels, missed = np.random.default_rng(lead), repeats(60, 2_000), 0
    only_b = 0.0 if lead == 90 else (1 - lead / 100) / 6
    shares = [only_b + lead / 100, only_b, 1 - lead / 100 - 2 * only_b]
    for _ in range(duels):
        results = dice.choice([1, -1, 0], size=3_000, p=shares)
        a, b = np.cumsum(results == 1), np.cumsum(results == -1)
        checks = np.unique(np.geomspace(1, 3_000, 60).astype(int)) - 1
        seen = (Paired(int(n) + 1, 0, int(a[n]), int(b[n])) for n in checks)
        missed += any(each.log_evidence(lead / 100) >= math.log(20) for each in seen)
    assert missed <= 0.05 * duels + 3 * math.sqrt(0.05 * 0.95 * duels), "three standard errors"


def test_the_interval_is_what_the_evidence_leaves() -> None:
    """Just inside its ends a difference is possible, just outside it is ruled out."""
    for duel in (Paired(100, 0, 20, 0), Paired(1_000, 300, 60, 40), Paired(10**6, 0, 2_000, 1_500)):
        low, high = duel.anytime_interval
        assert -1 < low < duel.difference < high < 1
        for inside, outside in ((low + 1e-6, low - 1e-6), (high - 1e-6, high + 1e-6)):
            assert duel.log_evidence(inside) < math.log(20) <= duel.log_evidence(outside)
        assert duel.decided() is not (low <= 0 <= high)


def test_an_interval_where_every_game_was_won() -> None:
    """It reaches the largest difference there is, and not beyond."""
    low, high = Paired(50, 0, 50, 0).anytime_interval
    assert 0.5 < low < high == 1
    assert Paired(50, 0, 0, 50).anytime_interval == pytest.approx((-high, -low))


def test_a_better_player_is_found_early() -> None:
    """A clear difference is decided after few games, on the right side."""
    duel = Paired(100, 0, 20, 0)
    assert duel.decided()
    assert duel.anytime_p_value < 0.05
    assert duel.anytime_interval[0] > 0
    assert not Paired(100, 0, 12, 8).decided()
    assert Paired(0, 0, 0, 0).anytime_interval == (-1.0, 1.0)
