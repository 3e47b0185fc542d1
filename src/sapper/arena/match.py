"""A match: contests over many games, cut into chunks, played on this machine, added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.arena.chunk import ChunkResult, Contest, Failures, Task, play_chunk, strength_of
from sapper.arena.statistics import Adjusted, Paired, rate_interval
from sapper.arena.workers import Workers
from sapper.players.registry import player_class
from sapper.rules.board import Layout

# Games in a chunk: a second or two of work, so that a crash loses little and progress
# shows. A player's class may set its own number as `chunk`.
_PYTHON_CHUNK: Final = 20
_NATIVE_CELLS: Final = 250_000  # cells of all boards in a chunk of a kernel player

Play = Callable[[Sequence[Task]], Generator[ChunkResult, None, None]]


@dataclass(frozen=True)
class Match:
    """Contests over the same number of games; chunk sizes do not depend on where they run."""

    contests: tuple[Contest, ...]
    games: int
    boards: tuple[Layout, ...] | None = None
    interleaved: bool = False  # all contests side by side, as a duel needs it
    log: Path | None = None  # where the conversations with programs are kept

    @cached_property
    def chunk_sizes(self) -> list[int]:
        sizes = [_chunk_size(contest) for contest in self.contests]
        return [min(sizes)] * len(sizes) if self.interleaved else sizes

    @property
    def has_foreign_players(self) -> bool:
        return any(contest.is_third_party for contest in self.contests)

    def with_secret(self, secret: str, *, sealed: bool) -> Match:
        """Return the match with a secret for third-party players and, if sealed, for boards."""
        contests = (
            replace(each, secret=secret, sealed=sealed) if sealed or each.is_third_party else each
            for each in self.contests
        )
        return replace(self, contests=tuple(contests))

    def rounds(self, done: Collection[tuple[int, int]] = frozenset()) -> Iterator[list[Task]]:
        """Yield the tasks to play together: one contest at a time, or all of a duel at once.

        Chunks that are done, given as (row, start), are left out.
        """
        sizes = self.chunk_sizes
        rows = [
            [(row, start) for start in range(0, self.games, size) if (row, start) not in done]
            for row, size in enumerate(sizes)
        ]
        if self.interleaved:
            rows = [sorted(chain(*rows), key=lambda place: place[1])]
        for places in rows:
            yield [self._task(row, start, sizes[row]) for row, start in places]

    def _task(self, row: int, start: int, size: int) -> Task:
        stop = min(start + size, self.games)
        layouts = None if self.boards is None else self.boards[start:stop]
        return Task(self.contests[row], row, start, stop - start, layouts=layouts, log=self.log)


def _chunk_size(contest: Contest) -> int:
    kind = player_class(contest.player)
    native = max(1, _NATIVE_CELLS // contest.level.board.size)
    usual = _PYTHON_CHUNK if strength_of(kind) is None else native
    return int(getattr(kind, "chunk", usual))


class Tally:
    """The results of one contest so far; a chunk that comes twice is counted once."""

    def __init__(self, games: int) -> None:
        self.size = games
        self._won = np.full(games, -1, dtype=np.int8)  # -1: not played yet
        self.games = self.wins = self.moves = self.guesses = self.signature = 0
        self.false_certain = 0
        self.lost_at: Counter[int] = Counter()
        self.failures: dict[str, Failures] = {}
        self._luck: npt.NDArray[np.float64] | None = None

    def add(self, chunk: ChunkResult) -> bool:
        """Count a chunk; return whether it was new."""
        if self._won[chunk.start] >= 0:
            return False
        self._won[chunk.start : chunk.start + chunk.count] = chunk.won
        if chunk.luck is not None:
            if self._luck is None:
                self._luck = np.zeros(self.size)
            self._luck[chunk.start : chunk.start + chunk.count] = chunk.luck
        self.games += chunk.count
        self.wins += int(chunk.won.sum())
        self.moves += chunk.moves
        self.guesses += chunk.guesses
        self.false_certain += chunk.false_certain
        self.signature = (self.signature + chunk.signature) & ((1 << 64) - 1)
        self.lost_at.update(chunk.lost_at)
        for kind, failures in chunk.failures.items():
            before = self.failures.get(kind)
            self.failures[kind] = failures if before is None else before.join(failures)
        return True

    def knows(self, game: int) -> bool:
        return bool(self._won[game] >= 0)

    @property
    def faults(self) -> list[dict[str, Any]]:
        """Why games were lost by the player's own fault, with an example of each reason."""
        return [
            {"reason": kind, "games": each.count, "game": each.game, "example": each.example}
            for kind, each in sorted(self.failures.items())
        ]

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return rate_interval(self.wins, self.games)

    def results(self) -> list[int]:
        """Return 0 or 1 for each game, from the first up to one that is not played yet."""
        return [int(won) for won in self._won[: self.prefix()]]

    def without_luck(self) -> npt.NDArray[np.float64]:
        """Return the outcome of each game less its luck, as far as that is known."""
        won = self._won.astype(np.float64)
        return won if self._luck is None else won - self._luck

    def prefix(self) -> int:
        """Return how many games, counted from the first, are known without a gap."""
        unknown = self._won < 0
        return int(unknown.argmax()) if unknown.any() else len(self._won)


def paired(a: Tally, b: Tally, games: slice = slice(None)) -> Paired:
    """Compare two contests on the games that both have played."""
    marks_a, marks_b = a._won[games], b._won[games]
    known = (marks_a >= 0) & (marks_b >= 0)
    won_a, won_b = marks_a[known] > 0, marks_b[known] > 0
    both, only_a, only_b = won_a & won_b, won_a & ~won_b, won_b & ~won_a
    return Paired(len(won_a), int(both.sum()), int(only_a.sum()), int(only_b.sum()))


def paired_adjusted(a: Tally, b: Tally) -> Adjusted:
    """Compare two contests whose luck is known on the games that both have played."""
    known = (a._won >= 0) & (b._won >= 0)
    return Adjusted.of((a.without_luck() - b.without_luck())[known].tolist())


@contextmanager
def play_here(match: Match, workers: int) -> Iterator[Play]:
    """Play on this machine: on threads if all players are native, else in processes.

    The processes are ready when this yields the function that plays.
    """
    kinds = {contest.player: player_class(contest.player) for contest in match.contests}
    native = {name for name, kind in kinds.items() if strength_of(kind) is not None}
    if workers == 1 or native == set(kinds):
        yield lambda tasks: _play_in_turn(tasks, workers)
        return
    with Workers(workers) as processes:

        def play(tasks: Sequence[Task]) -> Generator[ChunkResult, None, None]:
            if {task.contest.player for task in tasks} <= native:
                return _play_in_turn(tasks, workers)
            return processes.play(tasks)

        yield play


def _play_in_turn(tasks: Iterable[Task], threads: int) -> Generator[ChunkResult, None, None]:
    for task in tasks:
        yield play_chunk(replace(task, threads=threads))
