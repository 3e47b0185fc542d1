"""Statistics of wins: intervals, paired comparisons, and when a comparison may stop.

Counts come in, not games, except where luck was taken out. Rates are fractions, never percentages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

Z95: Final = 1.959963984540054  # the normal quantile of 0.975

# Up to here the p-value sums exact binomial coefficients; beyond, the normal
# approximation with continuity correction is right to the third digit.
_EXACT_UP_TO: Final = 1_000

# How far discordant games may lean, for the evidence below: an even mixture of
# Beta(a, a), from beginners (a = 3) to good players within a point of each other.
_LEANS: Final = (3.0, 30.0, 300.0, 3_000.0)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a rate; (0, 1) when there was no game."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    scale = 1 + Z95**2 / games
    middle = rate + Z95**2 / (2 * games)
    spread = Z95 * math.sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    low = 0.0 if wins == 0 else (middle - spread) / scale  # exactly, despite rounding
    high = 1.0 if wins == games else (middle + spread) / scale
    return low, high


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
        outcomes, which keeps the coverage right with few discordant games too.
        """
        games, lead = self.games + 2, self.only_a - self.only_b
        spread = Z95 * math.sqrt(self.discordant + 1 - lead**2 / games) / games
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
        """An interval of the difference when the results decide how many games are played.

        The share of discordant games is taken as observed; how they divide is bounded with
        the guarantee of `log_evidence`, over all checks together.
        """
        if not self.discordant:
            return -1.0, 1.0
        scale = self.discordant / self.games
        low, high = self._lean(0.0), self._lean(1.0)
        return scale * (2 * low - 1), scale * (2 * high - 1)

    def log_evidence(self, share: float = 0.5) -> float:
        """Return the log of the evidence against "A wins this share of discordant games".

        It is the likelihood ratio of a mixture of shares to that share, a martingale of
        mean 1 if the share is true. So, by Ville's inequality, the chance that it *ever*
        reaches 1/alpha is at most alpha, however often it is checked.
        """
        a, b = self.only_a, self.only_b
        terms = [_log_beta(lean + a, lean + b) - _log_beta(lean, lean) for lean in _LEANS]
        mixture = max(terms) + math.log(math.fsum(math.exp(t - max(terms)) for t in terms))
        mixture -= math.log(len(_LEANS))
        return mixture - _times_log(a, share) - _times_log(b, 1 - share)

    def decided(self, alpha: float = 0.05) -> bool:
        """Return whether a run may stop: one player is better, with error at most alpha.

        This may be asked after every game; the error rate covers all checks together.
        """
        return self.log_evidence() >= -math.log(alpha)

    def _lean(self, far: float) -> float:
        """Bisect between the observed share and 0 or 1 for the share that is just ruled out."""
        near = self.only_a / self.discordant
        if near == far:
            return far
        limit = math.log(20)
        for _ in range(60):
            middle = (near + far) / 2
            if self.log_evidence(middle) < limit:
                near = middle
            else:
                far = middle
        return near


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
        """The 95 % interval for a number of games fixed beforehand."""
        return self.difference - Z95 * self.error, self.difference + Z95 * self.error


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _times_log(count: int, share: float) -> float:
    if count == 0:
        return 0.0
    return count * math.log(share) if share > 0 else -math.inf
