"""Replays: games that other programs recorded, by the mouse, in; games that can be reviewed out.

The formats are AVF, RMV, EVF, MVF and RAWVF. Sapper's games are written as RAWVF and EVF.
"""

from sapper.replays.mouse import Clicks
from sapper.replays.reading import MOST_BYTES, SUFFIXES, is_replay, read_replay
from sapper.replays.replay import Event, Mouse, Replay
from sapper.replays.writing import write_evf, write_rawvf

__all__ = [
    "MOST_BYTES",
    "SUFFIXES",
    "Clicks",
    "Event",
    "Mouse",
    "Replay",
    "is_replay",
    "read_replay",
    "write_evf",
    "write_rawvf",
]
