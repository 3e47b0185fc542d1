"""A duel: which of two players wins more of the same games, and whether that can be chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.arena.match import paired, paired_adjusted
from sapper.arena.run import Run
from sapper.arena.statistics import Adjusted, Paired
from sapper.formatting import points

_ALPHA: Final = 0.05


class StopWhenDecided:
    """Checks a duel after each chunk, in the order of games.

    So it stops at the same game on one thread, on many, and after it was resumed.
    """

    def __init__(self) -> None:
        self.seen = Paired(0, 0, 0, 0)
        self._stopped = False

    def __call__(self, run: Run) -> bool:
        (a, b), step = run.tallies, run.match.chunk_sizes[0]
        known = min(a.prefix(), b.prefix())
        whole = known == a.size
        while not self._stopped and (
            self.seen.games + step <= known or (whole and self.seen.games < known)
        ):
            stop = min(self.seen.games + step, known)
            self.seen += paired(a, b, slice(self.seen.games, stop))
            self._stopped = self.seen.decided(_ALPHA)
        return self._stopped


@dataclass(frozen=True)
class Duel:
    """The outcome of a duel; if it is `sequential`, its statistics are valid at every check."""

    names: tuple[str, str]
    counts: Paired
    sequential: bool
    adjusted: Adjusted | None  # the difference without known luck

    @property
    def p_value(self) -> float:
        return self.counts.anytime_p_value if self.sequential else self.counts.p_value

    @property
    def interval(self) -> tuple[float, float]:
        return self.counts.anytime_interval if self.sequential else self.counts.interval

    @property
    def verdict(self) -> str:
        counts = self.counts
        gap = f"{points(abs(counts.difference))} points"
        if counts.games == 0:
            return "no game was finished by both"
        if self.p_value <= _ALPHA:
            better, worse = self.names if counts.difference > 0 else self.names[::-1]
            return f"{better} wins more games than {worse}, by {gap} on these boards"
        if counts.difference == 0:
            return f"no difference was seen in {counts.games:,} games"
        needed = int(7.85 * counts.discordant / counts.games / counts.difference**2)
        return (
            f"not decided: {gap} can be chance; to show a difference of this size "
            f"takes about {max(needed, counts.games):,} games"
        )


def compare(run: Run, stop: StopWhenDecided | None = None) -> Duel:
    """Compare the two contests of a run, up to the games that `stop` has seen, if given."""
    (a, b), (first, second) = run.match.contests, run.tallies
    if stop is not None:
        stop(run)  # Ctrl-C may have come before the last check
    counts = paired(first, second) if stop is None else stop.seen
    adjusted = paired_adjusted(first, second) if a.adjusted else None
    return Duel((a.player, b.player), counts, stop is not None, adjusted)
