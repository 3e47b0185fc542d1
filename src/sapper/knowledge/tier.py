"""The techniques by which a person proves a cell, easiest first.

This is the definition that explaining, solving and grading keep to. Let M and S be the unopened
cells proved to be mines and to be safe so far. A clue's *sentence* is its unopened neighbours
outside M and S, with its number less those in M.

Two sentences A (a mines) and B (b mines) that share cells bound the mines x in A∩B:
max(0, a − |A∖B|, b − |B∖A|) ≤ x ≤ min(|A∩B|, a, b); so they bound those in A∖B (a − x) and in
B∖A (b − x). A part whose upper bound is 0 is safe; one whose lower bound is its size is all mines.

- one clue: a clue's sentence with no mine, or with a mine in every cell;
- subset: the bounds of two clues' sentences where the cells of one lie within the other's;
- overlap: the bounds of any two clues' sentences;
- chain: the bounds of any one or two sentences out of those that follow from the clues, where two
  sentences whose x is fixed by its bounds yield their three parts as sentences, again and again;
- cases: what holds in every layout that agrees with all clues, however many mines it has;
- mine count: what holds in every layout that agrees with all clues and the number of mines.

Solving goes in rounds: each takes all that the easiest technique with anything to say can prove
in the position, opens what is safe and remembers what is a mine. So the hardest technique that a
board needs does not depend on luck or on order.
"""

from __future__ import annotations

from enum import IntEnum


class Tier(IntEnum):
    """The difficulty of a reason; each tier proves everything that lower tiers prove.

    >>> str(Tier.ONE_CLUE), Tier.SUBSET < Tier.CASES
    ('one clue', True)
    """

    ONE_CLUE = 1
    SUBSET = 2
    OVERLAP = 3
    CHAIN = 4
    CASES = 5
    MINE_COUNT = 6

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def idea(self) -> str:
        """The idea of the technique, in one sentence that gives no answer away."""
        return _IDEAS[self]


_IDEAS = {
    Tier.ONE_CLUE: "One clue: one number is enough to know what is around it.",
    Tier.SUBSET: "Subset: all the cells of one clue lie within another's.",
    Tier.OVERLAP: "Overlap: two clues share cells, which limits their other cells.",
    Tier.CHAIN: "Chain: what one clue shows helps with the next.",
    Tier.CASES: "Cases: suppose the opposite, and follow it until a clue cannot be met.",
    Tier.MINE_COUNT: "Mine count: compare all the mines with those that the clues need.",
}
