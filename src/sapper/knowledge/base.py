"""A knowledge base: three rules, applied to a fixpoint, each conclusion with its reason.

- no mines: a sentence with count 0 makes all its cells safe;
- all mines: a sentence with as many mines as cells makes them all mines;
- subset: where one sentence's cells lie within another's, the rest is a sentence too.

Every sentence lies within the neighbourhood of some clue, at most 8 cells, so there
can be no more than 255 for each clue, however many are inferred from inferred ones.
(A given sentence may be larger; it is used, but a rest of more than 8 cells is not kept.)
A sentence is compared only with those that share a cell with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from sapper.formatting import at, brief, counted, joined
from sapper.knowledge.conclusion import Conclusion, Contradiction, Rule, concluded_by
from sapper.knowledge.sentence import Clue, Sentence
from sapper.rules.arguments import as_cell, need, whole
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidMove

_LARGEST = 8  # cells around a clue
_TRIALS = 100  # clues left out one by one, to name only those that a contradiction needs


class Stage(StrEnum):
    """The five stages in which new clues are taken in."""

    RECORD = "record the move"
    SAFE = "mark safe"
    SENTENCE = "build the sentence"
    UPDATE = "update the knowledge"
    INFER = "infer more"


Trace = Callable[[Stage, str], None]


class KnowledgeBase:
    """Sentences about mines, closed under three rules of inference.

    `mines` and `safes` are the cells known to be so (opened cells are safe);
    `moves` holds the safe ones not opened yet, oldest conclusion first;
    `conclusions` lists everything concluded, in order.

    >>> knowledge = KnowledgeBase(Board(2, 3))
    >>> print(knowledge.observe({(0, 0): 1, (0, 1): 1})[-1])
    The 1 at A1 and the 1 at B1 together leave no mine for C1 and C2: C2 is safe.
    >>> list(knowledge.moves), knowledge.sentences
    ([(0, 2), (1, 2)], [{A2, B2} = 1])
    """

    def __init__(self, board: Board, trace: Trace | None = None) -> None:
        need(board, Board)
        self.board = board
        self.trace = trace
        self._given_cells: dict[Cell, bool] = {}
        self._given_sentences: tuple[Sentence, ...] = ()
        self._clear()

    def _clear(self) -> None:
        self.clues: dict[Cell, int] = {}
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.moves: dict[Cell, Conclusion] = {}
        self.conclusions: list[Conclusion] = []
        self._known: dict[Cell, Conclusion] = {}
        self._sentences: dict[frozenset[Cell], Sentence] = {}
        # Dicts stand in for sets of sentences: their order is the same in every run.
        self._about: dict[Cell, dict[Sentence, None]] = {}
        self._settled: deque[Sentence] = deque()
        self._unsettled: deque[Sentence] = deque()

    @property
    def sentences(self) -> list[Sentence]:
        """The true sentences about cells not yet determined."""
        return list(self._sentences.values())

    def conclusion(self, cell: Cell) -> Conclusion | None:
        """Return the conclusion about a cell, with its sentence."""
        return self._known.get(cell)

    def proof(self, cell: Cell) -> list[Conclusion]:
        """Return the chain of conclusions that ends in the cell, premises first."""
        chain = self._with_premises([cell])
        return [known for known in self.conclusions if known.cell in chain]

    def _with_premises(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return those of the cells that are known, and all that they rest on."""
        found: set[Cell] = set()
        waiting = list(cells)
        while waiting:
            known = self._known.get(waiting.pop())
            if known is not None and known.cell not in found:
                found.add(known.cell)
                waiting += known.premises
        return found

    def give(self, cells: Mapping[Cell, bool], sentences: Iterable[Sentence] = ()) -> None:
        """Start again from cells (True for a mine) and sentences that the caller says are true."""
        self._given_cells = dict(cells)
        self._given_sentences = tuple(sentences)
        self._clear()
        self._take_given()

    def observe(self, clues: Mapping[Cell, int]) -> list[Conclusion]:
        """Take in newly opened cells and draw every conclusion; return the new ones.

        Raise Contradiction, and learn nothing, if they cannot be true.
        """
        need(clues, Mapping)
        fresh = [Clue(as_cell(cell), whole("clue", number)) for cell, number in clues.items()]
        self._check(fresh)
        novel = {cell for cell, _ in fresh if cell not in self.clues}
        seen = len(self.conclusions)
        try:
            self._take_in(fresh)
        except Contradiction as error:
            tried = self.clues
            self._restore({cell: tried[cell] for cell in tried if cell not in novel})
            raise self._named(error, tried) from None
        return self.conclusions[seen:]

    def _check(self, clues: list[Clue]) -> None:
        for cell, number in clues:
            self.board.index(cell)
            if not 0 <= number <= 8:
                raise InvalidMove(f"a clue is a number from 0 to 8, not {brief(number)}")
            if (old := self.clues.get(cell, number)) != number:
                raise Contradiction(f"{at(cell)} shows {old}, not {number}", [Clue(cell, old)])

    def _restore(self, clues: dict[Cell, int]) -> None:
        trace, self.trace = self.trace, None
        self._clear()
        self._take_given()
        self._take_in([Clue(cell, number) for cell, number in clues.items()])
        self.trace = trace

    def _take_given(self) -> None:
        self._note([Conclusion(*given, Rule.GIVEN) for given in self._given_cells.items()])
        for sentence in self._given_sentences:
            self._add(self._reduced(sentence))

    # The five stages.

    def _take_in(self, clues: list[Clue]) -> None:
        self._record(clues)
        outdated = self._mark_safe(clues)
        self._build(clues)
        self._reduce(outdated, Stage.UPDATE)
        self._update(Stage.UPDATE)
        self._infer()

    def _record(self, clues: list[Clue]) -> None:
        for cell, number in clues:
            self.clues[cell] = number
            self.moves.pop(cell, None)
            if self.trace:
                self.trace(Stage.RECORD, f"{at(cell)} was opened and shows {number}")

    def _mark_safe(self, clues: list[Clue]) -> dict[Sentence, None]:
        opened = [Conclusion(cell, False, Rule.OPENED) for cell, _ in clues]
        if self.trace:
            for conclusion in opened:
                self.trace(Stage.SAFE, str(conclusion))
        return self._note(opened)

    def _build(self, clues: list[Clue]) -> None:
        for clue in clues:
            sentence = self._sentence(clue)
            if self.trace:
                self.trace(Stage.SENTENCE, f"{clue} says {sentence}")
            self._add(sentence)

    def _update(self, stage: Stage) -> None:
        """Apply the rules for all mines and no mines until they say nothing new."""
        while self._settled:
            sentence = self._settled.popleft()
            if self._sentences.get(sentence.cells) is sentence:
                self._conclude(sentence, stage)

    def _conclude(self, sentence: Sentence, stage: Stage) -> None:
        rule, is_mine = concluded_by(sentence), bool(sentence.count)
        found = [Conclusion(cell, is_mine, rule, sentence) for cell in sorted(sentence.cells)]
        if self.trace:
            for conclusion in found:
                self.trace(stage, str(conclusion))
        self._reduce(self._note(found), stage)

    def _infer(self) -> None:
        """Apply the subset rule, and use its results, until nothing is new."""
        while self._unsettled:
            sentence = self._unsettled.popleft()
            if self._sentences.get(sentence.cells) is sentence:
                self._compare(sentence)
                self._update(Stage.INFER)

    def _compare(self, sentence: Sentence) -> None:
        cells = sentence.cells
        overlapping: dict[Sentence, None] = {}
        for cell in cells:
            overlapping.update(self._about[cell])
        for other in overlapping:
            if other.cells < cells:
                self._add_inferred(sentence, other)
            elif cells < other.cells:
                self._add_inferred(other, sentence)

    def _add_inferred(self, whole: Sentence, part: Sentence) -> None:
        if len(whole.cells) - len(part.cells) > _LARGEST:
            return
        rest = whole.minus(part)
        if self._add(rest) and self.trace:
            self.trace(Stage.INFER, f"{whole} contains {part}, so {rest}")

    # Bookkeeping.

    def _sentence(self, clue: Clue) -> Sentence:
        return self._reduced(Sentence(self.board.neighbours(clue.cell), clue.number, clue=clue))

    def _note(self, conclusions: list[Conclusion]) -> dict[Sentence, None]:
        """Note settled cells; return the sentences about them, which are out of date now."""
        outdated: dict[Sentence, None] = {}
        for conclusion in conclusions:
            if self._is_news(conclusion):
                self._keep(conclusion)
                outdated.update(self._about.pop(conclusion.cell, {}))
        return outdated

    def _is_news(self, conclusion: Conclusion) -> bool:
        old = self._known.get(conclusion.cell)
        if old is not None and old.is_mine != conclusion.is_mine:
            sources = self._sources(old.sentence, conclusion.sentence)
            opened = conclusion.cell if conclusion.rule is Rule.OPENED else None
            raise Contradiction("a cell is both safe and a mine", sources, opened)
        return old is None

    def _keep(self, conclusion: Conclusion) -> None:
        cell = conclusion.cell
        self._known[cell] = conclusion
        self.conclusions.append(conclusion)
        (self.mines if conclusion.is_mine else self.safes).add(cell)
        if not conclusion.is_mine and cell not in self.clues:
            self.moves[cell] = conclusion

    def _reduce(self, outdated: Iterable[Sentence], stage: Stage) -> None:
        """Take the cells that are known by now out of the sentences about them."""
        for sentence in outdated:
            self._remove(sentence)
        for sentence in outdated:
            rest = self._reduced(sentence)
            if self._add(rest) and self.trace:
                self.trace(stage, f"{sentence} becomes {rest}")

    def _reduced(self, sentence: Sentence) -> Sentence:
        known = sentence.cells & self._known.keys()
        if not known:
            return sentence
        return sentence.without(known, len(known & self.mines))

    def _add(self, sentence: Sentence) -> bool:
        """Keep a sentence if it says something new, and queue it for the rules."""
        cells, count = sentence.cells, sentence.count
        old = self._sentences.get(cells)
        if not 0 <= count <= len(cells) or (old is not None and old.count != count):
            raise Contradiction("a sentence has an impossible count", self._sources(old, sentence))
        if not cells or old is not None:
            return False
        self._sentences[cells] = sentence
        for cell in cells:
            self._about.setdefault(cell, {})[sentence] = None
        (self._unsettled if 0 < count < len(cells) else self._settled).append(sentence)
        return True

    def _remove(self, sentence: Sentence) -> None:
        del self._sentences[sentence.cells]
        for cell in sentence.cells:
            if cell in self._about:
                self._about[cell].pop(sentence, None)

    # Naming the clues of a contradiction.

    def _sources(self, *sentences: Sentence | None) -> set[Clue]:
        """Collect the clues behind sentences and behind all that these took as known."""
        said = [sentence for sentence in sentences if sentence is not None]
        known = self._with_premises(cell for sentence in said for cell in sentence.premises())
        clues = {clue for sentence in said for clue in sentence.clues()}
        return clues.union(*(self._known[cell].clues for cell in known))

    def _named(self, error: Contradiction, opened: Mapping[Cell, int]) -> Contradiction:
        """Name only the clues that the contradiction needs."""
        needed = [Clue(cell, opened[cell]) for cell in sorted(error.clues)]
        for clue in needed[:_TRIALS]:
            fewer = [other for other in needed if other != clue]
            if self._contradictory(fewer, opened):
                needed = fewer
        if error.opened is not None:
            clue = Clue(error.opened, opened[error.opened])
            return Contradiction(_mined(clue, needed), [clue, *needed])
        return Contradiction(self._blame(needed, opened), needed)

    def _blame(self, clues: list[Clue], opened: Iterable[Cell]) -> str:
        if not clues:
            return "what was given contradicts the opened cells"
        if len(clues) > 1:
            return f"{joined(clues)} cannot {'both' if len(clues) == 2 else 'all'} be true"
        around = set(self.board.neighbours(clues[0].cell))
        closed = len(around.difference(opened))
        marked = sum(self._given_cells.get(cell, False) for cell in around)
        if clues[0].number > closed:
            return f"{clues[0]} cannot be true: it has {counted(closed, 'unopened neighbour')}"
        if clues[0].number < marked:
            return f"{clues[0]} cannot be true: {marked} cells around it are marked as mines"
        return f"{clues[0]} contradicts what is known already"

    def _contradictory(self, clues: Iterable[Clue], opened: Iterable[Cell]) -> bool:
        """Return whether these clues alone clash, given which cells are open."""
        trial = KnowledgeBase(self.board)
        safe = dict.fromkeys(opened, False)
        try:
            trial.give(self._given_cells | safe, self._given_sentences)
            for clue in clues:
                trial._add(trial._sentence(clue))
            trial._take_in([])
        except Contradiction:
            return True
        return False


def _mined(clue: Clue, clues: list[Clue]) -> str:
    place = at(clue.cell)
    if not clues:
        return f"{place} cannot show {clue.number}: it is marked as a mine"
    return f"{place} cannot show {clue.number}: {joined(clues)} make it a mine"
