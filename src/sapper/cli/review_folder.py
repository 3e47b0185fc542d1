"""sapper review DIR: the figures of all replays of a folder, and of each as CSV."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from sapper.cli.console import one_line, print_error
from sapper.cli.tables import print_table
from sapper.formatting import counted, rate
from sapper.replays import SUFFIXES, Replay, read_replay
from sapper.reviewing import Review, review
from sapper.rules.errors import SapperError
from sapper.rules.game import Outcome

_COLUMNS: Final = (
    *("file", "format", "program", "player", "level", "mode", "outcome", "seconds"),
    *("bbbv", "solved_bbbv", "bbbv_per_second", "clicks", "left", "right", "both", "wasted"),
    *("ioe", "accuracy", "faults", "problem"),
)
_HEADINGS: Final = ("level", "games", "won", "best s", "3BV/s", "IOE", "wasted", "accuracy")


@dataclass(frozen=True)
class Row:
    """A file of the folder: its replay and review, or why there is none."""

    file: str
    replay: Replay | None = None
    judged: Review | None = None
    problem: str = ""


def rows(folder: Path) -> Iterator[Row]:
    """Read and review the replays of a folder and of the folders within, by name."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise SapperError(f"{folder} has no replays: {', '.join(SUFFIXES)}")
    return _read(folder, paths)


def _read(folder: Path, paths: list[Path]) -> Iterator[Row]:
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            replay = read_replay(path)
            judged = None if replay.unjudged else review(replay.game)
            yield Row(name, replay, judged, replay.unjudged or "")
        except (SapperError, OSError) as error:
            yield Row(name, problem=str(error))


def print_csv(found: Iterable[Row]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in found:
        writer.writerow([one_line(str(value)) for value in _values(row)])


def _values(row: Row) -> list[object]:
    replay = row.replay
    if replay is None:
        return [row.file, *[""] * (len(_COLUMNS) - 2), row.problem]
    figures, clicks = replay.metrics, replay.clicks
    about = [row.file, replay.format, replay.program, replay.player, replay.game.level, replay.mode]
    counts = [clicks.total, clicks.left, clicks.right, clicks.both, clicks.wasted]
    return [
        *about,
        replay.game.outcome,
        _decimal(figures.seconds),
        figures.board.bbbv,
        figures.solved_bbbv,
        _decimal(figures.bbbv_per_second),
        *counts,
        _decimal(figures.ioe),
        "" if row.judged is None else _decimal(row.judged.accuracy),
        "" if row.judged is None else len(row.judged.faults),
        row.problem,
    ]


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def print_summary(found: Iterable[Row], ascii_only: bool) -> None:
    """Print the means of each level; name unreadable files on stderr."""
    levels: dict[str, list[Row]] = {}
    unread = 0
    for row in found:
        if row.replay is None:
            print_error(f"{row.file}: {row.problem}")
            unread += 1
        else:
            levels.setdefault(row.replay.game.level.name, []).append(row)
    if levels:
        table = [
            dict(zip(_HEADINGS, _summed_up(level, group), strict=True))
            for level, group in levels.items()
        ]
        print_table(table, left=("level",), folds="level", ascii_only=ascii_only)
    print(f"{counted(sum(map(len, levels.values())), 'replay')}, {unread} that cannot be read.")


def _summed_up(level: str, group: list[Row]) -> list[str]:
    replays = [row.replay for row in group if row.replay is not None]
    won = [replay for replay in replays if replay.game.outcome is Outcome.WON]
    times = [replay.metrics.seconds for replay in won if replay.metrics.seconds is not None]
    clicks = sum(replay.clicks.total for replay in replays)
    return [
        level,
        str(len(group)),
        rate(len(won) / len(group)),
        _decimal(min(times, default=None)),
        _mean(replay.metrics.bbbv_per_second for replay in won),
        _mean(replay.metrics.ioe for replay in won),
        rate(sum(replay.clicks.wasted for replay in replays) / clicks) if clicks else "",
        _mean(row.judged.accuracy if row.judged else None for row in group),
    ]


def _mean(values: Iterable[float | None]) -> str:
    known = [value for value in values if value is not None]
    return _decimal(fmean(known)) if known else ""
