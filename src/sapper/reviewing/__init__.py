"""Review: a played game in, a judgement of each move out; docs/review.md defines every word.

Moves are judged by the view before them. The mines are used for one thing only: to replay the game.
"""

from sapper.reviewing.json_form import review_to_json
from sapper.reviewing.judge import TOLERANCE, review
from sapper.reviewing.verdict import LEAST_LOSS, Judgement, Review, Severity, Verdict
from sapper.reviewing.words import describe, points, sentence, summary, summed_up, title

__all__ = [
    "LEAST_LOSS",
    "TOLERANCE",
    "Judgement",
    "Review",
    "Severity",
    "Verdict",
    "describe",
    "points",
    "review",
    "review_to_json",
    "sentence",
    "summary",
    "summed_up",
    "title",
]
