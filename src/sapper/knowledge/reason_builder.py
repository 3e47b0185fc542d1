"""Building reasons: the links that prove a cell, as steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sapper.knowledge.budget import Budget, OverBudget
from sapper.knowledge.cases import Case, Refuter
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.layouts import Layouts
from sapper.knowledge.links import Link, clues_behind
from sapper.knowledge.reason import Reason, Verdict
from sapper.knowledge.step_builder import StepBuilder, said
from sapper.knowledge.steps import Constraint, Kind, Step, Tally
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell

_FEW = 3  # cells that are all named where a reason ends; of more, only the one in question is
_NESTED = (Kind.SUPPOSE_ALSO, Kind.SUPPOSE_INSTEAD)


class ReasonBuilder:
    """Builds the reasons of one view."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier

    def linked(self, cell: Cell, tier: Tier, link: Link, *, is_minimal: bool = True) -> Reason:
        """Return the reason that a link and its descent give."""
        steps = self.steps(cell, link, at_once=tier <= Tier.OVERLAP)
        verdict = Verdict(cell, bool(link.count))
        return self._reason(verdict, tier, clues_behind(link), steps, is_minimal)

    def steps(self, cell: Cell, link: Link, *, at_once: bool = False) -> list[Step]:
        """Return the steps to a link's conclusion about a cell; with `at_once` only the last."""
        few = link.mask.bit_count() <= _FEW
        builder = StepBuilder(
            self._frontier, [link], {link: link.mask if few else self._frontier.bit(cell)}
        )
        if at_once:
            builder.tell(link)
        else:
            builder.follow([link])
        return builder.steps

    def _reason(
        self,
        verdict: Verdict,
        tier: Tier,
        clues: Iterable[Cell],
        steps: list[Step],
        is_minimal: bool,
        supposes: bool = False,
    ) -> Reason:
        cells = {verdict.cell}.union(*(step.cells for step in steps))
        return Reason(
            *verdict,
            tier,
            tuple(sorted(clues)),
            tuple(sorted(cells)),
            tuple(steps),
            is_minimal,
            supposes,
            frozenset(self._frontier.view.flags & cells),
        )

    def by_cases(
        self, verdict: Verdict, tier: Tier, clues: list[Cell], is_minimal: bool, budget: Budget
    ) -> Reason:
        """Return the reason that supposes the opposite and finds a contradiction."""
        try:
            case = Refuter(self._frontier, clues, budget).refute(verdict.cell, not verdict.is_mine)
            steps = self._told_by_cases(verdict, case)
        except OverBudget:
            steps = [Step(Kind.LAYOUTS, self._said(clues), _concluded(verdict))]
        return self._reason(verdict, tier, clues, steps, is_minimal, True)

    def _told_by_cases(self, verdict: Verdict, case: Case) -> list[Step]:
        ends = list(_ends(case))
        builder = StepBuilder(self._frontier, ends)
        builder.follow(ends)
        self._tell(builder, case, Kind.SUPPOSE)
        builder.steps[-1] = builder.steps[-1]._replace(follows=_concluded(verdict))
        return builder.steps

    def _tell(self, builder: StepBuilder, case: Case, kind: Kind) -> None:
        builder.suppose(kind, case.supposed)
        builder.follow(list(_ends(case)))
        if case.clash:
            builder.clash(case.clash)
        for nested, word in zip(case.cases, _NESTED, strict=False):
            self._tell(builder, nested, word)

    def _said(self, clues: Iterable[Cell]) -> tuple[Constraint, ...]:
        links = self._frontier.links(sorted(clues))
        return tuple(said(self._frontier, link) for link in links)

    def counted(
        self, verdict: Verdict, clues: list[Cell], is_minimal: bool, layouts: Layouts
    ) -> Reason:
        """Return the reason that the number of mines gives together with some clues."""
        total = self._frontier.view.mines
        assert total is not None
        try:
            totals, unseen = layouts.totals(clues, verdict.cell, not verdict.is_mine)
        except OverBudget:
            totals, unseen = 1 << total, 0  # neither too few nor too many: no more is known
        least, most = (totals & -totals).bit_length() - 1, totals.bit_length() - 1 + unseen
        tally = Tally(total, least, most)
        step = Step(Kind.COUNT, self._said(clues), _concluded(verdict), tally=tally)
        return self._reason(verdict, Tier.MINE_COUNT, clues, [step], is_minimal)


def _ends(case: Case) -> Iterator[Link]:
    """Yield the links that clash, in a case and in the cases within it."""
    yield from case.clash
    for nested in case.cases:
        yield from _ends(nested)


def _concluded(verdict: Verdict) -> Constraint:
    return Constraint((verdict.cell,), int(verdict.is_mine))
