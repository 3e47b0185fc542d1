"""The wording of reasons: a short sentence for each step.

Nothing is concluded here. Known mines that the player has flagged are called flags.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sapper.formatting import at, counted, joined, mine_count, sentence
from sapper.knowledge.sentence import Clue
from sapper.knowledge.steps import Constraint, Kind, Step
from sapper.rules.board import Cell

_FEW = 6  # clues that are named one by one
_SUPPOSED = {
    Kind.SUPPOSE: "suppose",
    Kind.SUPPOSE_ALSO: "suppose also that",
    Kind.SUPPOSE_INSTEAD: "suppose instead that",
}


def sentences(steps: Sequence[Step], flags: Collection[Cell] = ()) -> tuple[str, ...]:
    """Return the words of each step: one sentence or a few, without a number."""
    flagged = frozenset(flags)
    return tuple(_Words(steps, flagged, number).text() for number in range(len(steps)))


def join_steps(texts: Sequence[str]) -> str:
    """Return the words of all steps; more than two are numbered."""
    if len(texts) <= 2:
        return " ".join(texts)
    return " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def named(clues: Collection[Clue]) -> str:
    """Name some clues; many are only counted."""
    return joined(sorted(clues)) if len(clues) <= _FEW else f"{len(clues)} clues together"


class _Words:
    """Words one step of several."""

    def __init__(self, steps: Sequence[Step], flags: frozenset[Cell], number: int) -> None:
        self._step = steps[number]
        self._before = steps[number - 1] if number else None
        self._number = number
        self._flags = flags

    def text(self) -> str:
        return " ".join(sentence(part) for part in self._parts())

    def _parts(self) -> list[str]:
        step = self._step
        match step.kind:
            case Kind.ALONE:
                parts = self._alone(*step.said)
            case Kind.SAFE:
                parts = self._spared(*step.said)
            case Kind.MINES:
                parts = self._full(*step.said)
            case Kind.REST:
                parts = self._rest(*step.said)
            case Kind.CLASH:
                return [f"{self._but}then {self._clash()}", *self._so()]
            case Kind.LAYOUTS:
                return [f"{self._if_not}, no layout would fit {self._clues}", *self._so()]
            case Kind.COUNT:
                return self._counted()
            case _:
                return [f"{_SUPPOSED[step.kind]} {self._were(step.said[0])}"]
        return [f"then {parts[0]}", *parts[1:]] if self._is_first_of_case else parts

    @property
    def _is_first_of_case(self) -> bool:
        return self._before is not None and self._before.kind in _SUPPOSED

    # What a single sentence says.

    def _alone(self, said: Constraint) -> list[str]:
        if said.clue is None:
            return self._inferred(said)
        if not said.mines and not said.known:
            return [f"there is no mine around {said.clue}: {self._result}"]
        if not said.mines:
            have = "its mine" if len(said.known) == 1 else f"its {len(said.known)} mines"
            return [f"{said.clue} already has {have}{self._at_known(said)} so {self._result}"]
        without, room = "", counted(len(said.cells), "unopened neighbour")
        if said.safe:
            without = f"without {_cells(said.safe)}, "
            room = f"{counted(len(said.cells), 'cell')} left"
        room = room.replace("1 ", "one ", 1) if len(said.cells) == 1 else room
        assert self._step.follows is not None
        so = ":" if len(self._step.follows.cells) == len(said.cells) else ", so"
        return [f"{without}{said.clue} has only {room}{so} {self._result}"]

    def _inferred(self, said: Constraint) -> list[str]:
        """Settle the cells of a sentence that an earlier step inferred."""
        held = self._held(said.whole())
        if said.mines:
            return [held, f"{_are(Constraint(said.safe, 0))}, so {self._result}"]
        that = "that is" if len(said.known) == 1 else "those are"
        return [f"{held}, and {that} {self._mines(said.known)}", f"so {self._result}"]

    def _at_known(self, said: Constraint) -> str:
        mines = self._mines(said.known)
        return f", {mines}," if self._flags.intersection(said.known) else f" at {mines},"

    # What two sentences say together.

    def _spared(self, whole: Constraint, other: Constraint) -> list[str]:
        """Say why the cells only in `whole` are safe: `other` puts all its mines elsewhere."""
        outside = _apart(other, whole) if other.mines < len(other.cells) else []
        if outside:
            shared = _shared(other, whole)
            parts = [f"{self._at_most(other, outside)}, so at least {_in(whole.mines, shared)}"]
            enough = "that is all {name} needs"
        else:
            parts = self._has(other)
            enough = "{name} needs no other mine"
        name = str(whole.clue)
        if whole.clue is None:
            cells, mines = _cells(whole.whole().cells), whole.whole().mines
            enough = f"that makes the {_one(mines)} {_mines(mines)} of {cells}{self._by(whole)}"
        start = self._counting(whole) or ("" if outside or whole.clue is None else "so ")
        return [*parts, f"{start}{enough.format(name=name)}: {self._result}"]

    def _at_most(self, said: Constraint, cells: Sequence[Cell]) -> str:
        """Say how few of a sentence's mines fit in some of its cells."""
        most = f"at most {_one(len(cells))}"
        place = _place(cells) if len(cells) <= 3 else f"in its other {len(cells)} cells"
        if said.clue is None:
            return f"{self._held(said.whole())}, {most} of them {place}"
        besides = f"besides {self._mines(said.known)}, " if said.known else ""
        return f"{besides}{said.clue} can have {most} {_mines(len(cells))} {place}"

    def _full(self, whole: Constraint, other: Constraint) -> list[str]:
        """Say why the cells only in `whole` are mines: `other` allows too few of the shared."""
        apart = _apart(whole, other)
        needs = f"needs {_one(len(apart))} more"
        if not other.mines:
            parts = [f"there is no mine around {other.clue}"]
            needs = f"has only {counted(len(apart), 'cell')} left"
        elif not _apart(other, whole):
            parts = self._has(other)
        else:
            parts = [self._allows(other, _shared(other, whole))]
        if whole.clue is None:
            return [*parts, f"{self._held(whole.whole())}, so {self._result}"]
        assert self._step.follows is not None
        if len(self._step.follows.cells) < len(apart):
            every = "both its other" if len(apart) == 2 else f"all its other {len(apart)}"
            end = f"needs {every} cells, so {self._result}"
        else:
            end = f"{needs}: {self._result}"
        start = self._counting(whole) or ("" if parts and other.mines else "so ")
        return [*parts, f"{start}{whole.clue} {end}"]

    def _allows(self, said: Constraint, cells: Sequence[Cell]) -> str:
        """Say how many of a sentence's mines some of its cells can hold."""
        if said.clue is None:
            are = "is a mine" if said.mines == 1 else "are mines"
            return f"at most {_one(said.mines)} of {_cells(cells)} {are}{self._by(said)}"
        allows = f"allows at most {_one(said.mines)} {_mines(said.mines)} in {_cells(cells)}"
        return f"{self._counting(said)}{said.clue} {allows}"

    def _rest(self, whole: Constraint, part: Constraint) -> list[str]:
        """Return the remainder for the cells of `whole` outside `part`."""
        parts = self._has(part)
        rest = self._step.follows
        assert rest is not None
        if whole.clue is None:
            return [*parts, self._held(whole.whole()), f"so {_held(rest)}"]
        so = "" if parts else "so "
        more = f"has {_one(rest.mines)} more, {_place(rest.cells, rest.mines)}"
        return [*parts, f"{self._counting(whole) or so}{whole.clue} {more}"]

    def _has(self, said: Constraint) -> list[str]:
        """Say where the mines of a sentence are, unless the step before has just said it."""
        if said.clue is None:
            fresh = said.step == self._number - 1 and not said.known and not said.safe
            return [] if fresh else [self._held(said)]
        number = "" if said.mines == 1 else f"{said.mines} "
        last = "other " if said.mines > 1 or len(said.known) == 1 else "last "
        its = f"its {last if said.known else ''}{number}{_mines(said.mines)}"
        return [f"{said.clue} has {its} {_place(said.cells, said.mines)}"]

    def _held(self, said: Constraint) -> str:
        return f"{_held(said)}{self._by(said)}"

    def _by(self, said: Constraint) -> str:
        """Refer to the step that inferred a sentence, unless it is the step before."""
        return "" if said.step in (None, self._number - 1) else f" (step {_number(said)})"

    def _counting(self, said: Constraint) -> str:
        return f"counting {self._mines(said.known)}, " if said.known else ""

    # Contradictions and counts.

    @property
    def _but(self) -> str:
        return "" if self._is_first_of_case else "but "

    def _clash(self) -> str:
        """Say why sentences cannot all be true."""
        if len(self._step.said) == 1:
            return self._starved(*self._step.said)
        first, second = sorted(self._step.said, key=lambda said: -said.mines)
        shared, apart = _shared(first, second), _apart(first, second)
        least = first.mines - len(apart)
        mines = f"{'at least ' if apart else ''}{_one(least)} {_mines(least)}"
        if first.clue is None:
            would = f"{_cells(shared)} would hold {mines} by step {_number(first)}"
        else:
            would = f"{first.clue} would need {mines} {_place(shared, least)}"
        most = f"only {_one(second.mines)}" if second.mines else "none"
        if second.clue is None:
            return f"{would}, and step {_number(second)} allows {most} there"
        return f"{would}, and {second.clue} allows {most} there"

    def _starved(self, said: Constraint) -> str:
        if said.clue is None:
            return self._refuted(said)
        if said.mines < 0:
            return f"{said.clue} would have {len(said.known)} mines: {self._mines(said.known)}"
        mines = "its mine" if said.mines == 1 else f"its {said.mines} mines"
        left = f"only {_cells(said.cells)}" if said.cells else "no cell"
        return f"{said.clue} would have {left} left for {mines}"

    def _refuted(self, said: Constraint) -> str:
        """Say how the facts contradict a sentence that an earlier step inferred."""
        whole = said.whole()
        cells, number = _cells(whole.cells), f"step {_number(said)}"
        if whole.mines == 0:
            return f"{at(said.known[0])} would be a mine, although {number} shows it safe"
        if whole.mines == len(whole.cells):
            return f"{at(said.safe[0])} would be safe, although {number} shows a mine there"
        held = f"not {_one(whole.mines)} as in {number}"
        if said.mines < 0:
            return f"{cells} would hold {len(said.known)} mines, {held}"
        return f"{cells} could hold only {_one(len(said.cells))} {_mines(len(said.cells))}, {held}"

    def _so(self) -> list[str]:
        return [] if self._step.follows is None else [f"so {self._result}"]

    @property
    def _if_not(self) -> str:
        """Suppose the opposite of the conclusion."""
        follows = self._step.follows
        assert follows is not None
        return f"if {self._were(Constraint(follows.cells, 1 - follows.mines))}"

    def _were(self, said: Constraint) -> str:
        return f"{_cells(said.cells)} were {'a mine' if said.mines else 'safe'}"

    @property
    def _clues(self) -> str:
        return named([said.clue for said in self._step.said if said.clue is not None])

    def _counted(self) -> list[str]:
        """Compare the mines that there would have to be with those that there are."""
        step = self._step
        assert step.tally is not None
        assert step.follows is not None
        total, least, most = step.tally
        mines = counted(total, "mine")
        if not step.said and not total:
            return [f"there is no mine on the board: {self._result}"]
        if not step.said:
            return [f"there are as many mines as unopened cells: {self._result}"]
        if least > total:
            if not any(step.follows.cells[0] in said.cells for said in step.said):
                need = "needs" if len(step.said) == 1 else "need"
                there = f"there are {mines} in all, and {self._clues} {need} every one of them"
                if total == 1:
                    there = f"there is only one mine, and {self._clues} {need} it"
                return [there, f"so none is left for {_cells(step.follows.cells)}, which is safe"]
            would = f"{self._if_not}, {self._clues} would need at least {mine_count(least)}"
            there = "there is only one" if total == 1 else f"there are only {total or 'none'}"
            return [would, f"{there}, so {self._result}"]
        if most < total:
            room = f"only {most} of the {mines}" if most else "none of the mines"
            return [f"{self._if_not}, {self._clues} would leave room for {room}", *self._so()]
        exactly = f"no layout that fits {self._clues} would have exactly {mines}"
        return [f"{self._if_not}, {exactly}", *self._so()]

    # Small parts.

    @property
    def _result(self) -> str:
        assert self._step.follows is not None
        return _are(self._step.follows)

    def _mines(self, cells: Sequence[Cell]) -> str:
        """Name known mines: flags where they have one."""
        flagged = [cell for cell in cells if cell in self._flags]
        if len(flagged) == len(cells) > 1:
            return f"the flags at {_cells(cells)}"
        return joined(f"the flag at {at(cell)}" if cell in flagged else at(cell) for cell in cells)


def _cells(cells: Iterable[Cell]) -> str:
    return joined(map(at, cells))


def _are(said: Constraint) -> str:
    """Say that cells are safe, or mines."""
    one = len(said.cells) == 1
    if said.is_safe:
        return f"{_cells(said.cells)} {'is' if one else 'are'} safe"
    mines = "is a mine" if one else f"are {'both' if len(said.cells) == 2 else 'all'} mines"
    return f"{_cells(said.cells)} {mines}"


def _held(said: Constraint) -> str:
    """Say how many mines some cells hold."""
    if said.mines in (0, len(said.cells)):
        return _are(said)
    if said.mines == 1:
        return f"one of {_cells(said.cells)} is a mine"
    return f"{_cells(said.cells)} hold {said.mines} mines"


def _place(cells: Sequence[Cell], mines: int = 0) -> str:
    """Say where mines are: at A1, in A1 or A2, in A1, A2 and A3."""
    if len(cells) == mines or len(cells) == 1:
        return f"at {_cells(cells)}"
    if mines == 1:
        *most, last = map(at, cells)
        return f"in {', '.join(most)} or {last}"
    return f"in {_cells(cells)}" if not mines else f"among {_cells(cells)}"


def _in(mines: int, cells: Sequence[Cell]) -> str:
    return f"{_one(mines)} {'is' if mines == 1 else 'are'} {_place(cells, mines)}"


def _number(said: Constraint) -> int:
    """Return the number of the step that inferred a sentence, as people count."""
    assert said.step is not None
    return said.step + 1


def _one(number: int) -> str:
    return "one" if number == 1 else str(number)


def _mines(number: int) -> str:
    return "mine" if number == 1 else "mines"


def _shared(first: Constraint, second: Constraint) -> list[Cell]:
    return [cell for cell in first.cells if cell in second.cells]


def _apart(first: Constraint, second: Constraint) -> list[Cell]:
    """Return the cells of the first that are not of the second."""
    return [cell for cell in first.cells if cell not in second.cells]
