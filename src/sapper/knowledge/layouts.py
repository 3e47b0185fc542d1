"""Which layouts some clues allow: by mines used, never one by one, and exactly.

First whatever a single sentence settles is taken out, again and again. What is left falls into
components, and each is swept from end to end: cells that the same sentences see form a box,
and all that matters of the boxes behind is what each sentence still needs. Instead of counting
the ways, a whole number keeps the mine totals that are possible, a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.knowledge.effort import Effort, TooWide
from sapper.knowledge.sight import Said, Sight, places
from sapper.rules.board import Cell

_DIGIT = 4  # bits for what a sentence needs, which is at most 8
_NEED = (1 << _DIGIT) - 1
_WIDEST = 2_000  # states of a sweep; more and more follow where there are so many


class Layouts:
    """Answers whether clues, or some of them, leave a possibility open."""

    def __init__(self, sight: Sight, effort: Effort) -> None:
        self.sight = sight
        self.effort = effort
        self._known: dict[frozenset[Said], int] = {}

    def allow(
        self, clues: Iterable[Cell], cell: Cell | None, is_mine: bool = False, *, counted: bool
    ) -> bool:
        """Tell whether a layout fits the clues in which the cell is a mine, or is none.

        Opened cells hold no mine, whether or not their clues are among these. With
        `counted` the layout must have the view's total of mines.
        """
        totals, unseen = self.totals(clues, cell, is_mine)
        return bool(totals) and (not counted or self.reach(totals, unseen))

    def reach(self, totals: int, unseen: int) -> bool:
        """Tell whether one of the totals, and mines in the unseen cells, make the view's total."""
        total = self.sight.view.mines
        assert total is not None, "nobody counts mines that are not told"
        return bool(totals >> max(0, total - unseen) & (1 << (min(total, unseen) + 1)) - 1)

    def totals(
        self, clues: Iterable[Cell], cell: Cell | None, is_mine: bool = False
    ) -> tuple[int, int]:
        """Return the possible mine totals, a bit each, and how many cells they leave out.

        The totals are over the cells that the clues see and `cell`, which is fixed.
        """
        bit = 0 if cell is None else self.sight.bit(cell)
        sentences, seen = set(), bit
        for clue in clues:
            mask, count = self.sight.said(clue)
            seen |= mask
            if mask & bit:
                mask, count = mask ^ bit, count - is_mine
            if mask or count:
                sentences.add(Said(mask, count))
        view = self.sight.view
        unseen = view.board.size - len(view.opened) - seen.bit_count()
        used = 1 << (is_mine and bit != 0)
        for part in components(sentences):
            used = _added(used, self._part_totals(part))
        return used, unseen

    def _part_totals(self, part: frozenset[Said]) -> int:
        totals = self._known.get(part)
        if totals is None:
            totals = self._known[part] = self._counted(part)
        return totals

    def _counted(self, part: frozenset[Said]) -> int:
        self.effort.spend(len(part))
        settled = settle(part)
        if settled is None:
            return 0
        rest, mines = settled
        totals = 1 << mines
        for component in components(rest):
            known = self._known.get(component)
            if known is None:
                known = self._known[component] = self._sweep(component)
            totals = _added(totals, known)
        return totals

    def _sweep(self, part: frozenset[Said]) -> int:
        sentences = list(part)
        room = [said.mask.bit_count() for said in sentences]
        start = sum(said.number << _DIGIT * place for place, said in enumerate(sentences))
        states = {start: 1}
        for size, seen in self._boxes(sentences):
            unit = 0
            for place in seen:
                room[place] -= size
                unit |= 1 << _DIGIT * place
            self.effort.spend(len(states))
            if len(states) > _WIDEST:
                raise TooWide
            states = _filled(states, size, unit, [(_DIGIT * at, room[at]) for at in seen])
        return states.get(0, 0)

    def _boxes(self, sentences: list[Said]) -> list[tuple[int, list[int]]]:
        """Return each box's size and the places of its sentences, from end to end."""
        seen_by: dict[int, int] = {}
        for number, said in enumerate(sentences):
            for place in places(said.mask):
                seen_by[place] = seen_by.get(place, 0) | 1 << number
        boxes: dict[int, list[Cell]] = {}
        for place, signature in seen_by.items():
            boxes.setdefault(signature, []).append(self.sight.cells[place])
        cells = [self.sight.cells[place] for place in seen_by]
        tall = _spread(row for row, _ in cells) >= _spread(column for _, column in cells)
        first = {
            sig: min(box if tall else [cell[::-1] for cell in box]) for sig, box in boxes.items()
        }
        return [
            (len(boxes[sig]), list(places(sig))) for sig in sorted(boxes, key=first.__getitem__)
        ]


def _spread(numbers: Iterable[int]) -> int:
    listed = list(numbers)
    return max(listed) - min(listed)


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


def settle(sentences: Iterable[Said]) -> tuple[set[Said], int] | None:
    """Take out all that single sentences settle; return the rest and the mines taken out.

    Return None if the sentences contradict each other on the way.
    """
    rest = set(sentences)
    mines = 0
    while True:
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
            rest.discard(Said(0, 0))
            return rest, mines
        mines += mines_now.bit_count()
        rest = {Said(m & ~known, c - (m & mines_now).bit_count()) for m, c in rest}
        rest.discard(Said(0, 0))


def components(sentences: Iterable[Said]) -> list[frozenset[Said]]:
    """Split sentences into groups that share no cell."""
    listed = list(sentences)
    about: dict[int, list[int]] = {}  # by the place of a cell
    cells = [list(places(said.mask)) for said in listed]
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
