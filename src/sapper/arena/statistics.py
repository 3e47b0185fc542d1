"""Statistics of wins: intervals, paired comparisons, and when a comparison may stop.

Counts come in, not games, except where luck was taken out. Rates are fractions, never percentages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

Z95: Final = 1.959963984540054  # the normal quantile of 0.975

# Up to here the p-value sums exact binomial coefficients; beyond, the normal
# approximation with continuity correction is right to the third digit.
_EXACT_UP_TO: Final = 1_000

_LEVEL: Final = 0.95
_STUDENT: Final = {1: 12.7062, 2: 4.3027, 3: 3.1825}  # where its series is not good enough
_MOST_STEPS: Final = 100_000  # of a continued fraction that settles in thousands

# How the stakes of `log_evidence` are spread: an even mixture of (1 - stake^2)^(a - 1), from
# beginners (a = 3) to good players within a point of each other, each with so many stakes.
_SPREADS: Final = ((3.0, 2_001), (30.0, 401), (300.0, 201), (3_000.0, 101))


@cache
def _stakes() -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the stakes, as shares of the largest possible ones, and the logs of their weights."""
    import numpy as np  # here and below: the page's statistics do without it

    stakes, weights = [], []
    for lean, count in _SPREADS:
        widest = min(1.0, 5 / math.sqrt(2 * lean))
        some = np.linspace(-widest, widest, count + 2)[1:-1]
        weight = (1 - some**2) ** (lean - 1)
        stakes.append(some)
        weights.append(weight / weight.sum() / len(_SPREADS))
    return np.concatenate(stakes), np.log(np.concatenate(weights))


def rate_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Clopper and Pearson for a rate; (0, 1) without a game.

    It holds the true rate in at least 95 % of runs, however close to 0 or 1 the rate is.
    """
    tail = (1 - _LEVEL) / 2
    low, high = 0.0, 1.0
    if wins:
        low = _solve(lambda rate: _beta_share(wins, games - wins + 1, rate), tail)
    if wins < games:
        high = _solve(lambda rate: _beta_share(wins + 1, games - wins, rate), 1 - tail)
    return low, high


def _solve(rising: Callable[[float], float], value: float) -> float:
    """Return where a function that rises from 0 to 1 reaches a value."""
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high) and high - low > 1e-9:
        if rising(middle) < value:
            low = middle
        else:
            high = middle
    return middle


def _beta_share(a: float, b: float, x: float) -> float:
    """Return the share of the beta distribution below x, as a continued fraction."""
    if x > (a + 1) / (a + b + 2):  # there it converges slowly
        return 1 - _beta_share(b, a, 1 - x)
    if x <= 0:
        return 0.0
    front = a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)
    above, below = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value, step = below, 0
    while not step or (abs(above * below - 1) > 1e-12 and step < _MOST_STEPS):
        step += 1
        two = a + 2 * step
        for part in (
            step * (b - step) * x / ((two - 1) * two),
            -(a + step) * (a + b + step) * x / (two * (two + 1)),
        ):
            below = 1 / (1 + part * below)
            above = 1 + part / above
            value *= above * below
    return math.exp(front) * value / a


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


@dataclass(frozen=True, slots=True)
class Paired:
    """Two players on the same boards: games won by both, and by only one of them."""

    games: int
    both: int
    only_a: int
    only_b: int

    def __add__(self, other: Paired) -> Paired:
        return Paired(
            self.games + other.games,
            self.both + other.both,
            self.only_a + other.only_a,
            self.only_b + other.only_b,
        )

    @property
    def wins_a(self) -> int:
        return self.both + self.only_a

    @property
    def wins_b(self) -> int:
        return self.both + self.only_b

    @property
    def discordant(self) -> int:
        return self.only_a + self.only_b

    @property
    def difference(self) -> float:
        """A's win rate less B's."""
        return (self.only_a - self.only_b) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference for a number of games fixed beforehand.

        Wald's interval after Agresti and Min: half a game is added to each of the four
        outcomes, and one game to each side, since games are whole. So it holds the true
        difference in at least 95 % of runs, with few discordant games too.
        """
        games, lead = self.games + 2, self.only_a - self.only_b
        spread = (Z95 * math.sqrt(self.discordant + 1 - lead**2 / games) + 1) / games
        return max(-1.0, lead / games - spread), min(1.0, lead / games + spread)

    @property
    def p_value(self) -> float:
        """McNemar's two-sided p-value for a number of games fixed beforehand."""
        fewer, total = min(self.only_a, self.only_b), self.discordant
        if total <= _EXACT_UP_TO:
            tail = sum(math.comb(total, k) for k in range(fewer + 1))
            return min(1.0, tail / 2 ** (total - 1) if total else 1.0)
        distance = max(0, abs(self.only_a - self.only_b) - 1)
        return math.erfc(distance / math.sqrt(2 * total))

    @property
    def anytime_p_value(self) -> float:
        """A p-value that stays valid however often the results are checked."""
        return min(1.0, math.exp(-self.log_evidence()))

    @property
    def anytime_interval(self) -> tuple[float, float]:
        """A 95 % interval of the difference that holds at every check together.

        It is what remains when every difference that the evidence rules out is left out.
        """
        return self._bound(-1.0), self._bound(1.0)

    def log_evidence(self, difference: float = 0.0) -> float:
        """Return the log of the evidence against a true difference.

        It is the wealth of a gambler who bets on each game that the difference is larger, or
        smaller, than this one, averaged over many stakes. If the difference is true, no stake
        gains on average. So, by Ville's inequality, the chance that the wealth *ever* reaches
        1/alpha is at most alpha, however often it is checked.
        """
        import numpy as np

        gains = ((self.only_a, 1), (self.only_b, -1), (self.games - self.discordant, 0))
        shares, weights = _stakes()
        stakes = np.where(shares > 0, shares / (1 + difference), shares / (1 - difference))
        wealth = weights.copy()
        for count, gain in gains:
            if count:
                wealth += count * np.log1p(stakes * (gain - difference))
        most = float(wealth.max())
        return most + math.log(float(np.exp(wealth - most).sum()))

    def decided(self, alpha: float = 0.05) -> bool:
        """Return whether a run may stop: one player is better, with error at most alpha.

        This may be checked after every game; the error rate covers all checks together.
        """
        return self.log_evidence() >= -math.log(alpha)

    def _bound(self, far: float) -> float:
        """Bisect between the observed difference and -1 or 1 for the one that is just ruled out."""
        near, limit = self.difference, -math.log(1 - _LEVEL)
        for _ in range(50):
            middle = (near + far) / 2
            if abs(middle) < 1 and self.log_evidence(middle) < limit:
                near = middle
            else:
                far = middle
        return far


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A paired difference of outcomes with known luck taken out, and its standard error."""

    games: int
    difference: float
    error: float

    @classmethod
    def of(cls, differences: Sequence[float]) -> Adjusted:
        games = len(differences)
        if games < 2:
            return cls(games, 0.0, math.inf)
        return cls(games, fmean(differences), stdev(differences) / math.sqrt(games))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval for a number of games fixed beforehand: Student's."""
        spread = _student(self.games - 1) * self.error if self.games > 1 else math.inf
        return self.difference - spread, self.difference + spread


def _student(freedom: int) -> float:
    """Return the 0.975 quantile of Student's t, by its series around the normal one."""
    if freedom in _STUDENT:
        return _STUDENT[freedom]
    z, over = Z95, 1 / freedom
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term * over**power for power, term in enumerate(terms))
