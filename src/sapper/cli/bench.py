"""sapper bench: measure how often players win and how fast they play."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sapper.arena.chunk import Contest
from sapper.arena.forecast import check_forecasts, forecasts
from sapper.arena.match import Match
from sapper.arena.plots import check_plot, plot_calibration, plot_speed, plot_survival
from sapper.cli import match_run
from sapper.cli.console import (
    CELL_HELP,
    DEFAULT_LEVEL,
    LEVEL_HELP,
    ExitCode,
    JsonOption,
    answering,
    complain,
    on_terminal,
    one_line,
    read_first,
    read_text,
)
from sapper.cli.match_run import DEFAULT_PLAYER, Means, Run, carry_out, contest_label, with_secret
from sapper.files import replacing
from sapper.players.registry import check_player
from sapper.rules.board import Cell, Level
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.first_click import check_room
from sapper.rules.notation import read_layout_lines
from sapper.rules.view import FirstClick
from sapper.words import points, rate

HELP = """\
Every --player plays every --level under every --first-click; each may be given several
times. Game i of a seed is the same board for all, and the same game whether it is played
alone, on threads, after --resume or on a cluster. A player that breaks the rules, fails
or hangs loses that game; the reasons are listed below the table.

A foreign player's seeds are keyed with a secret, so that they do not lead to the mines. With
--sealed nobody can know the boards either before the secret is published at the end.

Ctrl-C prints the results so far and saves them: --resume continues from there.

\b
Examples:
  sapper bench --level beginner --games 200
  sapper bench --player textbook --player least-risk --level beginner --level 16x16/40
  sapper bench --player "cmd:./my-solver --fast" --games 500 --threads 2 --json
  sapper bench --first-click zero --first D4 --resume run.jsonl --plot rates.svg
  sapper bench --boards boards.txt --results won.txt
  sapper bench --player "cmd:./my-solver" --sealed --resume ranked.jsonl
  sapper bench --signature
"""

# What --signature plays. A change here changes every published signature.
_SIGNATURE_SEED, _SIGNATURE_GAMES = 1_234, 200


class Plot(StrEnum):
    SPEED = "speed"  # win rate against games per second, with others' published figures
    SURVIVAL = "survival"  # the share of games not lost after each move
    CALIBRATION = "calibration"  # games won against the chance that the player predicted


PlayersOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help=f"{match_run.PLAYERS_HELP}.  [default: {DEFAULT_PLAYER}]"),
]
FirstClicksOption = Annotated[
    list[FirstClick] | None,
    typer.Option(
        metavar=f"<{'|'.join(FirstClick)}>",
        help="What the first click is promised.  [default: safe]",
    ),
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
    typer.Option(metavar="FILE", help="Write 1 for each game won, else 0, one per line."),
]
SignatureOption = Annotated[
    bool, typer.Option("--signature", help="Print one hash over all moves of a fixed set of games.")
]


@answering
def run(
    player: PlayersOption = None,
    level: Annotated[list[str] | None, typer.Option(metavar="LEVEL", help=LEVEL_HELP)] = None,
    first_click: FirstClicksOption = None,
    games: match_run.GamesOption = None,
    seed: match_run.SeedOption = 1,
    threads: match_run.ThreadsOption = 1,
    first: Annotated[
        str | None,
        typer.Option(metavar="CELL", help=f"Open this cell first, in every game, {CELL_HELP}."),
    ] = None,
    boards: BoardsOption = None,
    results: ResultsOption = None,
    json: JsonOption = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table here.")] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a picture: .svg or .png.")
    ] = None,
    plot_kind: Annotated[Plot, typer.Option(help="What to draw.")] = Plot.SPEED,
    resume: match_run.ResumeOption = None,
    salvage: match_run.SalvageOption = False,
    secret: match_run.SecretOption = None,
    sealed: match_run.SealedOption = False,
    cluster: match_run.ClusterOption = None,
    move_seconds: match_run.MoveSecondsOption = None,
    signature: SignatureOption = False,
) -> ExitCode:
    players = player or [DEFAULT_PLAYER]
    means = Means(threads, cluster, resume, salvage)
    if signature:
        return _sign(players, means)
    levels = [Level.parse(text) for text in level or [DEFAULT_LEVEL]]
    rules = first_click or [FirstClick.SAFE]
    cell = None if first is None else read_first(first, levels[0].board)
    match = _match(players, levels, rules, games, seed, cell, boards, move_seconds)
    _check_outputs(match, results, csv, plot)
    if plot_kind is Plot.CALIBRATION:
        _check_calibration(match)
    if sealed and boards is not None:
        raise SapperError("--sealed draws its own boards: leave --boards out")
    match = with_secret(match, means, secret, sealed)
    outcome = carry_out(match, means)
    _write_files(outcome, results, csv)
    if plot is not None:
        _draw(outcome, plot, plot_kind, threads)
    _print_json(outcome) if json else _print_table(outcome)
    return ExitCode.INTERRUPTED if outcome.interrupted else ExitCode.DONE


def _match(
    players: list[str],
    levels: list[Level],
    rules: list[FirstClick],
    games: int | None,
    seed: int,
    first: Cell | None,
    boards: Path | None,
    move_seconds: float | None,
) -> Match:
    count = match_run.DEFAULT_GAMES if games is None else games
    match_run.check_counts(count, seed, move_seconds)
    for name in players:
        check_player(name)
    contests = []
    for name, size, rule in product(players, levels, rules):
        check_room(size, rule)
        if first is not None:
            size.board.index(first)  # which must lie on every board
        contests.append(Contest(name, size, rule, seed, first, move_seconds))
    if boards is None:
        return Match(tuple(contests), count)
    if len(levels) > 1:
        raise SapperError("--boards is for one level: leave all but one --level out")
    try:
        layouts = read_layout_lines(read_text(boards), levels[0])
    except InvalidNotation as error:
        raise SapperError(f"{boards}, {error}") from None
    if games is not None and games > len(layouts):
        raise SapperError(f"{boards} has {len(layouts)} boards, not {games}")
    return Match(tuple(contests), games or len(layouts), tuple(layouts[:games]))


def _check_outputs(match: Match, results: Path | None, csv: Path | None, plot: Path | None) -> None:
    """Before the first game, raise SapperError for files that cannot be written at the end."""
    if results is not None and len(match.contests) > 1:
        raise SapperError("--results is for one player, one level and one first-click rule")
    if plot is not None:
        check_plot(plot)
    for path in filter(None, (results, csv, plot)):
        if path.is_dir():
            raise SapperError(f"{path} is a directory, not a file")
        if not path.absolute().parent.is_dir():
            raise SapperError(f"cannot write {path}: there is no such directory")


def _sign(players: list[str], means: Means) -> ExitCode:
    contests = tuple(
        Contest(name, level, rule, _SIGNATURE_SEED)
        for name, level, rule in product(players, Level.NAMED.values(), FirstClick)
    )
    outcome = carry_out(Match(contests, _SIGNATURE_GAMES), means)
    if outcome.interrupted:
        return ExitCode.INTERRUPTED
    words = " ".join(f"{tally.signature:016x}" for tally in outcome.tallies)
    print(hashlib.sha256(words.encode()).hexdigest()[:16])
    return ExitCode.DONE


def _rows(run: Run) -> Iterator[dict[str, Any]]:
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
            "failures": match_run.failures_form(tally),
            "false_certain": tally.false_certain,
        }


def _print_json(run: Run) -> None:
    print(json.dumps(list(_rows(run)), indent=2))


def _print_table(run: Run) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("player", overflow="fold")
    for name in ("level", "first"):
        table.add_column(name, no_wrap=True)
    for name in ("games", "win rate", "95 % interval", "games/s", "guesses"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in _rows(run):
        table.add_row(*map(Text, _columns(row)))
    Console(width=None if on_terminal() else 160, highlight=False).print(table)
    for line in run.notes():
        print(one_line(line))


def _columns(row: dict[str, Any]) -> list[str]:
    speed = row["games_per_second"]
    return [
        row["player"],
        row["level"],
        row["first_click"],
        f"{row['games']:,}",
        rate(row["rate"]),
        f"{points(row['low'])} – {points(row['high'])}",
        "–" if speed is None else f"{speed:,.0f}" if speed >= 100 else f"{speed:.3g}",
        f"{row['guesses_per_game']:.2f}",
    ]


def _write_files(run: Run, results: Path | None, table: Path | None) -> None:
    if results is not None:
        with replacing(results) as file:
            file.write("".join(f"{won}\n" for won in run.tallies[0].results()).encode())
    if table is not None:
        with replacing(table) as file:
            file.write(_csv(run).encode())


def _csv(run: Run) -> str:
    text = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in _rows(run):
        row["first"] = "" if row["first"] is None else "{},{}".format(*row["first"])
        row["failures"] = sum(failure["games"] for failure in row["failures"])
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


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
                plot_speed(list(_rows(run)), file, form)
            case Plot.SURVIVAL:
                curves = {name: (tally.games, tally.lost_at) for name, _, tally in begun}
                plot_survival(curves, file, form)
            case Plot.CALIBRATION:  # play the same games again, this time with forecasts
                rounds = zip(run.match.contests, run.match.rounds(), strict=True)
                foreseen = {contest_label(c): forecasts(tasks, threads) for c, tasks in rounds}
                plot_calibration(foreseen, file, form)
