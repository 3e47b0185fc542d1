from __future__ import annotations

import pytest

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
    """Among solvable boards a harder tier always has the greater difficulty; luck tops all."""
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
    """Difficulty 0 means that the first click was all."""
    graded = grade(Layout.of(Board(3, 3), []), (0, 0))
    assert graded.solvable
    assert (graded.hardest, graded.difficulty) == (None, 0.0)
