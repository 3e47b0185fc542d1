"""A puzzle needs its technique, accepts all that is certain and refuses the rest."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest
from oracles.certain_moves import needed

from sapper import (
    UNOPENED,
    Game,
    InvalidBoard,
    InvalidMove,
    InvalidNotation,
    Puzzle,
    Technique,
    Tier,
    View,
    puzzle,
    read_layout,
    review,
    write_view,
)
from sapper.engine.perfect import first_chances
from sapper.engine.reference import analyse
from sapper.reviewing import TOLERANCE
from sapper.rules.view import ViewWriter
from sapper.training import PuzzleId, mistakes, mixed, pose, position_before

TIERS = [Technique.of(tier) for tier in Tier]
COUNT = 12  # of each technique


@cache
def made(technique: Technique) -> list[Puzzle]:
    return [puzzle(technique, seed=2, index=index) for index in range(COUNT)]


def bare(view: View) -> View:
    """Return a view without its flags."""
    writer = ViewWriter.of(view)
    for cell in list(view.flags):
        writer.toggle_flag(cell)
    return writer.view


@pytest.mark.parametrize("technique", TIERS)
def test_a_puzzle_needs_exactly_its_technique(technique: Technique) -> None:
    """The independent solver needs this technique for the first safe cell, and no harder one."""
    assert [needed(each.view) for each in made(technique)] == [technique.tier] * COUNT


@pytest.mark.parametrize("technique", Technique)
def test_accepted_answers_are_those_that_the_reference_proves(technique: Technique) -> None:
    """Safe cells may be opened and mines flagged, whichever technique proves them; no others."""
    for each in made(technique):
        exact = analyse(each.view)
        assert each.flags == exact.mines - each.view.flags
        if technique is Technique.BEST_GUESS:
            assert not exact.safe
            assert not each.flags
        else:
            assert each.opens == exact.safe
        assert each.opens.issuperset(each.taught)
        assert each.view.flags <= exact.mines


@pytest.mark.parametrize("technique", Technique)
def test_every_cell_is_judged(technique: Technique) -> None:
    """An answer is right exactly if it is accepted, and each has its words."""
    each = made(technique)[0]
    for cell in set(each.view.unopened) - each.view.flags:
        for flag, right in ((False, each.opens), (True, each.flags)):
            answer = each.judge(cell, flag)
            assert (answer.cell, answer.flag, answer.right) == (cell, flag, cell in right)
            assert answer.why == each.advice.describe(cell)


def test_the_same_puzzle_for_ever() -> None:
    """Puzzle i of a seed and technique is pinned; its id makes the same one."""
    views = [write_view(puzzle(str(technique), seed=7, index=1).view) for technique in TIERS]
    assert [write_view(PuzzleId(each, 7, 1).puzzle().view) for each in TIERS] == views
    assert sha256("".join(views).encode()).hexdigest()[:16] == "71f20a56f46f5a70"


@pytest.mark.parametrize("technique", Technique)
def test_every_number_has_its_own_puzzle(technique: Technique) -> None:
    """The puzzles of a seed differ from each other."""
    assert len({write_view(each.view) for each in made(technique)}) == COUNT


@pytest.mark.parametrize("technique", Technique)
def test_a_puzzle_follows_from_its_view(technique: Technique) -> None:
    """The view alone makes the same puzzle again: nothing in it comes from the mines."""
    for each in made(technique):
        again = pose(each.view)
        assert again is not None
        assert (again.view, again.technique) == (each.view, each.technique)
        assert (again.taught, again.opens, again.flags) == (each.taught, each.opens, each.flags)


def test_flags_of_a_position_are_forgotten() -> None:
    """A wrong flag of the player changes nothing: only certain mines are flagged."""
    each = made(Technique.SUBSET)[0]
    writer = ViewWriter.of(each.view)
    writer.toggle_flag(each.taught[0])
    again = pose(writer.view)
    assert again is not None
    assert again.view == each.view


@pytest.mark.parametrize("technique", Technique)
def test_there_is_a_wrong_cell(technique: Technique) -> None:
    """No puzzle accepts every cell."""
    for each in made(technique):
        assert set(each.view.unopened) - each.view.flags - each.opens


def test_bad_answers_are_refused() -> None:
    """An open cell, a flagged one and one off the board cannot be an answer."""
    each = made(Technique.OVERLAP)[0]
    flag, opened = next(iter(each.view.flags)), each.view.opened[0]
    for cell in (flag, opened):
        with pytest.raises(InvalidMove):
            each.judge(cell)
        with pytest.raises(InvalidMove):
            each.judge(cell, flag=True)
    with pytest.raises(InvalidBoard):
        each.judge((99, 0))


def test_positions_without_a_puzzle() -> None:
    """Nothing is asked before the first cell, after the last, or without the mine total."""
    assert pose(View(4, 4, 2)) is None
    assert pose(View.of([[1, -1]], mines=1)) is None
    with pytest.raises(InvalidBoard):
        pose(View.of([[1, -1, -1]]))


NO_IDS = """
subset
subset-1
subset--1-0
guess-1-0
subset-01-0
subset-1-²
subset-1-0-0
subset-0-18446744073709551616
Subset-1-0
mine count-1-0
"""


@pytest.mark.parametrize("text", ["", *NO_IDS.split("\n")])
def test_bad_ids(text: str) -> None:
    """Text that is not exactly the id of a puzzle is refused."""
    with pytest.raises(InvalidNotation):
        PuzzleId.read(text)


def test_bad_requests() -> None:
    """An unknown technique and a negative seed are named in the error."""
    with pytest.raises(InvalidNotation, match="'luck' is not a technique: use one clue, "):
        puzzle("luck")
    with pytest.raises(InvalidBoard, match="seed"):
        puzzle("subset", seed=-1)


def test_mixed_techniques_all_come() -> None:
    """Each technique comes in a mixed series, in the same order every time."""
    series = [mixed(5, index) for index in range(100)]
    assert set(series) == set(Technique)
    assert series == [mixed(5, index) for index in range(100)]


def lost_game() -> Game:
    """Return a game that opens a mine although the mine count proved another cell safe."""
    game = Game.of(read_layout("*..."))
    game.open((0, 1))
    game.open((0, 0))
    return game


def test_mistakes_become_puzzles() -> None:
    """Each mistake of a game is posed from the view before it, and its move is judged wrong."""
    game = lost_game()
    found = mistakes(review(game))
    assert {number: each.technique for number, each in found.items()} == {2: Technique.MINE_COUNT}
    assert bare(found[2].view) == position_before(game, 2)
    assert not found[2].judge((0, 0)).right
    assert found[2].opens == {(0, 3)}


def test_a_running_game_has_no_puzzles() -> None:
    """A puzzle of a game that is not over would be help; other numbers are refused too."""
    running = Game.of(read_layout("*...\n....\n...*"))
    running.open((1, 1))
    with pytest.raises(InvalidMove):
        position_before(running, 1)
    for number in (0, 4):
        with pytest.raises(InvalidMove):
            position_before(lost_game(), number)


def test_guesses_as_good_as_the_best() -> None:
    """Perfect play wins as often after each accepted guess, and less often after any other."""
    for each in made(Technique.BEST_GUESS):
        assert each.exact
        assert each.taught[0] == each.advice.best
        chances = first_chances(each.view)
        enough = (1 - TOLERANCE) * float(max(chances.values()))
        assert each.opens == {cell for cell in chances if float(chances[cell]) >= enough}


def test_a_guess_that_is_too_large_to_search() -> None:
    """The adviser's estimates decide, within the tolerance; equals by symmetry are judged alike."""
    rows = [[UNOPENED] * 9 for _ in range(9)]
    rows[1][1] = 1
    guess = pose(View.of(rows, mines=10))
    assert guess is not None
    assert (guess.technique, guess.exact) == (Technique.BEST_GUESS, False)
    for candidate in guess.advice.candidates:
        kept = candidate.chance / guess.advice.candidates[0].chance
        assert (candidate.cell in guess.opens) == (kept >= 1 - TOLERANCE)
        row, column = candidate.cell
        assert guess.judge((column, row)).right == guess.judge(candidate.cell).right


def test_rating_grows_with_what_there_is_to_look_at() -> None:
    """A harder technique and more cells rate higher; the cells change it by at most 150."""
    base = {technique: made(technique)[0] for technique in TIERS}
    assert base[Technique.ONE_CLUE].rating < base[Technique.CASES].rating
    harder = replace(base[Technique.SUBSET], technique=Technique.CHAIN)
    assert harder.rating - base[Technique.SUBSET].rating == 400
    assert all(1050 <= each.rating <= 1350 for each in made(Technique.SUBSET))
