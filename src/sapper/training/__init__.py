"""The trainer: positions to practise a technique on, judged answers, and a rating."""

from sapper.training.lesson import LESSONS, Lesson
from sapper.training.making import PuzzleId, mixed, puzzle
from sapper.training.mistakes import mistakes, position_before
from sapper.training.puzzle import Answer, Puzzle, pose
from sapper.training.rating import Rating, Result, rated
from sapper.training.standing import Attempt, Score, Standing, standing
from sapper.training.technique import Technique

__all__ = [
    "LESSONS",
    "Answer",
    "Attempt",
    "Lesson",
    "Puzzle",
    "PuzzleId",
    "Rating",
    "Result",
    "Score",
    "Standing",
    "Technique",
    "mistakes",
    "mixed",
    "pose",
    "position_before",
    "puzzle",
    "rated",
    "standing",
]
