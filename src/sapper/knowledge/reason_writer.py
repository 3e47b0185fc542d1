"""Writing reasons: what was concluded, in steps and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sapper.knowledge.budget import Budget, OverBudget
from sapper.knowledge.cases import Case, Refuter
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.layouts import Layouts
from sapper.knowledge.links import Link, clues_behind, descent, union
from sapper.knowledge.phrases import Phrases
from sapper.knowledge.reason import Reason, Step, Verdict
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell
from sapper.words import at, mine_count


class ReasonWriter:
    """Writes the reasons of one view."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self.phrases = Phrases(frontier)

    def linked(self, cell: Cell, tier: Tier, link: Link, *, is_minimal: bool = True) -> Reason:
        """Return the reason that a link and its descent give."""
        told = descent([link]) if tier > Tier.OVERLAP else [link]
        steps = [self._step(step) for step in told if step.is_step]
        verdict = Verdict(cell, bool(link.count))
        return self._reason(verdict, tier, clues_behind(link), steps, is_minimal)

    def _step(self, link: Link, before: str = "") -> Step:
        clues = {p.source for p in link.parents if p.source is not None}
        if link.clue is not None:
            clues.add(link.clue)
        mask = union((link, *link.parents))
        return self._written(before + self.phrases.step(link), clues, mask)

    def _written(self, text: str, clues: Iterable[Cell], mask: int) -> Step:
        return Step(text, tuple(sorted(clues)), tuple(self._frontier.cells_of(mask)))

    def _reason(
        self, verdict: Verdict, tier: Tier, clues: Iterable[Cell], steps: list[Step], *how: bool
    ) -> Reason:
        cells = sorted({verdict.cell}.union(*(step.cells for step in steps)))
        return Reason(*verdict, tier, tuple(sorted(clues)), tuple(cells), tuple(steps), *how)

    def by_cases(
        self, verdict: Verdict, tier: Tier, clues: list[Cell], is_minimal: bool, budget: Budget
    ) -> Reason:
        """Return the reason that supposes the opposite and finds a contradiction."""
        try:
            case = Refuter(self._frontier, clues, budget).refute(verdict.cell, not verdict.is_mine)
            steps = list(self._case_steps(case, "suppose "))
        except OverBudget:
            steps = [self._written(self._tried(verdict, clues), clues, self._seen(clues))]
        steps.append(self._written(f"so {verdict}", (), self._frontier.bit(verdict.cell)))
        return self._reason(verdict, tier, clues, steps, is_minimal, True)

    def _case_steps(self, case: Case, opening: str) -> Iterator[Step]:
        supposed = opening + self.phrases.supposed(case.supposed)
        yield self._written(supposed, (), case.supposed.mask)
        for link in descent(case.clash):
            if link.is_step and link not in case.clash:
                yield self._step(link, "then ")
        if case.clash:
            clues = {link.source for link in case.clash if link.source is not None}
            text = f"but then {self.phrases.clash(case.clash)}"
            yield self._written(text, clues, union(descent(case.clash)))
        for nested, word in zip(case.cases, ("suppose also ", "suppose instead "), strict=False):
            yield from self._case_steps(nested, word)

    def _tried(self, verdict: Verdict, clues: list[Cell]) -> str:
        return f"{verdict.opposite}, no layout would fit {self.phrases.clues(clues)}"

    def _seen(self, clues: Iterable[Cell]) -> int:
        return union(self._frontier.links(clues))

    def counted(
        self, verdict: Verdict, clues: list[Cell], is_minimal: bool, layouts: Layouts
    ) -> Reason:
        """Return the reason that the number of mines gives together with some clues."""
        try:
            text = self._sum(verdict, clues, layouts)
        except OverBudget:
            mines = mine_count(self._frontier.view.mines or 0)
            text = f"{self._tried(verdict, clues)} with {mines} on the board"
        step = self._written(text, clues, self._seen(clues) | self._frontier.bit(verdict.cell))
        return self._reason(verdict, Tier.MINE_COUNT, clues, [step], is_minimal)

    def _sum(self, verdict: Verdict, clues: list[Cell], layouts: Layouts) -> str:
        """Compare the mines that there would have to be with those that there are."""
        total = self._frontier.view.mines
        assert total is not None
        cell, is_mine = verdict
        totals, unseen = layouts.totals(clues, cell, not is_mine)
        least, most = (totals & -totals).bit_length() - 1, totals.bit_length() - 1 + unseen
        board = f"{mine_count(total)} on the board"
        everything = "the only mine on the board" if total == 1 else f"all the {board}"
        if not clues:
            return f"every unopened cell is one of the {board}" if is_mine else f"there is {board}"
        named = self.phrases.clues(clues)
        need = "needs" if len(clues) == 1 else "need"
        if least > total:
            if not self._seen(clues) & self._frontier.bit(cell):
                return f"{named} {need} {everything}, so none is left for {at(cell)}"
            there = "there is" if total <= 1 else "there are"
            needs = f"{named} would need at least {mine_count(least)}"
            return f"{verdict.opposite}, {needs}, but {there} {board}"
        if most < total:
            cells = "cell" if unseen == 1 else f"{unseen} cells"
            rest = f" and the {cells} beyond them" if unseen else ""
            return f"{verdict.opposite}, {named}{rest} would leave room for {most} of the {board}"
        return f"{verdict.opposite}, no way to meet {named} would have just the {board}"
