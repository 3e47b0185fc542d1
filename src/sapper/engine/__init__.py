"""The exact mind: every risk by counting, never by rounding. It sees views, never mines.

`sapper.engine.reference` is the same method, written for reading.
"""

from sapper.engine.analysis import Analysis, Component, NumberChances, analyse, analyse_many
from sapper.engine.chooser import Candidate, Chooser, Decision, Strength
from sapper.engine.kernel_errors import TooLarge
from sapper.engine.perfect import Perfect, first_chances, perfect
from sapper.engine.sampling import draw_mines
from sapper.engine.tracker import NewlyCertain, Tracker
from sapper.engine.validation import MEBIBYTES, STEPS, Flags, Position

__all__ = [
    "MEBIBYTES",
    "STEPS",
    "Analysis",
    "Candidate",
    "Chooser",
    "Component",
    "Decision",
    "Flags",
    "NewlyCertain",
    "NumberChances",
    "Perfect",
    "Position",
    "Strength",
    "TooLarge",
    "Tracker",
    "analyse",
    "analyse_many",
    "draw_mines",
    "first_chances",
    "perfect",
]
