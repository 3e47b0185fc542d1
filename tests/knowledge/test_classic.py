"""The textbook classes, as a runner or an autograder uses them."""

from __future__ import annotations

import random

import pytest

from sapper.knowledge import Contradiction, Stage
from sapper.knowledge.classic import Minesweeper, MinesweeperAI, Sentence


def play(game: Minesweeper, ai: MinesweeperAI) -> bool:
    """Play as the textbook's runner does: no area opens by itself."""
    while True:
        move = ai.make_safe_move() or ai.make_random_move()
        if move is None:
            return ai.mines == game.mines
        if game.is_mine(move):
            return False
        ai.add_knowledge(move, game.nearby_mines(move))


def test_sentence_knows_all_or_nothing() -> None:
    """known_* return all cells when the count decides them, else an empty set, never None."""
    cells = {(0, 0), (0, 1), (0, 2)}
    assert Sentence(cells, 3).known_mines() == cells
    assert Sentence(cells, 3).known_safes() == set()
    assert Sentence(cells, 0).known_safes() == cells
    assert Sentence(cells, 0).known_mines() == set()
    assert Sentence(cells, 1).known_mines() == set()
    assert Sentence(cells, 1).known_safes() == set()


def test_sentence_marks() -> None:
    """mark_mine lowers the count, mark_safe does not, and an unrelated cell changes nothing."""
    sentence = Sentence([(0, 0), (0, 1), (0, 2)], 2)
    sentence.mark_mine((0, 0))
    assert sentence == Sentence({(0, 1), (0, 2)}, 1)
    sentence.mark_safe((0, 1))
    assert sentence == Sentence({(0, 2)}, 1)
    sentence.mark_mine((5, 5))
    sentence.mark_safe((5, 5))
    assert sentence == Sentence({(0, 2)}, 1)
    assert str(sentence) == "{(0, 2)} = 1"


def test_known_sets_are_copies() -> None:
    """Marking cells while going over known_mines() does not disturb the iteration."""
    sentence = Sentence({(0, 0), (0, 1)}, 2)
    for cell in sentence.known_mines():
        sentence.mark_mine(cell)
    assert sentence == Sentence(set(), 0)


def test_game_answers() -> None:
    """The game has the textbook's attributes, counts neighbours only, and is won by the mines."""
    game = Minesweeper(height=4, width=6, mines=5, seed=3)
    assert (game.height, game.width, len(game.mines)) == (4, 6, 5)
    assert {(r, c) for r in range(4) for c in range(6) if game.board[r][c]} == game.mines
    assert all(game.is_mine(cell) for cell in game.mines)
    mine = next(iter(game.mines))
    around = {
        (r, c)
        for r in range(mine[0] - 1, mine[0] + 2)
        for c in range(mine[1] - 1, mine[1] + 2)
        if (r, c) != mine
    }
    assert game.nearby_mines(mine) == len(around & game.mines)
    assert not game.won()
    game.mines_found = set(game.mines)
    assert game.won()


def test_game_prints_its_mines(capsys: pytest.CaptureFixture[str]) -> None:
    """print() shows one X for each mine."""
    Minesweeper(mines=8, seed=1).print()
    assert capsys.readouterr().out.count("X") == 8


def test_defaults_and_seed() -> None:
    """The default board is 8x8 with 8 mines; a seed, or random.seed, makes it repeatable."""
    assert len(Minesweeper().mines) == 8
    assert Minesweeper(seed=4).mines == Minesweeper(seed=4).mines
    random.seed(9)
    first = Minesweeper().mines
    random.seed(9)
    assert Minesweeper().mines == first


def test_new_sentence_is_about_undetermined_neighbours_only() -> None:
    """Known mines and safe cells are left out of a new sentence, and counted for."""
    ai = MinesweeperAI()
    ai.mark_mine((0, 1))
    ai.mark_safe((1, 0))
    ai.add_knowledge((1, 1), 3)
    expected = {(0, 0), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert ai.knowledge == [Sentence(expected, 2)]
    assert ai.moves_made == {(1, 1)}
    assert (1, 1) in ai.safes


def test_subsets_are_inferred() -> None:
    """set2 - set1 = count2 - count1, including what follows from inferred sentences."""
    ai = MinesweeperAI(height=4, width=5)
    for cell, count in [((0, 0), 1), ((0, 1), 1), ((0, 2), 1)]:
        ai.add_knowledge(cell, count)
    assert ai.mines == set()
    assert {(0, 2), (1, 2)} <= ai.safes
    ai.add_knowledge((2, 1), 2)
    assert all(sentence.cells for sentence in ai.knowledge)
    undetermined = set().union(*(sentence.cells for sentence in ai.knowledge))
    assert not undetermined & (ai.mines | ai.safes)


def test_zero_and_full_counts() -> None:
    """A zero makes all neighbours safe; a count that fills its cells makes them mines."""
    ai = MinesweeperAI(height=3, width=3)
    ai.add_knowledge((0, 0), 0)
    assert {(0, 1), (1, 0), (1, 1)} <= ai.safes
    ai.add_knowledge((0, 1), 2)
    assert ai.mines == {(0, 2), (1, 2)}


def test_moves_change_nothing() -> None:
    """Asking for a move changes no set; safe moves are safe, new and None when there is none."""
    ai = MinesweeperAI(height=3, width=3)
    assert ai.make_safe_move() is None
    ai.add_knowledge((0, 0), 0)
    before = (set(ai.moves_made), set(ai.mines), set(ai.safes), list(ai.knowledge))
    move = ai.make_safe_move()
    assert move in ai.safes - ai.moves_made
    assert ai.make_random_move() not in ai.moves_made
    assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == before


def test_random_moves_are_random_and_legal() -> None:
    """Every free cell comes up, no played cell or known mine does, and None when none is left."""
    ai = MinesweeperAI(height=2, width=3, seed=1)
    ai.moves_made = {(0, 0)}
    ai.mines = {(1, 1)}
    seen = {ai.make_random_move() for _ in range(200)}
    assert seen == {(0, 1), (0, 2), (1, 0), (1, 2)}
    ai.moves_made |= {(0, 1), (0, 2), (1, 0), (1, 2)}
    assert ai.make_random_move() is None


def test_a_caller_may_change_the_sets_between_calls() -> None:
    """Cells put into or replaced in the sets by hand are taken as true by the next call."""
    ai = MinesweeperAI(height=3, width=3)
    ai.add_knowledge((0, 0), 1)
    ai.mines = {(0, 1)}
    ai.safes.add((2, 2))
    ai.knowledge.append(Sentence({(2, 0), (2, 1)}, 2))
    ai.add_knowledge((2, 2), 1)
    assert {(1, 0), (1, 1)} <= ai.safes
    assert {(2, 0), (2, 1)} <= ai.mines
    assert not ai.mines & ai.safes


def test_contradictions_change_nothing() -> None:
    """An impossible count, or a cell marked both ways, is refused and leaves the AI as it was."""
    ai = MinesweeperAI(height=3, width=3)
    ai.add_knowledge((0, 0), 0)
    before = (set(ai.moves_made), set(ai.mines), set(ai.safes), list(ai.knowledge))
    with pytest.raises(Contradiction):
        ai.add_knowledge((0, 1), 5)
    with pytest.raises(Contradiction):
        ai.mark_mine((0, 1))
    assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == before


def test_never_wrong_about_safe_cells() -> None:
    """In 300 games no known safe cell is a mine, no known mine is safe, none is both."""
    for seed in range(300):
        game, ai = Minesweeper(seed=seed), MinesweeperAI(seed=seed)
        play(game, ai)
        assert ai.mines <= game.mines
        assert not ai.safes & game.mines


def test_wins_most_games_of_the_textbook_board() -> None:
    """On 8x8 with 8 mines, one first click in eight fatal, it wins most of 300 games."""
    wins = sum(play(Minesweeper(seed=s), MinesweeperAI(seed=s)) for s in range(300))
    assert wins > 150


def test_trace_is_silent_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is printed by default; a callback gets all five stages."""
    MinesweeperAI().add_knowledge((0, 0), 1)
    assert capsys.readouterr().out == ""
    told: list[Stage] = []
    ai = MinesweeperAI(2, 5, trace=lambda stage, text: told.append(stage))
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 1)
    assert set(told) == set(Stage)
