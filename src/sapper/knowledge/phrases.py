"""The phrases of a reason: how one or two sentences show that cells are safe or mines.

A clue is written "the 2 at E4". Nothing is concluded here.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.knowledge.frontier import Frontier
from sapper.knowledge.links import Link, Origin
from sapper.rules.board import Cell
from sapper.words import at, counted, joined, mine_count


class Phrases:
    """Writes about the cells and clues of one view."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier

    def clue(self, cell: Cell) -> str:
        return f"the {self._frontier.view[cell]} at {at(cell)}"

    def clues(self, cells: Iterable[Cell]) -> str:
        return joined(map(self.clue, sorted(cells)))

    def cells(self, mask: int) -> str:
        return joined(map(at, self._frontier.cells_of(mask)))

    def _are(self, mask: int, verdict: str) -> str:
        """Say what cells are: "safe" or "mines"."""
        if mask.bit_count() > 1:
            return f"{self.cells(mask)} are {verdict}"
        return f"{self.cells(mask)} is {'a mine' if verdict == 'mines' else verdict}"

    def step(self, link: Link) -> str:
        """Say how a link follows from its parents, in lower case."""
        match link.origin:
            case Origin.CLUE:
                return self._alone(link)
            case Origin.REDUCED:
                return self._less(link)
            case Origin.NO_MINES:
                return self._empty(link.mask, *link.parents)
            case Origin.ALL_MINES:
                return self._full(link.mask, *link.parents)
            case _:
                return self._rest(link, *link.parents)

    def supposed(self, link: Link) -> str:
        return f"{self.cells(link.mask)} were {'a mine' if link.count else 'safe'}"

    def _told(self, link: Link) -> str:
        """Name a sentence by its clue, with what is left of it, or by its cells."""
        clue = link.source
        if clue is None:
            return f"the rule that {self._hold(link)}"
        if link.origin is Origin.CLUE:
            return self.clue(clue)
        needed = f"{mine_count(link.count)} in {self.cells(link.mask)}"
        return f"{self.clue(clue)}, which still needs {needed},"

    def _share(self, link: Link) -> str:
        """Say how many mines a sentence puts into its cells."""
        clue = link.source
        if clue is None:
            return f"there {'is' if link.count == 1 else 'are'} {mine_count(link.count)}"
        more = "" if link.origin is Origin.CLUE else "still "
        return f"{self.clue(clue)} {more}needs {mine_count(link.count)}"

    def _hold(self, link: Link) -> str:
        if link.is_settled:
            return self._are(link.mask, "mines" if link.count else "safe")
        return f"{self.cells(link.mask)} together hold {mine_count(link.count)}"

    def _alone(self, link: Link) -> str:
        assert link.clue is not None
        name, size = self.clue(link.clue), link.mask.bit_count()
        if not link.count:
            return f"{name} has no mine around it, so {self._are(link.mask, 'safe')}"
        only = counted(size, "unopened neighbour")
        return f"{name} has only {only}, so {self._are(link.mask, 'mines')}"

    def _less(self, link: Link) -> str:
        whole, mines, safe = _unfolded(link)
        name = self._short(whole)
        if not link.count:
            has = f"has its {mine_count(mines.bit_count())} at {self.cells(mines)}" if mines else ""
            return f"{name} {has or 'needs no mine'}, so {self._are(link.mask, 'safe')}"
        beside = [self._are(mines, "mines")] if mines else []
        beside += [self._are(safe, "safe")] if safe else []
        left = f"{mine_count(link.count)} for {self.cells(link.mask)}"
        return f"as {joined(beside)}, {name} has {left} left, so {self._are(link.mask, 'mines')}"

    def _rest(self, link: Link, whole: Link, part: Link) -> str:
        takes = f"{self._told(whole)} takes in all of {self.cells(part.mask)}"
        return f"{takes}, where {self._share(part)}, so {self._hold(link)}"

    def _empty(self, safe: int, whole: Link, other: Link) -> str:
        """Say why the cells only in `whole` are safe: `other` puts all its mines elsewhere."""
        shared, outside = whole.mask & other.mask, other.mask & ~whole.mask
        needs = f"{self._share(other)} in {self.cells(other.mask)}"
        if outside:
            needs += f", so at least {mine_count(whole.count)} in {self.cells(shared)}"
        has = "has" if whole.origin is Origin.CLUE else "still needs"
        return (
            f"{needs}, which is all that {self._short(whole)} {has}, so {self._are(safe, 'safe')}"
        )

    def _full(self, mines: int, whole: Link, other: Link) -> str:
        """Say why the cells only in `whole` are mines: `other` allows too few of the shared."""
        shared = whole.mask & other.mask
        needs = f"{self._share(whole)} in {self.cells(whole.mask)}"
        most = f"at most {mine_count(other.count)} in {self.cells(shared)}"
        return f"{needs}; {self._short(other)} allows {most}, so {self._are(mines, 'mines')}"

    def _short(self, link: Link) -> str:
        """Name a sentence by its clue or its cells, before known cells were taken out."""
        whole, _, _ = _unfolded(link)
        return self.clue(whole.clue) if whole.clue else f"the rule for {self.cells(whole.mask)}"

    def clash(self, links: tuple[Link, ...]) -> str:
        """Say why sentences cannot all be true."""
        if len(links) == 1:
            return self._starved(links[0])
        first, second = links
        if first.mask == second.mask:
            one, two = mine_count(first.count), mine_count(second.count)
            both = f"{self._short(first)} wants {one} in {self.cells(first.mask)}"
            return f"{both} and {self._short(second)} wants {two}: both cannot be met"
        if first.count < second.count:
            first, second = second, first
        needs = f"{self._share(first)} in {self.cells(first.mask)}"
        shared = self.cells(first.mask & second.mask)
        allows = f"{self._short(second)} allows only {mine_count(second.count)} in {shared}"
        return f"{needs}, but {allows}: both cannot be met"

    def _starved(self, link: Link) -> str:
        name = self._short(link)
        if link.count < 0:
            return f"{name} would have {mine_count(-link.count)} too many"
        size = link.mask.bit_count()
        if not size:
            last = "mine" if link.count == 1 else f"{link.count} mines"
            return f"{name} would have no cell left for its last {last}"
        return (
            f"{name} would need {mine_count(link.count)} in the {counted(size, 'cell')} left to it"
        )


def _unfolded(link: Link) -> tuple[Link, int, int]:
    """Return the link before known cells were taken out, with the mines and the safe cells."""
    mines = safe = 0
    while link.origin is Origin.REDUCED:
        link, *facts = link.parents
        for fact in facts:
            if fact.count:
                mines |= fact.mask & link.mask
            else:
                safe |= fact.mask & link.mask
    return link, mines, safe
