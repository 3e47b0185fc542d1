"""The method, slow and obvious: exact integers and fractions, written for reading.

Nothing uses this at run time. It documents what the kernel does, and tests hold the
kernel to it.

1. Each opened clue is a witness: it still needs a number of mines among its unopened
   neighbours. Unopened cells seen by the same witnesses form a box; within a box all
   cells are alike. Cells that no witness sees are floating.
2. Boxes that share a witness, directly or through others, form a component. Components
   are independent of each other except for the total number of mines.
3. A component is swept box by box. The state is what each witness still needs, for the
   witnesses with boxes both behind and ahead of the sweep; states that are equal merge.
4. The components' counts by mines used are multiplied, and the mines left over fall
   anywhere on the floating cells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import View

Counts = dict[int, int]  # number of ways, by mines used
Needs = tuple[tuple[Cell, int], ...]  # what each half-seen witness still needs


@dataclass(frozen=True)
class Reference:
    """The exact answer for a view."""

    risk: dict[Cell, Fraction]
    layouts: Fraction  # with a density instead of a total, the layouts' total weight

    @property
    def safe(self) -> set[Cell]:
        return {cell for cell, risk in self.risk.items() if risk == 0}

    @property
    def mines(self) -> set[Cell]:
        return {cell for cell, risk in self.risk.items() if risk == 1}


@dataclass(frozen=True)
class Box:
    """Cells that the same witnesses see."""

    cells: tuple[Cell, ...]
    witnesses: frozenset[Cell]


def analyse(view: View, density: Fraction | None = None, *, trust_flags: bool = False) -> Reference:
    """Return the exact risk of every unopened cell.

    Trusted flags are mines. Without a mine total, each cell is a mine with chance
    `density` before anything is seen. Raise InvalidPosition if no layout fits.
    """
    flags = view.flags if trust_flags else set()
    needs = witnesses(view, flags)
    boxes, floating = boxes_of(view, flags, needs)
    parts = components(boxes)
    swept = [sweep(part, needs) for part in parts]
    outside = Outside(view, len(floating), len(flags), density)
    risk = {cell: Fraction(1) for cell in flags}
    total = outside.weigh(product(swept))
    if not total:
        raise InvalidPosition("no layout of mines fits this view")
    for place, part in enumerate(parts):
        others = product(swept[:place] + swept[place + 1 :])
        for box in part:
            mined = outside.weigh(times(others, sweep(part, needs, counted=box)))
            risk |= dict.fromkeys(box.cells, mined / total / len(box.cells))
    if floating:
        mined = outside.weigh(product(swept), counted=True)
        risk |= dict.fromkeys(floating, mined / total / len(floating))
    return Reference(risk, total)


def witnesses(view: View, flags: Set[Cell]) -> dict[Cell, int]:
    """Return each opened clue with the mines it still needs among unflagged cells."""
    return {
        cell: view[cell] - sum(near in flags for near in view.board.neighbours(cell))
        for cell in view.opened
    }


def boxes_of(view: View, flags: Set[Cell], needs: dict[Cell, int]) -> tuple[list[Box], list[Cell]]:
    """Group the unopened cells by the witnesses that see them; return those unseen too."""
    groups: dict[frozenset[Cell], list[Cell]] = defaultdict(list)
    for cell in view.unopened:
        if cell not in flags:
            groups[frozenset(needs.keys() & view.board.neighbours(cell))].append(cell)
    floating = groups.pop(frozenset(), [])
    boxes = [Box(tuple(cells), seen_by) for seen_by, cells in groups.items()]
    blind = needs.keys() - frozenset[Cell]().union(*groups)
    for cell in sorted(blind):
        if needs[cell]:
            raise InvalidPosition(f"the {view[cell]} at {cell} cannot have its mines")
    return boxes, floating


def components(boxes: list[Box]) -> list[list[Box]]:
    """Split boxes into groups that share no witness, each in an order that suits a sweep."""
    waiting, found = list(boxes), []
    while waiting:
        part, seen = [waiting.pop(0)], set[Cell]()
        for box in part:
            seen |= box.witnesses
            joined = [other for other in waiting if other.witnesses & seen]
            waiting = [other for other in waiting if other not in joined]
            part += joined
        found.append(along(part))
    return found


def along(part: list[Box]) -> list[Box]:
    """Order boxes from end to end of a component, so that few witnesses are half-seen at a time."""
    rows, columns = zip(*(box.cells[0] for box in part), strict=True)
    if max(columns) - min(columns) > max(rows) - min(rows):
        return sorted(part, key=lambda box: box.cells[0][::-1])
    return sorted(part, key=lambda box: box.cells[0])


def sweep(part: list[Box], needs: dict[Cell, int], counted: Box | None = None) -> Counts:
    """Count the ways to fill a component, by mines used.

    With `counted`, each way counts as often as that box has mines in it.
    """
    states: dict[Needs, Counts] = {(): {0: 1}}
    for place, box in enumerate(part):
        ahead = frozenset[Cell]().union(*(other.witnesses for other in part[place + 1 :]))
        following: dict[Needs, Counts] = defaultdict(lambda: defaultdict(int))
        for state, counts in states.items():
            for mines in range(len(box.cells) + 1):
                after = step(dict(state), box, mines, needs, ahead)
                if after is None:
                    continue
                ways = comb(len(box.cells), mines) * (mines if box is counted else 1)
                for used, count in counts.items():
                    following[after][used + mines] += ways * count
        states = following
    return dict(states.get((), {}))


def step(
    state: dict[Cell, int], box: Box, mines: int, needs: dict[Cell, int], ahead: frozenset[Cell]
) -> Needs | None:
    """Put mines into a box; return the witnesses' remaining needs, or None if impossible."""
    for witness in box.witnesses:
        state[witness] = state.get(witness, needs[witness]) - mines
    if any(need < 0 or (need and witness not in ahead) for witness, need in state.items()):
        return None
    return tuple(sorted((witness, need) for witness, need in state.items() if witness in ahead))


def times(first: Counts, second: Counts) -> Counts:
    """Multiply two independent counts by mines used."""
    result: Counts = defaultdict(int)
    for used, count in first.items():
        for more, ways in second.items():
            result[used + more] += count * ways
    return dict(result)


def product(counts: list[Counts]) -> Counts:
    result: Counts = {0: 1}
    for one in counts:
        result = times(result, one)
    return result


class Outside:
    """The part outside the components: the floating cells and the mine total, or a density."""

    def __init__(self, view: View, floating: int, flagged: int, density: Fraction | None) -> None:
        if view.mines is None and density is None:
            raise InvalidPosition("an unknown mine total needs a density")
        self.floating = floating
        self.left = None if view.mines is None else view.mines - flagged
        self.density = density
        self.inside = sum(1 for _ in view.unopened) - flagged - floating

    def weigh(self, counts: Counts, *, counted: bool = False) -> Fraction:
        """Weigh counts by the ways to fill the rest; `counted`: times the floating mines."""
        return sum((n * self._ways(used, counted) for used, n in counts.items()), Fraction(0))

    def _ways(self, used: int, counted: bool) -> Fraction:
        if self.left is not None:
            rest = self.left - used
            if not 0 <= rest <= self.floating:
                return Fraction(0)
            return Fraction(comb(self.floating, rest) * (rest if counted else 1))
        assert self.density is not None
        ways = self.density**used * (1 - self.density) ** (self.inside - used)
        return ways * (self.floating * self.density if counted else 1)
