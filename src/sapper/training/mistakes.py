"""Puzzles from the mistakes of played games."""

from __future__ import annotations

from sapper.formatting import counted
from sapper.reviewing import Review
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.rules.view import View
from sapper.training.puzzle import Puzzle, pose


def mistakes(review: Review) -> dict[int, Puzzle]:
    """Return a puzzle for each mistake of a game, by the number of the action."""
    found = {}
    for verdict in review.verdicts:
        puzzle = None if verdict.view is None else pose(verdict.view)
        if puzzle is not None and not (verdict.opens and puzzle.opens.issuperset(verdict.opens)):
            found[verdict.number] = puzzle
    return found


def position_before(game: Game, number: int) -> View:
    """Return the view before an action of a finished game, counted from 1.

    Raise InvalidMove if the game is not over: a puzzle of it would be help.
    """
    if game.outcome is Outcome.PLAYING or game.layout is None:
        raise InvalidMove("only a finished game has puzzles")
    if not 1 <= number <= len(game.actions):
        raise InvalidMove(f"the game has {counted(len(game.actions), 'action')}, not {number}")
    again = Game.of(game.layout, game.first_click)
    for action in game.actions[: number - 1]:
        again.perform(action)
    return again.view
