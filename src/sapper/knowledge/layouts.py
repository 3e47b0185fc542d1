"""Whether some clues allow a layout, and with how many mines: exactly, and without listing any.

First, whatever a single sentence settles is taken out, again and again. What is left falls into
components, and each is swept from end to end. Cells that the same sentences see form a box, and
all that matters of the boxes already swept is what each sentence still needs. Instead of counting
the ways, a whole number keeps the mine totals that are possible, one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sapper.knowledge.budget import Budget, TooWide
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.links import places
from sapper.rules.board import Cell

MaskCount = tuple[int, int]  # a sentence without its origin: its cells, and how many are mines
Part = frozenset[MaskCount]

_DIGIT = 4  # bits for what a sentence needs, which is at most 8
_NEED = (1 << _DIGIT) - 1
_BITS_A_STEP = 4096  # of masks that are read once
_WIDEST = 2_000  # states of a sweep; where there are more, they keep multiplying


class Layouts:
    """Answers questions about the layouts that some of a view's clues allow."""

    def __init__(self, frontier: Frontier, budget: Budget) -> None:
        self.frontier = frontier
        self.budget = budget
        self._known: dict[Part, int] = {}

    def allow(
        self, clues: Iterable[Cell], cell: Cell | None, is_mine: bool = False, *, counted: bool
    ) -> bool:
        """Return whether some layout fits the clues and makes the cell a mine, or safe.

        Opened cells hold no mine, whether or not their clues are among these. With
        `counted` the layout must have the view's total of mines.
        """
        totals, unseen = self.totals(clues, cell, is_mine)
        return bool(totals) and (not counted or self.reach(totals, unseen))

    def reach(self, totals: int, unseen: int) -> bool:
        """Return whether one of the totals and mines in the unseen cells make the view's total."""
        total = self.frontier.view.mines
        assert total is not None, "without a total there is nothing to reach"
        return bool(totals >> max(0, total - unseen) & (1 << (min(total, unseen) + 1)) - 1)

    def totals(
        self, clues: Iterable[Cell], cell: Cell | None, is_mine: bool = False
    ) -> tuple[int, int]:
        """Return the possible mine totals, one bit each, and how many cells they leave out.

        The totals are over the cells that the clues see, and `cell`, whose content is given.
        """
        bit = 0 if cell is None else self.frontier.bit(cell)
        sentences, seen = set(), bit
        for clue in clues:
            link = self.frontier.link(clue)
            mask, count = link.mask, link.count
            seen |= mask
            if mask & bit:
                mask, count = mask ^ bit, count - is_mine
            if mask or count:
                sentences.add((mask, count))
        view = self.frontier.view
        unseen = view.board.size - len(view.opened) - seen.bit_count()
        used = 1 << (is_mine and bit != 0)
        for part in _components(sentences):
            used = _added(used, self._remembered(part, self._counted))
        return used, unseen

    def _remembered(self, part: Part, count: Callable[[Part], int]) -> int:
        totals = self._known.get(part)
        if totals is None:
            totals = self._known[part] = count(part)
        return totals

    def _counted(self, part: Part) -> int:
        self.budget.spend(len(part))
        settled = _settled(part, self.budget)
        if settled is None:
            return 0
        rest, mines = settled
        totals = 1 << mines
        for component in _components(rest):
            totals = _added(totals, self._remembered(component, self._sweep))
        return totals

    def _sweep(self, part: Part) -> int:
        sentences = list(part)
        room = [mask.bit_count() for mask, _ in sentences]
        start = sum(count << _DIGIT * place for place, (_, count) in enumerate(sentences))
        states = {start: 1}
        for size, seen in self._boxes(sentences):
            unit = 0
            for place in seen:
                room[place] -= size
                unit |= 1 << _DIGIT * place
            self.budget.spend(len(states))
            if len(states) > _WIDEST:
                raise TooWide
            states = _filled(states, size, unit, [(_DIGIT * at, room[at]) for at in seen])
        return states.get(0, 0)

    def _boxes(self, sentences: list[MaskCount]) -> list[tuple[int, list[int]]]:
        """Return each box's size and the places of its sentences, from end to end."""
        seen_by: dict[int, int] = {}
        for number, (mask, _) in enumerate(sentences):
            for place in places(mask):
                seen_by[place] = seen_by.get(place, 0) | 1 << number
        boxes: dict[int, list[Cell]] = {}
        for place, signature in seen_by.items():
            boxes.setdefault(signature, []).append(self.frontier.cells[place])
        cells = [self.frontier.cells[place] for place in seen_by]
        rows, columns = zip(*cells, strict=True)
        tall = max(rows) - min(rows) >= max(columns) - min(columns)
        first = {sig: min(c if tall else c[::-1] for c in box) for sig, box in boxes.items()}
        return [
            (len(boxes[sig]), list(places(sig))) for sig in sorted(boxes, key=first.__getitem__)
        ]


def _filled(
    states: dict[int, int], size: int, unit: int, seen: list[tuple[int, int]]
) -> dict[int, int]:
    """Put every possible number of mines into a box; `seen` are its sentences and their room."""
    following: dict[int, int] = {}
    for state, totals in states.items():
        least, most = 0, size
        for shift, room in seen:
            need = state >> shift & _NEED
            most = min(most, need)
            least = max(least, need - room)
        for mines in range(least, most + 1):
            after = state - mines * unit
            following[after] = following.get(after, 0) | totals << mines
    return following


def _settled(sentences: Iterable[MaskCount], budget: Budget) -> tuple[set[MaskCount], int] | None:
    """Take out all that single sentences settle; return the rest and the mines taken out.

    Return None if the sentences contradict each other on the way. A round of it is much work
    only where many sentences have long masks.
    """
    rest = set(sentences)
    longest = max(mask for mask, _ in rest).bit_length() if rest else 0
    mines = 0
    while True:
        budget.spend(len(rest) * longest // _BITS_A_STEP)
        rest.discard((0, 0))
        safe_now = mines_now = 0
        for mask, count in rest:
            if not 0 <= count <= mask.bit_count():
                return None
            if count == 0:
                safe_now |= mask
            elif count == mask.bit_count():
                mines_now |= mask
        if safe_now & mines_now:
            return None
        known = safe_now | mines_now
        if not known:
            return rest, mines
        mines += mines_now.bit_count()
        rest = {(m & ~known, c - (m & mines_now).bit_count()) for m, c in rest}


def _components(sentences: Iterable[MaskCount]) -> list[Part]:
    """Split sentences into groups that share no cell."""
    listed = list(sentences)
    about: dict[int, list[int]] = {}  # by the place of a cell
    cells = [list(places(mask)) for mask, _ in listed]
    for number, seen in enumerate(cells):
        for place in seen:
            about.setdefault(place, []).append(number)
    groups, left = [], set(range(len(listed)))
    while left:
        group, waiting = [], [left.pop()]
        while waiting:
            number = waiting.pop()
            group.append(listed[number])
            for place in cells[number]:
                near = left.intersection(about.pop(place, ()))
                left -= near
                waiting += near
        groups.append(frozenset(group))
    return groups


def _added(first: int, second: int) -> int:
    """Return every sum of a total of the first and a total of the second."""
    if first.bit_count() < second.bit_count():
        first, second = second, first
    sums = 0
    for place in places(second):
        sums |= first << place
    return sums
