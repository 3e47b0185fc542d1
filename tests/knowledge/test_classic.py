"""The textbook classes, as a runner or an autograder uses them."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from harness.scale import repeats

from sapper.formatting import read_cell
from sapper.knowledge import Contradiction, Stage
from sapper.knowledge.base import Trace
from sapper.knowledge.classic import Minesweeper, MinesweeperAI, Sentence
from sapper.rules.board import Board, Cell


def play(game: Minesweeper, ai: MinesweeperAI) -> bool:
    """Play as the textbook's runner does: no area opens automatically."""
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
    stages: list[Stage] = []
    ai = MinesweeperAI(2, 5, trace=lambda stage, text: stages.append(stage))
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 1)
    assert set(stages) == set(Stage)


def test_a_trace_names_what_a_conclusion_needs() -> None:
    """With three clues in a row, the mine in the corner follows from two of them, not from one."""
    lines: list[str] = []
    ai = MinesweeperAI(2, 3, trace=lambda _, line: lines.append(line))
    for cell, count in {(0, 0): 1, (0, 2): 1, (0, 1): 2}.items():
        ai.add_knowledge(cell, count)
    assert ai.mines == {(1, 0), (1, 2)}
    assert "The 1 at A1 and the 2 at B1 together leave a mine for C2: C2 is a mine." in lines
    assert not [line for line in lines if "it was given" in line]


_CLUE = re.compile(r"[Tt]he (\d) at ([A-Z]+\d+)")
_VERDICT = re.compile(r": ([A-Z]+\d+) is (a mine|safe)\.$")


def _is_true(line: str, height: int, width: int, known: dict[Cell, bool], opened: set[Cell]) -> str:
    """Say what is untrue in a line of a trace: what it claims of one clue, or what follows."""
    board = Board(height, width)
    clues = {read_cell(name): int(number) for number, name in _CLUE.findall(line)}
    verdict = _VERDICT.search(line)
    if verdict is None:
        return ""
    cell, is_mine = read_cell(verdict[1]), verdict[2] == "a mine"
    sums = []
    for clue, number in clues.items():
        around = [near for near in board.neighbours(clue) if near not in opened]
        shut = [near for near in around if known.get(near) is not False]
        mines = [near for near in around if known.get(near)]
        if "needs every unopened cell left" in line and len(shut) != number:
            return f"{clue} has {len(shut)} cells left and needs {number}"
        if "all its mines already" in line and len(mines) != number:
            return f"{clue} has {len(mines)} known mines and not {number}"
        if "no mine around it" in line and number:
            return f"{clue} is not a 0"
        sums.append((around, number))
    free = sorted({near for around, _ in sums for near in around if near not in known} | {cell})
    for bits in product((False, True), repeat=len(free)):
        mined = known | dict(zip(free, bits, strict=True))
        fits = all(sum(mined[near] for near in around) == number for around, number in sums)
        if fits and mined[cell] is not is_mine:
            return "it does not follow from the clues that it names"
    return ""


def _kept(lines: list[str]) -> Trace:
    return lambda _, line: lines.append(line)


def test_every_line_of_a_trace_is_true() -> None:
    """In games on small boards each line holds, and the clues that it names force it."""
    conclusions = 0
    for seed in range(repeats(60, 1_000)):
        dice = random.Random(seed)
        height, width = dice.randint(1, 4), dice.randint(2, 4)
        game = Minesweeper(height, width, dice.randint(1, height * width // 3 + 1), seed=seed)
        lines: list[str] = []
        ai = MinesweeperAI(height, width, trace=_kept(lines))
        cells = [cell for cell in Board(height, width) if not game.is_mine(cell)]
        known: dict[Cell, bool] = {}
        opened: set[Cell] = set()
        for cell in dice.sample(cells, len(cells)):
            lines.clear()
            ai.add_knowledge(cell, game.nearby_mines(cell))
            opened.add(cell)
            known[cell] = False
            for line in lines:
                assert not _is_true(line, height, width, known, opened), (seed, line)
                assert "given" not in line, (seed, line)
                if verdict := _VERDICT.search(line):
                    known[read_cell(verdict[1])] = verdict[2] == "a mine"
                    conclusions += 1
            assert {cell for cell, mine in known.items() if mine} == ai.mines
    assert conclusions > 100


def test_what_the_caller_adds_is_called_given() -> None:
    """A sentence that the caller wrote has no clue: a conclusion from it says so."""
    lines: list[str] = []
    ai = MinesweeperAI(1, 4, trace=lambda _, line: lines.append(line))
    ai.knowledge.append(Sentence({(0, 0), (0, 2)}, 1))
    ai.knowledge.append(Sentence({(0, 2), (0, 3)}, 2))
    ai.add_knowledge((0, 1), 1)
    assert ai.mines == {(0, 2), (0, 3)}
    assert "C1 is a mine: it was given." in lines


def test_a_changed_sentence_loses_its_origin() -> None:
    """What a caller changes in a sentence is taken as given, not as what a clue says."""
    lines: list[str] = []
    ai = MinesweeperAI(1, 5, trace=lambda _, line: lines.append(line))
    ai.add_knowledge((0, 1), 1)
    ai.knowledge[0].cells.remove((0, 0))
    ai.add_knowledge((0, 3), 1)
    assert (0, 2) in ai.mines
    assert not [line for line in lines if "The 1 at B1" in line and ": C1 is a mine" in line]
