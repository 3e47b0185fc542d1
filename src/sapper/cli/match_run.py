"""Shared by `bench` and `duel`: a match as its options say, played with progress bars."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from sapper.arena.chunk import BrokenPromise, Contest
from sapper.arena.fairness import commitment
from sapper.arena.match import Match
from sapper.arena.record import DamagedRecord
from sapper.arena.run import Run, RunOptions, Stop, play_match
from sapper.cli.console import advising, print_error, read_text
from sapper.cli.match_output import Outputs
from sapper.cli.options import DEFAULT_GAMES, check_threads, chosen_secret, refuse_secret
from sapper.formatting import points, rate
from sapper.rules.board import Layout, Level
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.notation import read_layout_lines

_LONGEST_LABEL: Final = 16  # characters of a player's name beside its bar: 80 columns hold them all


def run_options(
    threads: int, cluster: str | None, resume: Path | None, salvage: bool
) -> RunOptions:
    check_threads(threads)
    if salvage and resume is None:
        raise SapperError("--salvage is for a damaged record: name it with --resume")
    return RunOptions(threads, cluster, resume, salvage)


def match_of(
    contests: Iterable[Contest],
    level: Level,
    games: int | None,
    boards: Path | None,
    *,
    interleaved: bool = False,
) -> Match:
    """Return contests as a match over seeded games, or over the boards of a file."""
    if boards is None:
        number, layouts = DEFAULT_GAMES if games is None else games, None
    else:
        layouts = _given_boards(boards, level, games)
        number = len(layouts)
    return Match(tuple(contests), number, layouts, interleaved)


def _given_boards(file: Path, level: Level, games: int | None) -> tuple[Layout, ...]:
    """Read the boards of a match, or as many as there are games."""
    try:
        layouts = read_layout_lines(read_text(file), level)
    except InvalidNotation as error:
        raise SapperError(f"{file}, {error}") from None
    if games is not None and games > len(layouts):
        raise SapperError(f"{file} has {len(layouts)} boards, not {games}")
    return tuple(layouts[:games])


def play(
    match: Match,
    means: RunOptions,
    outputs: Outputs,
    *,
    secret: Path | None,
    sealed: bool,
    log: Path | None,
    stop: Stop | None = None,
) -> Run:
    """Play a match and write its files; after Ctrl-C with the results so far."""
    if sealed and match.boards is not None:
        raise SapperError("--sealed draws its own boards: leave --boards out")
    outputs.check(match)
    match = _with_log(_with_secret(match, means, secret, sealed), means, log)
    run = run_match(match, means, stop)
    outputs.write(run, means.threads)
    return run


def _with_secret(match: Match, means: RunOptions, given: Path | None, sealed: bool) -> Match:
    """Give a match its secret, if it is sealed or a third-party player needs one for its seeds."""
    if not sealed and not match.has_foreign_players:
        refuse_secret(given)
        return match
    secret = chosen_secret(given, means.record)
    if sealed:
        print_error(f"the boards are sealed: SHA-256 of their secret is {commitment(secret)}")
    return match.with_secret(secret, sealed=sealed)


def _with_log(match: Match, means: RunOptions, log: Path | None) -> Match:
    """Let a match keep the conversation with its programs; begin the file unless resumed."""
    if log is None:
        return match
    if not match.has_foreign_players:
        raise SapperError("--log is for third-party players: leave it out")
    if means.cluster is not None:
        raise SapperError("--log works on this machine only: leave --cluster out")
    with log.open("ab" if means.record else "wb"):
        pass
    return replace(match, log=log.absolute())


@advising(
    {
        BrokenPromise: ": use --first with a cell that keeps it, or --first-click none",
        DamagedRecord: ": with --salvage its games are played again",
    }
)
def run_match(match: Match, means: RunOptions, stop: Stop | None = None) -> Run:
    """Play a match, with progress on a terminal; after Ctrl-C save the unrecorded games."""
    run = play_match(match, means, watch=_bars, stop=stop, clock=time.perf_counter)
    if run.interrupted:
        _keep(run, means.record)
    return run


def _keep(run: Run, record: Path | None) -> None:
    """After Ctrl-C, make sure that the games played are on disk, and say where."""
    if record is None:
        if not run.unsaved:
            print_error("interrupted before any games were counted: nothing is kept")
            return
        names = (Path(f"sapper-{number}.jsonl") for number in count(1))
        record = next(path for path in names if not path.exists())
        run.save(record)
    print_error(
        f"interrupted: all games that were counted are saved; continue with --resume {record}"
    )


@contextmanager
def _bars(run: Run) -> Iterator[Callable[[int], None]]:
    """Show progress on stderr, one bar per contest, with the running estimate."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[estimate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )

    def update(row: int) -> None:
        tally = run.tallies[row]
        low, high = tally.interval
        estimate = f"{rate(tally.rate)} ± {points((high - low) / 2)}" if tally.games else ""
        progress.update(bars[row], completed=tally.games, estimate=estimate)

    shortened = [replace(each, player=_shortened(each.player)) for each in run.match.contests]
    bars = [
        progress.add_task(escape(contest.label), total=run.match.games, estimate="")
        for contest in shortened
    ]
    for row in range(len(bars)):
        update(row)
    with progress:
        yield update


def _shortened(player: str) -> str:
    """Cut a long command, so that there is room for its progress."""
    return player if len(player) <= _LONGEST_LABEL else f"{player[: _LONGEST_LABEL - 1]}…"
