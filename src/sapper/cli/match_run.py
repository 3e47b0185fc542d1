"""Shared by `bench` and `duel`: playing a match with progress bars, and Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from sapper.arena.chunk import BrokenPromise, ChunkResult, Contest
from sapper.arena.cluster import play_on_cluster
from sapper.arena.fairness import commitment
from sapper.arena.match import Match, Play, Tally, play_here
from sapper.arena.record import DamagedRecord, Record
from sapper.cli.console import advising, complain
from sapper.cli.options import check_threads, chosen_secret, refuse_secret
from sapper.players.registry import is_own, player_class
from sapper.rules.errors import SapperError
from sapper.signals import deferred
from sapper.words import counted, points, rate

_LONGEST_LABEL = 16  # characters of a player's name beside its bar: 80 columns hold them all

Stop = Callable[[list[Tally]], bool]


@dataclass(frozen=True)
class Means:
    """Where and how a match is played; this changes no result."""

    threads: int = 1
    cluster: str | None = None
    resume: Path | None = None
    salvage: bool = False

    def __post_init__(self) -> None:
        check_threads(self.threads)
        if self.salvage and self.resume is None:
            raise SapperError("--salvage is for a damaged record: name it with --resume")

    def play(self, match: Match) -> AbstractContextManager[Play]:
        if self.cluster is None:
            return play_here(match, self.threads)
        return play_on_cluster(self.cluster)


@dataclass
class Run:
    """The results of a match: a tally and the seconds spent for each contest."""

    match: Match
    tallies: list[Tally]
    seconds: list[float]
    interrupted: bool = False
    fresh: list[tuple[ChunkResult, float]] = field(default_factory=list)  # not on disk yet

    @classmethod
    def of(cls, match: Match) -> Run:
        rows = len(match.contests)
        return cls(match, [Tally(match.games) for _ in range(rows)], [0.0] * rows)

    def add(self, chunk: ChunkResult, seconds: float) -> None:
        if self.tallies[chunk.row].add(chunk):
            self.seconds[chunk.row] += seconds

    def notes(self) -> list[str]:
        """Say what belongs below the results: players' faults, and the secret."""
        rows = zip(self.match.contests, self.tallies, strict=True)
        faults = [line for each, tally in rows for line in _failure_lines(tally, each.player)]
        return [*faults, *_secret_lines(self.match)]


def with_secret(match: Match, means: Means, given: Path | None, sealed: bool) -> Match:
    """Give a match its secret, if it is sealed or a foreign player needs one for its seeds."""
    foreign = [not is_own(player_class(contest.player)) for contest in match.contests]
    if not sealed and not any(foreign):
        refuse_secret(given)
        return match
    secret = chosen_secret(given, means.resume)
    if sealed:
        complain(f"the boards are sealed: SHA-256 of their secret is {commitment(secret)}")
    contests = [
        replace(contest, secret=secret, sealed=sealed) if sealed or other else contest
        for contest, other in zip(match.contests, foreign, strict=True)
    ]
    return replace(match, contests=tuple(contests))


def with_log(match: Match, means: Means, log: Path | None) -> Match:
    """Let a match keep the conversation with its programs; begin the file unless resumed."""
    if log is None:
        return match
    if all(is_own(player_class(contest.player)) for contest in match.contests):
        raise SapperError("--log is for programs and players of your own: leave it out")
    if means.cluster is not None:
        raise SapperError("--log keeps what is said on this machine: leave --cluster out")
    with log.open("ab" if means.resume else "wb"):
        pass
    return replace(match, log=log.absolute())


def _secret_lines(match: Match) -> list[str]:
    """Publish the secret after a match, if it has one."""
    contest = next((each for each in match.contests if each.secret), None)
    if contest is None:
        return []
    if contest.sealed:
        return [
            f"the boards were sealed: their seed is {contest.board_seed}, from the secret"
            f" {contest.secret}"
        ]
    return [f"to repeat this run, use --secret with a file that holds {contest.secret}"]


@advising(
    {
        BrokenPromise: ": use --first with a cell that keeps it, or --first-click none",
        DamagedRecord: ": with --salvage its games are played again",
    }
)
def carry_out(match: Match, means: Means, stop: Stop | None = None) -> Run:
    """Play a match, with progress on a terminal; after Ctrl-C return the results so far."""
    kept = Record(means.resume, match, salvage=means.salvage) if means.resume else nullcontext()
    with kept as record:
        run = Run.of(match)  # only now: a record that does not fit is refused at no cost
        for chunk, seconds in record.chunks if record else []:
            run.add(chunk, seconds)
        if stop is not None and stop(run.tallies):
            return run
        try:
            _play_on(run, means, record, stop)
        except KeyboardInterrupt:
            run.interrupted = True
    if run.interrupted:
        _keep(run, means.resume)
    return run


def _play_on(run: Run, means: Means, record: Record | None, stop: Stop | None) -> None:
    with means.play(run.match) as play, Bars(run) as bars:
        for chunk, seconds in _timed(play, run):
            with deferred():  # what is counted is also kept
                run.add(chunk, seconds)
                if record:
                    record.append(chunk, seconds)
                else:
                    run.fresh.append((chunk, seconds))
            bars.update(chunk.row)
            if stop is not None and stop(run.tallies):
                return


def _timed(play: Play, run: Run) -> Iterator[tuple[ChunkResult, float]]:
    """Play what is missing; yield each chunk with the seconds since the one before."""
    sizes = run.match.chunk_sizes
    done = {
        (row, start)
        for row, tally in enumerate(run.tallies)
        for start in range(0, run.match.games, sizes[row])
        if tally.knows(start)
    }
    for tasks in run.match.rounds(done):
        before = time.perf_counter()
        with closing(play(tasks)) as chunks:
            for chunk in chunks:
                now = time.perf_counter()
                yield chunk, round(now - before, 6)
                before = now


def _keep(run: Run, resume: Path | None) -> None:
    """After Ctrl-C, make sure that the games played are on disk, and say where."""
    if resume is None:
        if not run.fresh:
            complain("interrupted before any games were counted: nothing is kept")
            return
        resume = next(path for path in _free_names() if not path.exists())
        with Record(resume, run.match) as record:
            for chunk, seconds in run.fresh:
                record.append(chunk, seconds)
    complain(f"interrupted: all games that were counted are saved; continue with --resume {resume}")


def _free_names() -> Iterator[Path]:
    number = 1
    while True:
        yield Path(f"sapper-{number}.jsonl")
        number += 1


class Bars:
    """Live progress on stderr, one bar per contest, with the running estimate."""

    def __init__(self, run: Run) -> None:
        console = Console(stderr=True)
        self._run = run
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[estimate]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._tasks: list[TaskID] = []

    def __enter__(self) -> Bars:
        for row, contest in enumerate(self._run.match.contests):
            label = escape(contest_label(replace(contest, player=_shortened(contest.player))))
            games = self._run.match.games
            self._tasks.append(self._progress.add_task(label, total=games, estimate=""))
            self.update(row)
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def update(self, row: int) -> None:
        tally = self._run.tallies[row]
        low, high = tally.interval
        estimate = f"{rate(tally.rate)} ± {points((high - low) / 2)}" if tally.games else ""
        self._progress.update(self._tasks[row], completed=tally.games, estimate=estimate)


def _shortened(player: str) -> str:
    """Cut a long command, so that there is room for its progress."""
    return player if len(player) <= _LONGEST_LABEL else f"{player[: _LONGEST_LABEL - 1]}…"


def contest_label(contest: Contest) -> str:
    return f"{contest.player} · {contest.level.name} · {contest.first_click}"


def _failure_lines(tally: Tally, player: str) -> list[str]:
    """Say why games were lost by the player's own fault, the most common reasons first."""
    ordered = sorted(tally.failures.items(), key=lambda item: (-item[1].count, item[0]))
    wrong = f"{counted(tally.false_certain, 'move')} that it called certain opened a mine"
    lines = [
        f"{player}: {failures.count} lost by {kind} (first in game {failures.game}: "
        f"{failures.example})"
        for kind, failures in ordered[:10]
    ]
    return lines if not tally.false_certain else [*lines, f"{player}: {wrong}"]


def failures_form(tally: Tally) -> list[dict[str, object]]:
    return [
        {"reason": kind, "games": each.count, "game": each.game, "example": each.example}
        for kind, each in sorted(tally.failures.items())
    ]
