"""Glicko-2: how strong a player is, how sure that is, and how much it changes.

The method is that of Mark E. Glickman's "Example of the Glicko-2 system". A result comes after
some time, measured in rating periods; the deviation grows with it, for a part of a period too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

_SCALE = 173.7178
_CENTRE = 1500.0
_TAU = 0.5  # how much the volatility may change
_MOST_DEVIATION = 350.0
_CLOSE = 1e-6


class Rating(NamedTuple):
    """A strength with its deviation and volatility."""

    value: float
    deviation: float
    volatility: float = 0.06


NEW_PLAYER = Rating(_CENTRE, _MOST_DEVIATION)


class Result(NamedTuple):
    """An opponent, and the score against it: 1 for a win, 0 for a loss."""

    opponent: Rating
    score: float


def rated(player: Rating, results: Sequence[Result], periods: float = 1.0) -> Rating:
    """Return a player's rating after results, some rating periods after the last ones."""
    mu, phi = (player.value - _CENTRE) / _SCALE, player.deviation / _SCALE
    if not results:
        return _in_points(mu, sqrt(phi**2 + periods * player.volatility**2), player.volatility)
    weights = [_weight(result.opponent.deviation / _SCALE) for result in results]
    expected = [
        1 / (1 + exp(-weight * (mu - (result.opponent.value - _CENTRE) / _SCALE)))
        for weight, result in zip(weights, results, strict=True)
    ]
    variance = 1 / sum(g**2 * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    gain = sum(
        g * (result.score - e) for g, e, result in zip(weights, expected, results, strict=True)
    )
    volatility = _volatility(player.volatility, phi, variance, variance * gain)
    before = phi**2 + periods * volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return _in_points(mu + after**2 * gain, after, volatility)


def _in_points(mu: float, phi: float, volatility: float) -> Rating:
    deviation = min(_MOST_DEVIATION, phi * _SCALE)
    return Rating(mu * _SCALE + _CENTRE, deviation, volatility)


def _weight(phi: float) -> float:
    """Return how much a result counts: the less, the less sure the opponent's rating is."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Find the new volatility by the Illinois variant of false position."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        surprise = exp(x) * (delta**2 - spread) / (2 * spread**2)
        return surprise - (x - start) / _TAU**2

    low, high = start, _other_end(start, phi, variance, delta, slope)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _other_end(
    start: float, phi: float, variance: float, delta: float, slope: Callable[[float], float]
) -> float:
    """Return a place on the other side of the zero."""
    surplus = delta**2 - phi**2 - variance
    if surplus > 0:
        return log(surplus)
    steps = 1
    while slope(start - steps * _TAU) < 0:
        steps += 1
    return start - steps * _TAU
