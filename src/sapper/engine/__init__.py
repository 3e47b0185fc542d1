"""The exact mind: every risk by counting, never by rounding. The only room that knows the kernel.

`sapper.engine.reference` is the same method, written for reading.
"""

from sapper.engine.analysis import Analysis, Component, analyse, analyse_many
from sapper.engine.asking import MEBIBYTES, SECONDS, Flags, Position
from sapper.engine.seeds import seeded_layout
from sapper.engine.tracker import News, Tracker

__all__ = [
    "MEBIBYTES",
    "SECONDS",
    "Analysis",
    "Component",
    "Flags",
    "News",
    "Position",
    "Tracker",
    "analyse",
    "analyse_many",
    "seeded_layout",
]
