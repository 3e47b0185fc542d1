"""Review: a played game in, a judgement of each move out; docs/review.md defines every word.

Moves are judged by the view before them. The mines serve for one thing only: to play the game
again as it went.
"""

from sapper.reviewing.json_form import review_to_json
from sapper.reviewing.judge import TOLERANCE, review
from sapper.reviewing.verdict import Judgement, Review, Verdict
from sapper.reviewing.words import remark, summary, told

__all__ = [
    "TOLERANCE",
    "Judgement",
    "Review",
    "Verdict",
    "remark",
    "review",
    "review_to_json",
    "summary",
    "told",
]
