"""Shared by `bench` and `duel`: given boards, and the files that are written after a match."""

from __future__ import annotations

import csv as csv_module
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.arena.forecast import FirstCellGiven, check_forecasts, forecasts
from sapper.arena.match import Match
from sapper.arena.plots import check_plot, plot_calibration, plot_speed, plot_survival
from sapper.cli.console import CELL_HELP, FIRST_HELP, advising, check_place, complain, read_text
from sapper.cli.match_run import Run, contest_label, failures_form
from sapper.files import replacing
from sapper.rules.board import Layout, Level
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.notation import read_layout_lines


class Plot(StrEnum):
    SPEED = "speed"  # win rate against games per second, with others' published figures
    SURVIVAL = "survival"  # the share of games not lost after each move
    CALIBRATION = "calibration"  # games won against the chance that the player predicted


FirstOption = Annotated[
    str | None,
    typer.Option(metavar="CELL", help=f"{FIRST_HELP}, {CELL_HELP}.  [default: the player's]"),
]
BoardsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Play these boards: one per line, each mine as row * width + column, with commas.",
    ),
]
ResultsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write 1 for each game won, else 0, a line for each game."),
]
CsvOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table here.")]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw a picture: .svg or .png.")
]
PlotKindOption = Annotated[
    Plot | None, typer.Option(help=f"What to draw with --plot.  [default: {Plot.SPEED}]")
]


def given_boards(file: Path, level: Level, games: int | None) -> tuple[Layout, ...]:
    """Read the boards of a match, or as many as there are games."""
    try:
        layouts = read_layout_lines(read_text(file), level)
    except InvalidNotation as error:
        raise SapperError(f"{file}, {error}") from None
    if games is not None and games > len(layouts):
        raise SapperError(f"{file} has {len(layouts)} boards, not {games}")
    return tuple(layouts[:games])


@dataclass(frozen=True)
class Outputs:
    """The files to write when the match is over."""

    results: Path | None
    csv: Path | None
    plot: Path | None
    kind: Plot | None  # None is SPEED

    def check(self, match: Match) -> None:
        """Before the first game, raise SapperError for what cannot be written at the end."""
        if self.results is not None and len(match.contests) > 1 and not match.interleaved:
            raise SapperError("--results is for one player, one level and one first-click rule")
        if self.plot is not None:
            check_plot(self.plot)
        elif self.kind is not None:
            raise SapperError("--plot-kind says what to draw: give the file with --plot")
        for path in filter(None, (self.results, self.csv, self.plot)):
            check_place(path)
        if self.kind is Plot.CALIBRATION:
            _check_calibration(match)

    def write(self, run: Run, threads: int) -> None:
        if self.results is not None:
            games = zip(*(tally.results() for tally in run.tallies), strict=False)
            with replacing(self.results) as file:
                file.write("".join(f"{' '.join(map(str, won))}\n" for won in games).encode())
        if self.csv is not None:
            with replacing(self.csv) as file:
                file.write(_csv(run).encode())
        if self.plot is not None:
            _draw(run, self.plot, self.kind or Plot.SPEED, threads)


def rows(run: Run) -> Iterator[dict[str, Any]]:
    """Yield the results of each contest that has begun."""
    for contest, tally, seconds in zip(run.match.contests, run.tallies, run.seconds, strict=True):
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
            "failures": failures_form(tally),
            "false_certain": tally.false_certain,
        }


def _csv(run: Run) -> str:
    text = io.StringIO()
    writer: csv_module.DictWriter[str] | None = None
    for row in rows(run):
        row["first"] = "" if row["first"] is None else "{},{}".format(*row["first"])
        row["failures"] = sum(failure["games"] for failure in row["failures"])
        if writer is None:
            writer = csv_module.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


@advising({FirstCellGiven: ": leave --first out"})
def _check_calibration(match: Match) -> None:
    if match.boards is not None:
        raise SapperError("forecasts are made on seeded boards: leave --boards out")
    for contest in match.contests:
        check_forecasts(contest)


def _draw(run: Run, path: Path, kind: Plot, threads: int) -> None:
    begun = [
        (contest_label(contest), contest, tally)
        for contest, tally in zip(run.match.contests, run.tallies, strict=True)
        if tally.games
    ]
    if not begun:
        complain("no game was finished: there is nothing to draw")
        return
    form = path.suffix.removeprefix(".").lower()
    with replacing(path) as file:
        match kind:
            case Plot.SPEED:
                plot_speed(list(rows(run)), file, form)
            case Plot.SURVIVAL:
                curves = {name: (tally.games, tally.lost_at) for name, _, tally in begun}
                plot_survival(curves, file, form)
            case Plot.CALIBRATION:  # play the same games again, this time with forecasts
                apart = replace(run.match, interleaved=False)
                rounds = zip(apart.contests, apart.rounds(), strict=True)
                foreseen = {contest_label(c): forecasts(tasks, threads) for c, tasks in rounds}
                plot_calibration(foreseen, file, form)
