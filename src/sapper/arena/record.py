"""The record of a match on disk, so that it can continue after a crash.

A file of JSON lines, only ever appended to: a header that says what is played, then
each chunk as it was finished. A last line that was cut off counts as never written.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from sapper.arena.chunk import ChunkResult, Failures
from sapper.arena.match import Match
from sapper.rules.errors import SapperError

_FORMAT: Final = "sapper match 1"


class BadRecord(SapperError):
    """A file that cannot be resumed: the record of another match, or not a record at all."""


class Record:
    """The chunks of a match that are safe on disk; new ones are added as they come."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or begin the record; raise BadRecord, and change nothing, if it does not fit."""
        self._file = _locked(path)
        try:
            self._take_up(path, match)
        except BaseException:
            self._file.close()
            raise

    def _take_up(self, path: Path, match: Match) -> None:
        header = _line(_header(match))
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not header.startswith(text):
            raise BadRecord(f"{path} is not a record of a match")
        if whole:
            _check(path, whole.split(b"\n", 1)[0], _header(match))
        self.chunks = [
            _read_chunk(path, number, line, match)
            for number, line in enumerate(whole.splitlines()[1:], 2)
        ]
        self._kept = {(chunk.row, chunk.start) for chunk, _ in self.chunks}
        self._file.truncate(len(whole))
        self._file.seek(0, os.SEEK_END)
        if not whole:
            self._write(header)

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def append(self, chunk: ChunkResult, seconds: float) -> None:
        """Keep a chunk; once this returns, it survives a crash. A chunk is kept only once."""
        if (chunk.row, chunk.start) in self._kept:
            return
        self._kept.add((chunk.row, chunk.start))
        self._write(_line(_chunk_form(chunk) | {"seconds": seconds}))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())


def _locked(path: Path) -> Any:
    """Open the file for this process alone, where the system can do that."""
    file = path.open("r+b" if path.exists() else "x+b")
    try:
        import fcntl  # missing on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except OSError:
        file.close()
        raise BadRecord(f"{path} is in use by another run") from None
    return file


def _header(match: Match) -> dict[str, Any]:
    contests = [
        asdict(contest) | {"level": str(contest.level), "first_click": str(contest.first_click)}
        for contest in match.contests
    ]
    boards = match.boards and hashlib.sha256(b"".join(b.mask for b in match.boards)).hexdigest()
    sizes = match.chunk_sizes
    return {
        "format": _FORMAT,
        "games": match.games,
        "boards": boards,
        "contests": contests,
        "chunks": sizes,
    }


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _check(path: Path, line: bytes, wanted: dict[str, Any]) -> None:
    try:
        found = json.loads(line)
        if found["format"] != _FORMAT:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise BadRecord(f"{path} is not a record of a match") from None
    wanted = json.loads(_line(wanted))
    for name, value in wanted.items():
        if found.get(name) != value:
            difference = f"{_short(found.get(name))}, not {_short(value)}"
            raise BadRecord(f"{path} holds another match: its {name} are {difference}")


def _short(value: Any) -> str:
    return "none" if value is None else json.dumps(value)[:200]


def _chunk_form(chunk: ChunkResult) -> dict[str, Any]:
    return {
        "row": chunk.row,
        "start": chunk.start,
        "count": chunk.count,
        "won": np.packbits(chunk.won).tobytes().hex(),
        "moves": chunk.moves,
        "guesses": chunk.guesses,
        "signature": f"{chunk.signature:016x}",
        "lost_at": sorted(chunk.lost_at.items()),
        "failures": {kind: asdict(failures) for kind, failures in chunk.failures.items()},
    }


def _read_chunk(path: Path, number: int, line: bytes, match: Match) -> tuple[ChunkResult, float]:
    try:
        data = json.loads(line)
        bits = np.frombuffer(bytes.fromhex(data["won"]), dtype=np.uint8)
        chunk = ChunkResult(
            row=data["row"],
            start=data["start"],
            won=np.unpackbits(bits, count=data["count"]).astype(np.bool_),
            moves=data["moves"],
            guesses=data["guesses"],
            signature=int(data["signature"], 16),
            lost_at={int(last): int(games) for last, games in data["lost_at"]},
            failures={kind: Failures(**entry) for kind, entry in data["failures"].items()},
        )
        size = match.chunk_sizes[chunk.row]
        if (
            min(chunk.row, chunk.start) < 0
            or chunk.start % size
            or chunk.count != min(size, match.games - chunk.start)
        ):
            raise ValueError
        return chunk, float(data["seconds"])
    except (ValueError, KeyError, TypeError, IndexError):
        raise BadRecord(f"{path}, line {number}: not a chunk of this match") from None
