"""The readable mind: what follows from the clues, and why.

Pure Python, for reading; knows the view's cells and clues, never the mines.
"""

from sapper.knowledge.base import KnowledgeBase, Stage, Trace
from sapper.knowledge.conclusion import Conclusion, Contradiction, Rule
from sapper.knowledge.sentence import Sentence

__all__ = [
    "Conclusion",
    "Contradiction",
    "KnowledgeBase",
    "Rule",
    "Sentence",
    "Stage",
    "Trace",
]
