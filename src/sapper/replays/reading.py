"""Replays of any format, known by their first bytes and not by their names."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sapper.replays.avf import read_avf
from sapper.replays.evf import read_evf
from sapper.replays.mvf import MAGIC as MVF_MAGIC
from sapper.replays.mvf import OLD_SIZES, read_mvf
from sapper.replays.rawvf import BOARD_LINE, read_rawvf
from sapper.replays.replay import Replay
from sapper.replays.rmv import MAGIC as RMV_MAGIC
from sapper.replays.rmv import read_rmv
from sapper.rules.arguments import need
from sapper.rules.errors import InvalidNotation

MOST_BYTES: Final = 8_000_000
"""The largest replays that we know have 350,000 bytes."""

SUFFIXES: Final = (".avf", ".rmv", ".evf", ".mvf", ".rawvf")

_HEAD: Final = 6  # bytes that tell the formats apart
_PARQUET: Final = b"PAR1"  # a table of boards; read as AVF, it would be of version 0.80
_EVF_VERSIONS: Final = b"\x01\x02\x03\x04"
_ARBITER: Final = range(30, 100)  # version 0.N
_AVF_LEVELS: Final = b"\x03\x04\x05\x06"


def read_replay(replay: str | os.PathLike[str] | bytes) -> Replay:
    r"""Read the replay of another program: AVF, RMV, EVF, MVF or RAWVF, from a path or as bytes.

    Raise InvalidNotation, with the byte or the line, for a file that is broken or no replay, and
    OSError for one that cannot be opened.

    >>> replay = read_replay(b"Width: 3\nHeight: 1\nBoard:\n*00\n0.0 lc (40 3)\n1.5 lr (40 3)")
    >>> replay.game.outcome, replay.game.actions[0].time, replay.clicks.total
    (<Outcome.WON: 'won'>, 1.5, 1)
    """
    need(replay, str, os.PathLike, bytes)
    data = replay if isinstance(replay, bytes) else _bytes_of(Path(replay))
    if len(data) > MOST_BYTES:
        raise InvalidNotation(f"a replay has at most {MOST_BYTES:,} bytes")
    read = _reader_of(data)
    if read is None:
        raise InvalidNotation("this is not a replay: AVF, RMV, EVF, MVF and RAWVF are read", byte=0)
    return read(data)


def is_replay(data: bytes) -> bool:
    """Return whether a file begins as a replay does, whole or broken."""
    return _reader_of(data) is not None


def _reader_of(data: bytes) -> Callable[[bytes], Replay] | None:
    if data.startswith(RMV_MAGIC):
        return read_rmv
    if data.startswith(MVF_MAGIC):
        return read_mvf
    if BOARD_LINE.search(data):
        return read_rawvf
    if len(data) < _HEAD or _is_mbf(data) or data.startswith(_PARQUET):
        return None
    if data.startswith(OLD_SIZES):
        return read_mvf
    if data[0] in _EVF_VERSIONS:
        return read_evf
    arbiter_or_freesweeper = data[0] in _ARBITER or data[0] == 0
    return read_avf if arbiter_or_freesweeper and data[5] in _AVF_LEVELS else None


def _is_mbf(data: bytes) -> bool:
    """Return whether this is a board, two bytes a mine after a head of four."""
    return len(data) == 4 + 2 * int.from_bytes(data[2:4], "big")


def _bytes_of(path: Path) -> bytes:
    """Read a file, and no more of it than a replay may have."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
