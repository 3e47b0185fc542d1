from __future__ import annotations

import re

import pytest

from sapper.boards.generate import generate
from sapper.boards.grade import grade
from sapper.engine import analyse
from sapper.knowledge import Tier
from sapper.players import turns
from sapper.players.logical import LogicalPlayer
from sapper.rules.board import Board, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick


def played(level: str, index: int) -> tuple[Game, LogicalPlayer, bool]:
    """Play a game; tell also whether the player ever guessed."""
    game = Game(Level.parse(level), seed=21, index=index, first_click=FirstClick.ZERO)
    player, guessed = LogicalPlayer(0), False
    for turn in turns(game, player):
        guessed |= not turn.move.certain
        assert turn.move.reason
        if turn.move.certain:
            assert game.fatal is None
    return game, player, guessed


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_it_guesses_only_where_nothing_is_certain(level: str) -> None:
    """Certain moves are right, and a guess is made only where the engine knows no safe cell."""
    for index in range(8):
        game = Game(Level.parse(level), seed=21, index=index, first_click=FirstClick.ZERO)
        player = LogicalPlayer(0)
        while game.outcome is Outcome.PLAYING and (move := player.move(game.view)) is not None:
            if not move.certain:
                assert not analyse(game.view).safe
                assert player.tier is None
            game.open(move.cell)
            assert not (move.certain and game.fatal)


def test_a_solvable_board_is_one_that_it_wins_without_a_guess() -> None:
    """Grade and player agree: solvable means no guess; the rounds are the player's."""
    kinds = set()
    for index in range(25):
        game, player, guessed = played("beginner", index)
        assert game.layout is not None
        first = game.actions[0].cell
        graded = grade(game, first)
        assert graded.solvable is not guessed
        if not guessed:
            assert graded.rounds == player.rounds
            assert graded.solved == 1
            assert graded.hardest == max(player.rounds, default=None)
        kinds.add(graded.solvable)
    assert kinds == {True, False}


def test_difficulty_follows_the_hardest_technique_and_then_how_often() -> None:
    """Among solvable boards a harder tier is more difficult; a board that needs a guess, most."""
    grades = []
    for index in range(60):
        game = Game(Level.parse("beginner"), seed=5, index=index, first_click=FirstClick.ZERO)
        game.open((4, 4))
        grades.append(grade(game, (4, 4)))
    solvable = sorted((g for g in grades if g.solvable), key=lambda g: g.difficulty)
    assert [g.hardest or 0 for g in solvable] == sorted(g.hardest or 0 for g in solvable)
    assert all(g.difficulty > 7 for g in grades if not g.solvable)
    same = [g for g in solvable if g.hardest is Tier.ONE_CLUE]
    assert [g.rounds[Tier.ONE_CLUE] for g in same] == sorted(g.rounds[Tier.ONE_CLUE] for g in same)


def test_what_cannot_be_graded_is_refused() -> None:
    """A first cell that is a mine, or a game without mines yet, has no grade."""
    with pytest.raises(InvalidMove, match="is a mine"):
        grade(read_layout("*.\n..\n"), (0, 0))
    with pytest.raises(InvalidBoard, match="no mines before"):
        grade(Game(Level.parse("beginner")), (0, 0))


def test_a_board_that_the_first_cell_clears_needs_nothing() -> None:
    """Difficulty 0 means that the first click clears the board."""
    graded = grade(Layout.of(Board(3, 3), []), (0, 0))
    assert graded.solvable
    assert (graded.hardest, graded.difficulty) == (None, 0.0)


def test_a_board_made_to_need_no_guess_knows_its_first_cell() -> None:
    """A game or a generated board knows its first cell; for a layout it must be given."""
    board = generate(Level.parse("beginner"), first=(4, 4), seed=2)
    graded = grade(board)
    assert graded.solvable
    assert graded == grade(board.layout, (4, 4)) == grade(board.game())
    assert graded.hardest == board.hardest
    with pytest.raises(InvalidMove, match="has no first cell"):
        grade(board.layout)


@pytest.mark.parametrize("board", [None, "x", [[0, 1]]])
def test_what_is_no_board_is_refused_in_words(board: object) -> None:
    """A wrong type is refused with a message."""
    with pytest.raises(InvalidBoard, match="a Layout, Game or NoGuessBoard is needed"):
        grade(board, (0, 0))  # type: ignore[arg-type]  # this is the test
    with pytest.raises(InvalidMove, match="a cell is a tuple"):
        grade(read_layout("*.\n..\n"), board or 7)  # type: ignore[arg-type]  # this is the test


def test_its_reasons_name_the_technique_and_the_clues() -> None:
    """Up to a chain the reason names clues; beyond that, it says that all layouts agree."""
    game = Game(Level.parse("expert"), seed=21, index=1, first_click=FirstClick.ZERO)
    player = LogicalPlayer(0)
    for turn in turns(game, player):
        if turn.move.certain and player.tier is not None:
            technique, _, why = turn.move.reason.partition(": ")
            assert technique == str(player.tier)
            clue = r"the \d at [A-Z]+\d+"
            assert re.search(clue if player.tier <= Tier.CHAIN else "every layout that fits", why)
