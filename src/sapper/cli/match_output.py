"""Shared by `bench` and `duel`: the files to write after a match, and the notes to print."""

from __future__ import annotations

import csv as csv_module
import io
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sapper.arena.forecast import FirstCellGiven, check_forecasts, forecasts
from sapper.arena.match import Match, Tally
from sapper.arena.plots import check_plot, plot_calibration, plot_speed, plot_survival
from sapper.arena.run import Run
from sapper.cli.console import CELL_HELP, FIRST_HELP, advising, check_place, print_error
from sapper.files import replacing
from sapper.formatting import counted
from sapper.rules.errors import SapperError


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
        help="Play these boards: one per line, its mines as row * width + column, comma-separated.",
    ),
]
ResultsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a line for each game: 1 if won, else 0."),
]
CsvOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table here.")]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw a picture: .svg or .png.")
]
PlotKindOption = Annotated[
    Plot | None, typer.Option(help=f"Kind of picture for --plot.  [default: {Plot.SPEED}]")
]


@dataclass(frozen=True)
class Outputs:
    """The files to write when the match is over."""

    results: Path | None
    csv: Path | None
    plot: Path | None
    kind: Plot | None  # None is SPEED

    def check(self, match: Match) -> None:
        """Raise SapperError before the first game if a result could not be written at the end."""
        if self.results is not None and len(match.contests) > 1 and not match.interleaved:
            raise SapperError("--results is for one player, one level and one first-click rule")
        if self.plot is not None:
            check_plot(self.plot)
        elif self.kind is not None:
            raise SapperError("--plot-kind needs a file: add --plot FILE")
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


def _csv(run: Run) -> str:
    text = io.StringIO()
    writer: csv_module.DictWriter[str] | None = None
    for row in run.rows():
        row["first"] = "" if row["first"] is None else "{},{}".format(*row["first"])
        row["failures"] = sum(fault["games"] for fault in row["failures"])
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
        (contest.label, contest, tally)
        for contest, tally in zip(run.match.contests, run.tallies, strict=True)
        if tally.games
    ]
    if not begun:
        print_error("no game was finished: there is nothing to draw")
        return
    form = path.suffix.removeprefix(".").lower()
    with replacing(path) as file:
        match kind:
            case Plot.SPEED:
                plot_speed(list(run.rows()), file, form)
            case Plot.SURVIVAL:
                curves = {name: (tally.games, tally.lost_at) for name, _, tally in begun}
                plot_survival(curves, file, form)
            case Plot.CALIBRATION:  # play the same games again, this time with forecasts
                apart = replace(run.match, interleaved=False)
                rounds = zip(apart.contests, apart.rounds(), strict=True)
                foreseen = {c.label: forecasts(tasks, threads) for c, tasks in rounds}
                plot_calibration(foreseen, file, form)


def notes(run: Run) -> list[str]:
    """Return the notes below the results: players' faults, and the secret."""
    rows = zip(run.match.contests, run.tallies, strict=True)
    faults = [line for each, tally in rows for line in _fault_lines(tally, each.player)]
    return [*faults, *_secret_lines(run.match)]


def _fault_lines(tally: Tally, player: str) -> list[str]:
    """Say why games were lost by the player's own fault, the most common reasons first."""
    lines = [
        f"{player}: {fault['games']} lost by {fault['reason']} (first in game {fault['game']}: "
        f"{fault['example']})"
        for fault in sorted(tally.faults, key=lambda fault: -fault["games"])[:10]
    ]
    if tally.false_certain:
        wrong = counted(tally.false_certain, "move")
        lines.append(f"{player}: {wrong} that it called certain opened a mine")
    return lines


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
