"""The knowledge base: what it concludes is true, complete for its rules, and given with reasons."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.naive_knowledge import layouts_fitting, naive_fixpoint, opened_boards

from sapper.knowledge import Conclusion, Contradiction, KnowledgeBase, Rule, Sentence, Stage
from sapper.rules.board import Board, Cell, Level
from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.game import Game, Outcome

Position = tuple[Board, dict[Cell, int]]


def follow(game: Game, base: KnowledgeBase, choice: random.Random) -> None:
    """Play to the end by certain moves and random guesses."""
    read = 0
    while game.outcome is Outcome.PLAYING:
        fresh = game.view.opened[read:]
        read += len(fresh)
        base.observe({cell: game.view[cell] for cell in fresh})
        unknown = [cell for cell in game.view.unopened if cell not in base.mines]
        game.open(next(iter(base.moves), None) or choice.choice(unknown))


@settings(max_examples=300)
@given(opened_boards())
def test_every_conclusion_is_true_in_every_layout(position: Position) -> None:
    """A cell called safe is a mine in no layout that fits the clues; a mine is one in all."""
    board, clues = position
    base = KnowledgeBase(board)
    base.observe(clues)
    layouts = list(layouts_fitting(board, clues))
    assert layouts
    assert all(base.mines <= mines for mines in layouts)
    assert not any(base.safes & mines for mines in layouts)


@settings(max_examples=300)
@given(opened_boards(), st.randoms(use_true_random=False))
def test_order_of_clues_does_not_matter(position: Position, choice: random.Random) -> None:
    """One clue at a time, in any order, gives the same knowledge as all at once."""
    board, clues = position
    at_once = KnowledgeBase(board)
    at_once.observe(clues)
    one_by_one = KnowledgeBase(board)
    order = list(clues)
    choice.shuffle(order)
    for cell in order:
        one_by_one.observe({cell: clues[cell]})
    assert one_by_one.mines == at_once.mines
    assert one_by_one.safes == at_once.safes
    assert {str(s) for s in one_by_one.sentences} == {str(s) for s in at_once.sentences}


@settings(max_examples=200)
@given(opened_boards())
def test_the_fixpoint_is_the_naive_one(position: Position) -> None:
    """What the index finds is exactly what rescanning all pairs of sentences finds."""
    board, clues = position
    base = KnowledgeBase(board)
    base.observe(clues)
    assert (base.mines, base.safes) == naive_fixpoint(board, clues)


@settings(max_examples=200)
@given(opened_boards())
def test_a_reason_forces_its_conclusion(position: Position) -> None:
    """The clues that a conclusion cites, with its premises, allow nothing else."""
    board, clues = position
    base = KnowledgeBase(board)
    base.observe(clues)
    for known in base.conclusions:
        if known.rule is not Rule.OPENED:
            assert set(known.clues) <= clues.items()
            assert truths(board, base, known) == {known.is_mine}


def truths(board: Board, base: KnowledgeBase, known: Conclusion) -> set[bool]:
    """Return what the cell can be, given just the cited clues and the premises."""
    near = {known.cell}.union(*(board.neighbours(clue.cell) for clue in known.clues))
    fixed = {cell for cell in known.premises if cell in base.mines}
    free = sorted(near - known.premises)
    found = set()
    for number in range(1 << len(free)):
        mines = fixed | {cell for place, cell in enumerate(free) if number >> place & 1}
        if all(len(mines & set(board.neighbours(cell))) == count for cell, count in known.clues):
            found.add(known.cell in mines)
    return found


@settings(max_examples=200)
@given(opened_boards(most_shut=10), st.data())
def test_a_false_clue_is_never_believed(position: Position, data: st.DataObject) -> None:
    """A refused clue names clues that no layout fits, and leaves the knowledge as it was."""
    board, clues = position
    if not clues:
        return
    cell = data.draw(st.sampled_from(sorted(clues)))
    false = data.draw(st.integers(0, 8).filter(lambda number: number != clues[cell]))
    base = KnowledgeBase(board)
    base.observe({other: number for other, number in clues.items() if other != cell})
    before = (dict(base.clues), set(base.mines), set(base.safes), set(map(str, base.sentences)))
    refusal = refused(base, {cell: false})
    if refusal is not None:
        after = (dict(base.clues), set(base.mines), set(base.safes), set(map(str, base.sentences)))
        assert after == before
        assert refusal.clues
        assert not fits(board, clues | {cell: false}, refusal.clues)
    assert not base.mines & base.safes


def refused(base: KnowledgeBase, clues: dict[Cell, int]) -> Contradiction | None:
    try:
        base.observe(clues)
    except Contradiction as error:
        return error
    return None


def fits(board: Board, statements: dict[Cell, int], named: tuple[Cell, ...]) -> bool:
    """Return whether some layout fits the named clues, knowing which cells are open."""
    shut = [cell for cell in board if cell not in statements]
    for number in range(1 << len(shut)):
        mines = {cell for place, cell in enumerate(shut) if number >> place & 1}
        if all(len(mines.intersection(board.neighbours(c))) == statements[c] for c in named):
            return True
    return False


def test_sentences_stay_few() -> None:
    """In whole expert games there are never more than 255 sentences for each clue at the border."""
    for index in range(20):
        game = Game(Level.NAMED["expert"], seed=5, index=index)
        base = KnowledgeBase(game.board)
        follow(game, base, random.Random(index))
        border = [
            c
            for c in base.clues
            if any(not game.view.is_opened(n) for n in game.board.neighbours(c))
        ]
        assert len(base.sentences) <= 255 * len(border)


def test_a_large_given_sentence_does_not_explode() -> None:
    """A sentence about the whole board, given from outside, is used but never multiplied."""
    board = Board(10, 30)
    base = KnowledgeBase(board)
    base.give({}, [Sentence(board, 60)])
    base.observe({(row, column): 1 for row in range(0, 10, 3) for column in range(0, 30, 3)})
    assert len(base.sentences) < 300


def test_trace_tells_the_five_stages_in_order() -> None:
    """Each stage of the first inference is reported, in the textbook's order."""
    lines: list[tuple[Stage, str]] = []
    base = KnowledgeBase(Board(2, 5), lambda stage, text: lines.append((stage, text)))
    base.observe({(0, 0): 1})
    base.observe({(0, 1): 1})
    stages = [stage for stage, _ in lines]
    assert sorted(set(stages), key=list(Stage).index) == list(Stage)
    second = stages[stages.index(Stage.RECORD, 1) :]
    assert second == sorted(second, key=list(Stage).index)
    assert any("C1 is safe" in text for stage, text in lines if stage is Stage.INFER)


def test_reasons_are_english() -> None:
    """Each rule says in one sentence which clues it used."""
    base = KnowledgeBase(Board(2, 5))
    base.observe({(0, 0): 1})
    base.observe({(0, 1): 1})
    assert str(base.conclusion((0, 2))) == (
        "The 1 at A1 and the 1 at B1 together leave no mine for C1 and C2: C1 is safe."
    )
    corner = KnowledgeBase(Board(1, 3))
    corner.observe({(0, 0): 1})
    assert str(corner.conclusion((0, 1))) == (
        "The 1 at A1 needs every unopened cell left around it: B1 is a mine."
    )


def test_proof_starts_from_its_premises() -> None:
    """In whole games, a proof states each premise before the conclusion that uses it."""
    game = Game(Level.NAMED["intermediate"], seed=8)
    base = KnowledgeBase(game.board)
    follow(game, base, random.Random(8))
    reasoned = [known for known in base.conclusions if known.rule is Rule.SUBSET]
    assert reasoned
    for known in reasoned:
        chain = base.proof(known.cell)
        assert chain[-1] is known
        for place, step in enumerate(chain):
            assert step.premises <= {earlier.cell for earlier in chain[:place]}


def test_contradictions_name_their_clues() -> None:
    """The error names the clue, its cell and what is wrong with it."""
    base = KnowledgeBase(Board(3, 3))
    with pytest.raises(
        Contradiction, match=r"the 3 at B1 cannot be true: it has 2 unopened"
    ) as caught:
        base.observe({(0, 0): 1, (0, 1): 3, (0, 2): 1, (1, 1): 2})
    assert caught.value.clues == ((0, 1),)
    base.observe({(0, 0): 1})
    with pytest.raises(Contradiction, match=r"A1 shows 1, not 2"):
        base.observe({(0, 0): 2})


def test_bad_clues_are_refused() -> None:
    """A number above 8 or a cell off the board is a SapperError."""
    base = KnowledgeBase(Board(3, 3))
    with pytest.raises(InvalidMove):
        base.observe({(0, 0): 9})
    with pytest.raises(InvalidBoard):
        base.observe({(3, 0): 1})
    assert not base.clues


def test_opening_a_proved_mine_names_it_and_its_proof() -> None:
    """A number on a cell that other clues make a mine is refused with that cell and those clues."""
    base = KnowledgeBase(Board(2, 3))
    base.observe({(0, 0): 1, (1, 0): 1, (0, 1): 1})
    assert base.mines == {(1, 1)}
    with pytest.raises(
        Contradiction, match=r"B2 cannot show 2: the 1 at .* make it a mine"
    ) as caught:
        base.observe({(1, 1): 2})
    assert caught.value.clues[0] == (1, 1)


def test_given_mines_are_named_as_such() -> None:
    """A clue with more marked mines around it than its number is refused with a message."""
    base = KnowledgeBase(Board(2, 3))
    base.give({(0, 1): True, (1, 1): True})
    with pytest.raises(Contradiction, match="2 cells around it are marked as mines"):
        base.observe({(0, 0): 1})
