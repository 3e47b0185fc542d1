"""What each technique up to a chain proves in a position at once, with known cells remembered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from sapper.knowledge.chain import Chain, Link, Origin, descent
from sapper.knowledge.effort import Effort
from sapper.knowledge.sight import Said, Sight, places
from sapper.knowledge.tier import Tier
from sapper.knowledge.wording import Words
from sapper.rules.board import Cell
from sapper.rules.view import View

_STEPS = 10_000_000  # of a chain over the whole board: far more than an ordinary game needs


class Round:
    """The sentences of a view without the cells known already, and what techniques make of them.

    `live` are the clues that still have something to say; the others never will again.
    """

    def __init__(
        self, view: View, mines: Collection[Cell], safe: Collection[Cell], clues: Iterable[Cell]
    ) -> None:
        self._sight = Sight(view)
        self._words = Words(self._sight)
        self._mines = sum(map(self._sight.bit, mines))
        self._safe = sum(map(self._sight.bit, safe))
        told = ((clue, self._sentence(clue)) for clue in clues)
        sentences = {clue: link for clue, link in told if link.mask}
        self.live = list(sentences)
        self._links = list(sentences.values())

    def _sentence(self, clue: Cell) -> Link:
        link = Link(self._sight.said(clue), Origin.CLUE, clue=clue)
        return self._reduced(link) if link.mask & (self._mines | self._safe) else link

    def _reduced(self, link: Link) -> Link:
        mines, safe = link.mask & self._mines, link.mask & self._safe
        facts = [Link(Said(mines, mines.bit_count()), Origin.REMEMBERED)] if mines else []
        facts += [Link(Said(safe, 0), Origin.REMEMBERED)] if safe else []
        said = Said(link.mask & ~mines & ~safe, link.count - mines.bit_count())
        return Link(said, Origin.LESS, (link, *facts))

    def proved(self, tier: Tier) -> dict[Cell, Link]:
        """Return the cells that a technique proves, each with the link that says so.

        Raise OutOfEffort for a chain on a board that is far too large.
        """
        if tier is Tier.ONE_CLUE:
            facts = [link for link in self._links if link.is_settled]
        elif tier in (Tier.SUBSET, Tier.OVERLAP):
            facts = self._of_pairs(only_subsets=tier is Tier.SUBSET)
        else:
            facts = self._of_chain()
        found: dict[Cell, Link] = {}
        for link in facts:
            for place in places(link.mask):
                found.setdefault(self._sight.cells[place], link)
        return found

    def _of_pairs(self, *, only_subsets: bool) -> list[Link]:
        about: dict[int, list[Link]] = {}
        for link in self._links:
            for place in places(link.mask):
                about.setdefault(place, []).append(link)
        pairs = {pair: None for links in about.values() for pair in combinations(links, 2)}
        facts: list[Link] = []
        for first, second in pairs:
            if first.mask & ~second.mask and second.mask & ~first.mask and only_subsets:
                continue
            facts += both_say(first, second)
        return facts

    def _of_chain(self) -> list[Link]:
        chain = Chain(Effort(_STEPS))
        for link in self._links:
            chain.add(link)
        chain.run()
        return list(dict.fromkeys(chain.facts.values()))

    def told(self, link: Link) -> str:
        """Say why, from what is remembered to the cells of the link."""
        told = [step for step in descent([link]) if _is_step(step) or step is link]
        return "; ".join(map(self._words.step, told))

    def named(self, link: Link) -> str:
        """Name the clues that a link follows from, where the steps would take long to tell."""
        return f"it follows from {self._words.clues(link.clues())}"


def both_say(first: Link, second: Link) -> Iterator[Link]:
    """Yield the facts that two sentences which share cells prove together at once."""
    for one, two in ((first, second), (second, first)):
        mines, safe = one.mask & ~two.mask, two.mask & ~one.mask
        if one.count - two.count == mines.bit_count():
            if mines:
                yield Link(Said(mines, mines.bit_count()), Origin.FULL, (one, two))
            if safe:
                yield Link(Said(safe, 0), Origin.EMPTY, (two, one))


def _is_step(link: Link) -> bool:
    if link.origin in (Origin.CLUE, Origin.LESS):
        return bool(link.mask) and link.is_settled
    return link.origin is not Origin.REMEMBERED
