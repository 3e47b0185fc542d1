"""The conclusions of each technique up to a chain, in a position with known cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from sapper.knowledge.budget import Budget
from sapper.knowledge.chain import Chain
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.links import Link, Origin, clues_behind, facts_of_pair, places
from sapper.knowledge.reason_builder import ReasonBuilder
from sapper.knowledge.sentence import Clue
from sapper.knowledge.tier import Tier
from sapper.knowledge.wording import join_steps, named, sentences
from sapper.rules.board import Cell
from sapper.rules.view import View

_STEPS = 10_000_000  # of a chain over the whole board: far more than an ordinary game needs


class Round:
    """The sentences of a view without the known cells, and each technique's conclusions.

    `live` are the clues with a neighbour that is not known; the others have no more to say.
    """

    def __init__(
        self, view: View, mines: Collection[Cell], safe: Collection[Cell], clues: Iterable[Cell]
    ) -> None:
        self._frontier = Frontier(view)
        self._mines = sum(map(self._frontier.bit, mines))
        self._safe = sum(map(self._frontier.bit, safe))
        reduced = ((clue, self._reduced(self._frontier.link(clue))) for clue in clues)
        links = {clue: link for clue, link in reduced if link.mask}
        self.live, self._links = list(links), list(links.values())

    def _reduced(self, link: Link) -> Link:
        mines, safe = link.mask & self._mines, link.mask & self._safe
        if not mines | safe:
            return link
        facts = [Link(mines, mines.bit_count(), Origin.REMEMBERED)] if mines else []
        facts += [Link(safe, 0, Origin.REMEMBERED)] if safe else []
        rest, count = link.mask & ~mines & ~safe, link.count - mines.bit_count()
        return Link(rest, count, Origin.REDUCED, (link, *facts))

    def proved(self, tier: Tier) -> dict[Cell, Link]:
        """Return the cells that a technique proves, each with the link that says so.

        Raise OverBudget if a chain takes too long, which needs a very large board.
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
                found.setdefault(self._frontier.cells[place], link)
        return found

    def _of_pairs(self, *, only_subsets: bool) -> list[Link]:
        about: dict[int, list[Link]] = {}
        for link in self._links:
            for place in places(link.mask):
                about.setdefault(place, []).append(link)
        some = (pair for links in about.values() for pair in combinations(links, 2))
        pairs = list(dict.fromkeys(some))
        if only_subsets:
            pairs = [(a, b) for a, b in pairs if a.mask & b.mask in (a.mask, b.mask)]
        return [fact for pair in pairs for fact in facts_of_pair(*pair)]

    def _of_chain(self) -> list[Link]:
        chain = Chain(Budget(_STEPS))
        chain.run(self._links)
        return list(dict.fromkeys(chain.facts.values()))

    def reason(self, cell: Cell, link: Link) -> str:
        """Return the steps from the clues and remembered cells to a link that settles a cell."""
        steps = ReasonBuilder(self._frontier).steps(cell, link)
        return join_steps(sentences(steps))

    def named(self, link: Link) -> str:
        """Name the clues that a link follows from, where the steps would be too many."""
        view = self._frontier.view
        return f"It follows from {named([Clue(cell, view[cell]) for cell in clues_behind(link)])}."
