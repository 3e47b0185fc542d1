"""The subject of a puzzle: one of the six techniques, or the choice of the best guess."""

from __future__ import annotations

from enum import StrEnum

from sapper.knowledge.tier import Tier


class Technique(StrEnum):
    """A technique that can be trained; the first six are those of `Tier`, easiest first.

    >>> Technique("subset") is Technique.of(Tier.SUBSET), [*Technique][-1]
    (True, <Technique.BEST_GUESS: 'best guess'>)
    """

    ONE_CLUE = str(Tier.ONE_CLUE)
    SUBSET = str(Tier.SUBSET)
    OVERLAP = str(Tier.OVERLAP)
    CHAIN = str(Tier.CHAIN)
    CASES = str(Tier.CASES)
    MINE_COUNT = str(Tier.MINE_COUNT)
    BEST_GUESS = "best guess"

    @classmethod
    def of(cls, tier: Tier) -> Technique:
        return cls(str(tier))

    @property
    def tier(self) -> Tier | None:
        """The tier of the technique; a guess has none."""
        return None if self is Technique.BEST_GUESS else Tier[self.name]
