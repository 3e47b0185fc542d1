"""The run of a match: its chunks played, counted, and kept in a record if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sapper.arena.chunk import ChunkResult
from sapper.arena.cluster import play_on_cluster
from sapper.arena.match import Match, Play, Tally, play_here
from sapper.arena.record import Record
from sapper.rules.errors import SapperError
from sapper.signals import deferred

MOST_THREADS: Final = 1_024


@dataclass(frozen=True)
class RunOptions:
    """Where and how a match is played; this changes no result."""

    threads: int = 1
    cluster: str | None = None
    record: Path | None = None
    salvage: bool = False  # play damaged parts of the record again

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MOST_THREADS:
            raise SapperError(f"threads must be from 1 to {MOST_THREADS}, not {self.threads}")

    def play(self, match: Match) -> AbstractContextManager[Play]:
        if self.cluster is None:
            return play_here(match, self.threads)
        return play_on_cluster(self.cluster)


@dataclass
class Run:
    """The results of a match so far: a tally and the seconds spent for each contest."""

    match: Match
    tallies: list[Tally]
    seconds: list[float]
    interrupted: bool = False
    unsaved: list[tuple[ChunkResult, float]] = field(default_factory=list)

    @classmethod
    def of(cls, match: Match) -> Run:
        rows = len(match.contests)
        return cls(match, [Tally(match.games) for _ in range(rows)], [0.0] * rows)

    def add(self, chunk: ChunkResult, seconds: float) -> None:
        if self.tallies[chunk.row].add(chunk):
            self.seconds[chunk.row] += seconds

    @deferred()  # what is counted is also kept
    def keep(self, chunk: ChunkResult, seconds: float, record: Record | None) -> None:
        """Count a chunk, and write it down or mark it as not saved yet."""
        self.add(chunk, seconds)
        if record:
            record.append(chunk, seconds)
        else:
            self.unsaved.append((chunk, seconds))

    def save(self, path: Path) -> None:
        """Begin a record with the games that are in none."""
        with Record(path, self.match) as record:
            for chunk, seconds in self.unsaved:
                record.append(chunk, seconds)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the results of each contest that has begun, as JSON and CSV have them."""
        for contest, tally, seconds in zip(
            self.match.contests, self.tallies, self.seconds, strict=True
        ):
            if not tally.games:
                continue
            low, high = tally.interval
            yield {
                "player": contest.player,
                "level": contest.level.name,
                "first_click": str(contest.first_click),
                "games": tally.games,
                "wins": tally.wins,
                "rate": tally.rate,
                "low": low,
                "high": high,
                "games_per_second": tally.games / seconds if seconds else None,
                "guesses_per_game": tally.guesses / tally.games,
                "moves_per_game": tally.moves / tally.games,
                "seconds": seconds,
                "seed": contest.seed,
                "board_seed": contest.board_seed,
                "sealed": contest.sealed,
                "secret": contest.secret,
                "first": contest.first,
                "signature": f"{tally.signature:016x}",
                "failures": tally.faults,
                "false_certain": tally.false_certain,
            }


Clock = Callable[[], float]
Stop = Callable[[Run], bool]
Watch = Callable[[Run], AbstractContextManager[Callable[[int], None]]]

_HERE: Final = RunOptions()


def play_match(
    match: Match,
    means: RunOptions = _HERE,
    *,
    watch: Watch = lambda run: nullcontext(lambda row: None),
    stop: Stop | None = None,
    clock: Clock = lambda: 0.0,
) -> Run:
    """Play a match, or the rest of a recorded one; after Ctrl-C return the results so far.

    When play begins, `watch` is entered with the run; what it yields is called with the row of
    each chunk that was counted. Play ends early once `stop` says so. Without a `clock` all
    seconds are 0.
    """
    stopped = stop or (lambda run: False)
    kept = Record(means.record, match, salvage=means.salvage) if means.record else nullcontext()
    with kept as record:
        run = Run.of(match)  # only now: a record that does not fit is refused at no cost
        for chunk, seconds in record.chunks if record else []:
            run.add(chunk, seconds)
        if stopped(run):
            return run
        try:
            with means.play(match) as play, watch(run) as counted:
                for chunk, seconds in _timed(play, run, clock):
                    run.keep(chunk, seconds, record)
                    counted(chunk.row)
                    if stopped(run):
                        break
        except KeyboardInterrupt:
            run.interrupted = True
    return run


def _timed(play: Play, run: Run, clock: Clock) -> Iterator[tuple[ChunkResult, float]]:
    """Play the missing chunks; yield each with the seconds since the one before."""
    sizes = run.match.chunk_sizes
    done = {
        (row, start)
        for row, tally in enumerate(run.tallies)
        for start in range(0, run.match.games, sizes[row])
        if tally.knows(start)
    }
    for tasks in run.match.rounds(done):
        before = clock()
        with closing(play(tasks)) as chunks:
            for chunk in chunks:
                now = clock()
                yield chunk, round(now - before, 6)
                before = now
