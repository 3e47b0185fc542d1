"""The exact mind: every risk by counting, never by rounding. It sees views, never mines.

`sapper.engine.reference` is the same method, written for reading.
"""

from sapper.engine.analysis import Analysis, Component, NumberChances, analyse, analyse_many
from sapper.engine.asking import MEBIBYTES, STEPS, Flags, Position
from sapper.engine.chooser import Candidate, Chooser, Decision, Strength
from sapper.engine.drawing import draw_mines
from sapper.engine.kernel_errors import TooLarge
from sapper.engine.perfect import Perfect, first_chances, perfect
from sapper.engine.tracker import NewlyCertain, Tracker

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
