"""The exact mind: every risk by counting, never by rounding. The only room that knows the kernel.

`sapper.engine.reference` is the same method, written for reading.
"""

from sapper.engine.analysis import Analysis, Component, analyse, analyse_many
from sapper.engine.asking import MEBIBYTES, SECONDS, Flags, Position
from sapper.engine.labels import Labels, label_games
from sapper.engine.perfect import Perfect, TooLarge, first_chances, perfect
from sapper.engine.play import (
    Candidate,
    Chooser,
    Decision,
    Forecasts,
    Games,
    Strength,
    forecast_games,
    play_games,
)
from sapper.engine.running import Boards, Shown
from sapper.engine.seeds import seeded_layout
from sapper.engine.tracker import News, Tracker

__all__ = [
    "MEBIBYTES",
    "SECONDS",
    "Analysis",
    "Boards",
    "Candidate",
    "Chooser",
    "Component",
    "Decision",
    "Flags",
    "Forecasts",
    "Games",
    "Labels",
    "News",
    "Perfect",
    "Position",
    "Shown",
    "Strength",
    "TooLarge",
    "Tracker",
    "analyse",
    "analyse_many",
    "first_chances",
    "forecast_games",
    "label_games",
    "perfect",
    "play_games",
    "seeded_layout",
]
