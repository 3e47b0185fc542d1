"""The record of a match on disk, so that it can continue after a crash.

A file of JSON lines, only ever appended to: a header that says what is played and by which
code, then each chunk as it was finished. Every line has a checksum. A last line that was cut
off counts as never written; any other damage is refused, or left out on request.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any, Final

import numpy as np

from sapper.arena.chunk import ChunkResult, Contest, Failures, Task, play_chunk
from sapper.arena.fairness import read_secret
from sapper.arena.luck import checked_luck
from sapper.arena.match import Match
from sapper.files import replacing, writing
from sapper.formatting import brief, joined
from sapper.players.registry import is_builtin, player_class
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick

_FORMAT: Final = "sapper match 2"
_LONGEST_LINE: Final = 1 << 22  # bytes; a line of a record is far shorter
_MOVES_SEED, _MOVES_GAMES = 1_234, 10  # games that show whether our own player has changed
_DAMAGED: Final = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)


_NAMES: Final = {"first_click": "first click", "first": "first cell", "move_seconds": "time limit"}


class BadRecord(SapperError):
    """A file that cannot be resumed: damaged, of another match, or not a record at all."""


class DamagedRecord(BadRecord):
    """A record of the right match with damaged lines: it can be salvaged."""


class Record:
    """The chunks of a match that are safe on disk; new ones are added as they come."""

    def __init__(self, path: Path, match: Match, *, salvage: bool = False) -> None:
        """Open or begin the record; raise BadRecord, and change nothing, if it does not fit.

        The match may have more games than the record was begun with.

        With `salvage`, damaged lines are removed and their games are played again; else they
        raise DamagedRecord.
        """
        self._header = _checked(_header(match))
        self.chunks: list[tuple[ChunkResult, float]] = []
        self._path, self._file = path, _locked(path)
        try:
            self._resume(path, match, salvage)
        except BaseException:
            self._file.close()
            raise
        self._kept = {(chunk.row, chunk.start) for chunk, _ in self.chunks}

    def _resume(self, path: Path, match: Match, salvage: bool) -> None:
        first = self._file.readline(_LONGEST_LINE)
        begun = _begun(first, match)
        check, header = self._header, _line(self._header)
        if begun is not match:
            check = _checked(_header(begun))
            header = _line(check)
        if first != header[: len(first)]:
            _compare(path, first, self._header)
        whole = [_line(self._header)]
        for number, line in _whole_lines(self._file) if first == header else ():
            try:
                chunk, seconds = _read_chunk(line, begun, check["check"])
                if _fits(chunk, match):
                    self.chunks.append((chunk, seconds))
                    whole.append(self._chunk_line(chunk, seconds))
            except _DAMAGED:
                if not salvage:
                    fault = f"{path}, line {number} is damaged or not of this match"
                    raise DamagedRecord(fault) from None
        self._write_back(path, b"".join(whole))

    def _write_back(self, path: Path, whole: bytes) -> None:
        """Leave the whole lines in the file: cut a torn last one off, or begin a new file."""
        self._file.seek(0)
        if self._file.read(len(whole)) == whole:
            self._file.truncate(len(whole))
        elif not self.chunks:
            self._file.seek(0)
            self._file.truncate()
            self._write(whole)
        else:
            with replacing(path) as file:
                file.write(whole)
            path.chmod(os.fstat(self._file.fileno()).st_mode & 0o777)
            self._file.close()
            self._file = _locked(path)
            self._file.seek(0, os.SEEK_END)

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def append(self, chunk: ChunkResult, seconds: float) -> None:
        """Save a chunk, once; after this returns, it survives a crash."""
        if (chunk.row, chunk.start) in self._kept:
            return
        self._kept.add((chunk.row, chunk.start))
        self._write(self._chunk_line(chunk, seconds))

    def _chunk_line(self, chunk: ChunkResult, seconds: float) -> bytes:
        form = _chunk_form(chunk) | {"seconds": seconds}
        return _line(_checked(form, self._header["check"]))

    def _write(self, data: bytes) -> None:
        with writing(self._path):
            self._file.write(data)
            self._file.flush()
            os.fsync(self._file.fileno())


def _begun(line: bytes, match: Match) -> Match:
    """Return the match as first recorded, possibly with fewer games than now requested."""
    try:
        games = _number(json.loads(line)["games"])
    except _DAMAGED:
        return match
    if not 0 < games < match.games:
        return match
    return replace(match, games=games, boards=match.boards and match.boards[:games])


def _fits(chunk: ChunkResult, match: Match) -> bool:
    """Return whether a chunk is whole: the last of a shorter match may have been cut."""
    return chunk.count == min(match.chunk_sizes[chunk.row], match.games - chunk.start)


def recorded_secret(path: Path) -> str | None:
    """Return the secret that a match was begun with; None if the file has none to show."""
    if not path.is_file():  # a pipe would be waited for
        return None
    try:
        with path.open("rb") as file:
            contests = json.loads(file.readline(_LONGEST_LINE))["contests"]
        secret = next((each["secret"] for each in contests if each["secret"]), None)
    except (OSError, *_DAMAGED):
        return None
    return None if secret is None else read_secret(str(secret), path)


def _locked(path: Path) -> Any:
    """Open the file for this process alone, where the system can do that.

    A new one is for this user alone, too: it may hold a secret.
    """
    if path.exists() and not path.is_file():
        raise BadRecord(f"{path} is not a file, so it cannot hold a match")
    private = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, private, 0o600), "r+b")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadRecord(f"{path} is in use by another run") from None
    return file


def _header(match: Match) -> dict[str, Any]:
    contests = [_contest_form(contest) for contest in match.contests]
    boards = match.boards and sha256(b"".join(b.mask for b in match.boards)).hexdigest()
    return {
        "format": _FORMAT,
        "games": match.games,
        "boards": boards,
        "contests": contests,
        "chunks": match.chunk_sizes,
        "players": {contest.player: _code(contest.player) for contest in match.contests},
    }


def _contest_form(contest: Contest) -> dict[str, Any]:
    """Return a contest as a record has it; older records know nothing of luck."""
    form = asdict(contest) | {
        "level": str(contest.level),
        "first_click": str(contest.first_click),
    }
    if not contest.adjusted:
        del form["adjusted"]
    return form


def _code(player: str) -> str:
    """Return a hash that changes with a player: of its files, or of its moves if it is ours."""
    kind = player_class(player)
    if is_builtin(kind):
        return _moves(player)
    if player.startswith("cmd:"):
        words = shlex.split(player.removeprefix("cmd:"))
        files = [shutil.which(words[0]), *words[1:]]
    else:
        files = [_source(player.partition(":")[0] if ":" in player else kind.__module__)]
    hashed = sha256(player.encode())
    for file in files:
        if file is not None and Path(file).is_file():
            hashed.update(Path(file).read_bytes())
    return hashed.hexdigest()


@cache
def _moves(player: str) -> str:
    contest = Contest(player, Level.NAMED["intermediate"], FirstClick.SAFE, _MOVES_SEED)
    return f"{play_chunk(Task(contest, 0, 0, _MOVES_GAMES)).signature:016x}"


def _source(module: str) -> str | None:
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):  # typed in by hand, or run as a script
        return None
    return None if spec is None else spec.origin


def _checked(data: dict[str, Any], key: str = "") -> dict[str, Any]:
    """Add a checksum; a chunk's covers that of its header, so it fits no other record."""
    return data | {"check": sha256(key.encode() + json.dumps(data).encode()).hexdigest()[:16]}


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _compare(path: Path, line: bytes, expected: dict[str, Any]) -> None:
    """Raise BadRecord with the differences of a header from the expected one."""
    try:
        found = json.loads(line)
        if found["format"] != _FORMAT:
            raise ValueError
        differences = list(_differences(found, json.loads(_line(expected))))
    except _DAMAGED:
        raise BadRecord(f"{path} is not a record of a match") from None
    if differences:
        raise BadRecord(f"{path} holds another match: {'; '.join(differences)}")
    raise BadRecord(f"{path}, line 1 is damaged")


def _differences(found: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """Describe the differences of two headers, contests first; more games are no difference."""
    theirs, ours = found["contests"], expected["contests"]
    before = len(theirs), len(ours)
    for name in {name: None for contest in (*ours, *theirs) for name in contest}:
        was, now = ([contest.get(name) for contest in each] for each in (theirs, ours))
        if set(map(_short, was)) == set(map(_short, now)):
            continue
        if name == "secret":  # that of a sealed match is not for the screen
            yield "its secret is another one"
        else:
            yield f"its {_NAMES.get(name, name)} is {_listed(was)}, not {_listed(now)}"
    if theirs != ours and before[0] != before[1]:
        yield f"its contests are {before[0]}, not {before[1]}"
    if found["players"] != expected["players"] and theirs == ours:
        yield "its players had other code"
    if found["boards"] != expected["boards"]:
        yield "its boards are others"
    if found["games"] > expected["games"] or (
        theirs == ours and found["games"] != expected["games"]
    ):
        yield f"its games are {_short(found['games'])}, not {expected['games']}"
    if theirs == ours and found["chunks"] != expected["chunks"]:
        yield f"its chunks are {_listed(found['chunks'])}, not {_listed(expected['chunks'])}"


def _listed(values: list[Any]) -> str:
    return joined(dict.fromkeys(map(_short, values)))


def _short(value: Any) -> str:
    return "none" if value is None else brief(value, 200).strip("'")


def _whole_lines(file: Any) -> Iterator[tuple[int, bytes]]:
    """Yield the lines after the header with their numbers, but not a torn last one."""
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), 2):
        if line.endswith(b"\n") or len(line) == _LONGEST_LINE:
            yield number, line


def _chunk_form(chunk: ChunkResult) -> dict[str, Any]:
    luck = {} if chunk.luck is None else {"luck": chunk.luck.tolist()}
    return luck | {
        "row": chunk.row,
        "start": chunk.start,
        "count": chunk.count,
        "won": np.packbits(chunk.won).tobytes().hex(),
        "moves": chunk.moves,
        "guesses": chunk.guesses,
        "false_certain": chunk.false_certain,
        "signature": f"{chunk.signature:016x}",
        "lost_at": sorted(chunk.lost_at.items()),
        "failures": {kind: asdict(failures) for kind, failures in chunk.failures.items()},
    }


def _read_chunk(line: bytes, match: Match, key: str) -> tuple[ChunkResult, float]:
    """Read a chunk; raise one of _DAMAGED if it is not one. Sizes are checked before use."""
    data = json.loads(line)
    if data != _checked({name: data[name] for name in data if name != "check"}, key):
        raise ValueError
    names = ("row", "start", "count", "moves", "guesses", "false_certain")
    row, start, count, moves, guesses, false_certain = (_number(data[name]) for name in names)
    size = match.chunk_sizes[row]
    if start % size or not 0 < count == min(size, match.games - start):
        raise ValueError
    won = np.unpackbits(np.frombuffer(bytes.fromhex(data["won"]), np.uint8), count=count)
    lost_at = {_number(last): _number(games) for last, games in data["lost_at"]}
    if data["won"] != np.packbits(won).tobytes().hex() or sum(lost_at.values()) != sum(won == 0):
        raise ValueError
    chunk = ChunkResult(
        row=row,
        start=start,
        won=won.astype(np.bool_),
        moves=moves,
        guesses=guesses,
        signature=int(data["signature"], 16) & ((1 << 64) - 1),
        lost_at=lost_at,
        failures={str(kind): _failures(each) for kind, each in data["failures"].items()},
        false_certain=false_certain,
        luck=checked_luck(data["luck"], count) if match.contests[row].adjusted else None,
    )
    seconds = float(data["seconds"])
    if not isfinite(seconds):
        raise ValueError
    return chunk, seconds


def _failures(data: dict[str, Any]) -> Failures:
    return Failures(_number(data["count"]), _number(data["game"]), str(data["example"]))


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise ValueError
    return value
