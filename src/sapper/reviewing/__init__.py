"""Review: a played game in, a judgement of each move out; docs/review.md defines every word.

Moves are judged by the view before them. The mines are used for one thing only: to replay the game.
"""

from sapper.reviewing.json_form import review_to_json
from sapper.reviewing.judge import TOLERANCE, review
from sapper.reviewing.verdict import Judgement, Review, Verdict
from sapper.reviewing.words import describe, remark, summary

__all__ = [
    "TOLERANCE",
    "Judgement",
    "Review",
    "Verdict",
    "describe",
    "remark",
    "review",
    "review_to_json",
    "summary",
]
