"""Turns links into the steps of a reason, without duplicates or unused facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sapper.knowledge.frontier import Frontier
from sapper.knowledge.links import Link, Origin, descent, union
from sapper.knowledge.sentence import Clue
from sapper.knowledge.steps import Constraint, Kind, Step
from sapper.rules.board import Cell

FACTS = (Origin.NO_MINES, Origin.ALL_MINES)  # of two sentences
_KINDS = {Origin.NO_MINES: Kind.SAFE, Origin.ALL_MINES: Kind.MINES, Origin.REST: Kind.REST}


class StepBuilder:
    """The steps of one reason, which leads to the links in `ends`.

    `targets` are the cells that links at the end are to settle, if not all of theirs; of any other
    fact, only the cells that some link takes from it are named.
    """

    def __init__(
        self, frontier: Frontier, ends: list[Link], targets: Mapping[Link, int] | None = None
    ) -> None:
        self.steps: list[Step] = []
        self._frontier = frontier
        self._numbers: dict[Link, int] = {}
        self._targets = {_plain(link): mask for link, mask in (targets or {}).items()}
        for end in map(_plain, ends):
            if end.origin in FACTS:
                self._targets.setdefault(end, end.mask)
        self._supposed: dict[Link, frozenset[Link]] = {}  # what each link takes for granted
        for link in descent(ends):
            grounds = (self._supposed[ground] for ground in link.grounds)
            own = [link] if link.origin is Origin.SUPPOSED else []
            self._supposed[link] = frozenset(own).union(*grounds)
            whole, facts = _parted(link)
            if facts and whole.origin in FACTS:  # they contradict it
                self._targets[whole] = whole.mask
            for fact in map(_plain, facts):
                self._targets[fact] = self._targets.get(fact, 0) | fact.mask & whole.mask

    def follow(self, ends: Iterable[Link]) -> None:
        """Add the steps to the ends that rest on nothing but the suppositions so far."""
        for link in descent(ends):
            known = self._supposed[link] <= self._numbers.keys()
            if known and link not in self._numbers and self._has_a_step(link):
                self.tell(link)

    def _has_a_step(self, link: Link) -> bool:
        if link.origin in (Origin.SUPPOSED, Origin.REMEMBERED):
            return False
        return link in self._targets or link.origin is Origin.REST

    def tell(self, link: Link) -> None:
        """Add a step for a link, unless one says the same."""
        kind = _KINDS.get(link.origin, Kind.ALONE)
        mask = link.mask if kind is Kind.REST else self._targets[link]
        mines = link.count if kind is Kind.REST or not link.count else mask.bit_count()
        follows = Constraint(tuple(self._frontier.cells_of(mask)), mines)
        step = self._step(kind, (link,) if kind is Kind.ALONE else link.parents, follows)
        if step not in self.steps:
            self.steps.append(step)
        self._numbers[link] = self.steps.index(step)

    def suppose(self, kind: Kind, link: Link) -> None:
        self._numbers[link] = len(self.steps)
        self.steps.append(Step(kind, (said(self._frontier, link),)))

    def clash(self, links: tuple[Link, ...]) -> None:
        self.steps.append(self._step(Kind.CLASH, links))

    def _step(self, kind: Kind, links: Iterable[Link], follows: Constraint | None = None) -> Step:
        sentences, uses = [], set[int]()
        for link in links:
            whole, facts = _parted(link)
            number = self._numbers.get(whole) if whole.clue is None else None
            sentences.append(said(self._frontier, whole, facts, number))
            used = map(_plain, (whole, *facts))
            uses.update(self._numbers[ground] for ground in used if ground in self._numbers)
        return Step(kind, tuple(sentences), follows, tuple(sorted(uses)))


def said(
    frontier: Frontier, whole: Link, facts: Iterable[Link] = (), step: int | None = None
) -> Constraint:
    """Return the sentence of a link after facts have settled some of its cells."""
    known = whole.mask & union(fact for fact in facts if fact.count)
    safe = whole.mask & union(fact for fact in facts if not fact.count)
    clue = None if whole.clue is None else Clue(whole.clue, frontier.view[whole.clue])

    def cells(mask: int) -> tuple[Cell, ...]:
        return tuple(frontier.cells_of(mask))

    rest = whole.mask & ~known & ~safe
    return Constraint(
        cells(rest), whole.count - known.bit_count(), clue, step, cells(known), cells(safe)
    )


def _parted(link: Link) -> tuple[Link, list[Link]]:
    """Return a link before its settled cells were taken out, and the facts that settle them."""
    if link.origin is not Origin.REDUCED:
        return link, []
    whole, *facts = link.grounds
    return whole, facts


def _plain(link: Link) -> Link:
    """Return the link that a link was before facts were put in."""
    whole, facts = _parted(link)
    return link if facts else whole
