"""The human-readable reasoner: conclusions from clues, with reasons.

Pure Python, for reading; knows the view's cells and clues, never the mines.
"""

from sapper.knowledge.base import KnowledgeBase, Stage, Trace
from sapper.knowledge.conclusion import Conclusion, Contradiction, Rule
from sapper.knowledge.explain import Explainer, NotCertain, Unexplained, explain
from sapper.knowledge.reason import Reason
from sapper.knowledge.sentence import Sentence
from sapper.knowledge.steps import Step
from sapper.knowledge.tier import Tier

__all__ = [
    "Conclusion",
    "Contradiction",
    "Explainer",
    "KnowledgeBase",
    "NotCertain",
    "Reason",
    "Rule",
    "Sentence",
    "Stage",
    "Step",
    "Tier",
    "Trace",
    "Unexplained",
    "explain",
]
