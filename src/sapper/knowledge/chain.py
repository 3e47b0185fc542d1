"""All that follows from sentences taken two at a time, again and again.

By the bounds of `sapper.knowledge.tier`, two sentences A (a mines) and B (b mines) that share
cells say something new in two ways only:

- b − a = |B∖A|: then B∖A is all mines and A∖B is safe, whether or not one lies within the other;
- one lies within the other: then the rest of the larger is a sentence too.

Cells that are known are taken out of all sentences at once, which loses nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sapper.knowledge.budget import Budget
from sapper.knowledge.links import Link, Origin, facts_of_pair, places


class Clash(Exception):
    """Links that cannot all be true."""

    def __init__(self, *links: Link) -> None:
        self.links = links


class Chain:
    """Sentences and all that follows; with `pairs` false, from one sentence at a time."""

    def __init__(self, budget: Budget, *, pairs: bool = True) -> None:
        self.budget = budget
        self.pairs = pairs
        self.safe = 0
        self.mines = 0
        self.facts: dict[int, Link] = {}  # by the cell's place
        self.links: dict[int, Link] = {}  # about cells that are not known, by mask
        self._about: dict[int, dict[Link, None]] = {}
        self._fresh: deque[Link] = deque()
        self._settled: deque[Link] = deque()

    def run(self, links: Iterable[Link], target: int = 0) -> None:
        """Take in sentences; conclude until nothing is new or a cell of `target` is known.

        Raise Clash if they contradict each other or what is there.
        """
        for link in links:
            self._add(link)
        while not target & (self.safe | self.mines):
            if self._settled:
                self._settle(self._settled.popleft())
            elif self.pairs and self._fresh:
                link = self._fresh.popleft()
                if self.links.get(link.mask) is link:
                    self._compare_all(link)
            else:
                return

    def _add(self, link: Link) -> None:
        link = self._reduced(link)
        size = link.mask.bit_count()
        if not 0 <= link.count <= size:
            raise Clash(link)
        known = self.links.get(link.mask)
        if known is not None and known.count != link.count:
            raise Clash(known, link)
        if not size or known is not None:
            return
        self.links[link.mask] = link
        for place in places(link.mask):
            self._about.setdefault(place, {})[link] = None
        (self._settled if link.is_settled else self._fresh).append(link)

    def _reduced(self, link: Link) -> Link:
        known = link.mask & (self.safe | self.mines)
        if not known:
            return link
        facts = dict.fromkeys(self.facts[place] for place in places(known))
        count = link.count - (link.mask & self.mines).bit_count()
        return Link(link.mask & ~known, count, Origin.REDUCED, (link, *facts))

    def _settle(self, fact: Link) -> None:
        if self.links.get(fact.mask) is not fact:
            return
        outdated: dict[Link, None] = {}
        for place in places(fact.mask):
            self.facts[place] = fact
            outdated |= self._about.pop(place)
        if fact.count:
            self.mines |= fact.mask
        else:
            self.safe |= fact.mask
        for link in outdated:
            del self.links[link.mask]
            for place in places(link.mask & ~fact.mask):
                del self._about[place][link]
        for link in outdated:
            if link is not fact:
                self.budget.spend()
                self._add(link)

    def _compare_all(self, link: Link) -> None:
        others: dict[Link, None] = {}
        for place in places(link.mask):
            others |= self._about[place]
        del others[link]
        self.budget.spend(len(others))
        for other in others:
            self._compare(link, other)

    def _compare(self, first: Link, second: Link) -> None:
        """Add the consequences of two sentences that share cells."""
        only_first, only_second = first.mask & ~second.mask, second.mask & ~first.mask
        more = first.count - second.count
        if more > only_first.bit_count() or -more > only_second.bit_count():
            raise Clash(first, second)
        if more == only_first.bit_count() or -more == only_second.bit_count():
            for fact in facts_of_pair(first, second):
                self._add(fact)
        elif not only_second:
            self._add(Link(only_first, more, Origin.REST, (first, second)))
        elif not only_first:
            self._add(Link(only_second, -more, Origin.REST, (second, first)))
