"""sapper bench: measure how often players win and how fast they play."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from sapper.arena.chunk import Contest
from sapper.arena.match import Match
from sapper.arena.run import Run, RunOptions
from sapper.cli import completion, match_output, options
from sapper.cli.console import (
    DEFAULT_LEVEL,
    LEVEL_HELP,
    ExitCode,
    JsonOption,
    one_line,
    read_first,
    terminal_columns,
    with_exit_code,
)
from sapper.cli.match_output import Outputs, notes
from sapper.cli.match_run import match_of, play, run_match, run_options
from sapper.cli.paragraphs import wrapped
from sapper.cli.tables import Row, full_width, print_table
from sapper.formatting import points, rate
from sapper.players.registry import check_player
from sapper.rules.board import Cell, Level
from sapper.rules.errors import SapperError
from sapper.rules.first_click import check_room
from sapper.rules.view import FirstClick

HELP = """\
Every --player plays every --level under every --first-click; repeat any of the three.
Game i of a seed is the same board for all players, and the same game alone, on threads,
after --resume or on a cluster. A player that breaks the rules, fails or hangs loses that
game; the lines below the table give the reasons.

Sapper keys a third-party player's seeds with a secret, so that they do not reveal the mines.
With --sealed, no one can know the boards before the secret is published at the end.

Ctrl-C prints the results so far and saves them: --resume continues from there.

\b
Examples:
  sapper bench --level beginner --games 200
  sapper bench --player textbook --player least-risk --level beginner --level 16x16/40
  sapper bench --player "cmd:./my-solver --fast" --games 500 --threads 2 --json
  sapper bench --first-click zero --first D4 --resume run.jsonl --plot rates.svg
  sapper bench --boards boards.txt --results won.txt
  sapper bench --player "cmd:./my-solver" --sealed --resume ranked.jsonl
  sapper bench --player "cmd:./my-solver" --games 20 --log talk.txt
  sapper bench --signature
"""

# What --signature plays. A change here changes every published signature.
_SIGNATURE_SEED, _SIGNATURE_GAMES = 1_234, 200

_HEADINGS: Final = (
    *("player", "level", "first", "games"),
    *("win rate", "95 % interval", "games/s", "guesses"),
)
_SHARED: Final = ("level", "first", "games")  # said above a table that is too wide, if one for all


PlayersOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help=f"{options.PLAYERS_HELP}.  [default: {options.DEFAULT_PLAYER}]",
        autocompletion=completion.players,
    ),
]
FirstClicksOption = Annotated[
    list[FirstClick] | None,
    typer.Option(
        metavar=f"<{'|'.join(FirstClick)}>",
        help=f"{options.FIRST_CLICK_HELP}  [default: safe]",
    ),
]
SignatureOption = Annotated[
    bool, typer.Option("--signature", help="Print one hash over all moves of a fixed set of games.")
]


@with_exit_code
def run(
    player: PlayersOption = None,
    level: Annotated[
        list[str] | None,
        typer.Option(metavar="LEVEL", help=LEVEL_HELP, autocompletion=completion.levels),
    ] = None,
    first_click: FirstClicksOption = None,
    games: options.GamesOption = None,
    seed: options.SeedOption = 1,
    threads: options.ThreadsOption = 1,
    first: match_output.FirstOption = None,
    boards: match_output.BoardsOption = None,
    results: match_output.ResultsOption = None,
    json: JsonOption = False,
    csv: match_output.CsvOption = None,
    plot: match_output.PlotOption = None,
    plot_kind: match_output.PlotKindOption = None,
    log: options.LogOption = None,
    resume: options.ResumeOption = None,
    salvage: options.SalvageOption = False,
    secret: options.SecretOption = None,
    sealed: options.SealedOption = False,
    cluster: options.ClusterOption = None,
    move_seconds: options.MoveSecondsOption = None,
    signature: SignatureOption = False,
) -> ExitCode:
    players = player or [options.DEFAULT_PLAYER]
    means = run_options(threads, cluster, resume, salvage)
    if signature:
        games_options = {
            **{"--level": level, "--first-click": first_click, "--games": games},
            **{"--seed": seed if seed != 1 else None, "--first": first, "--boards": boards},
            **{"--results": results, "--json": json, "--csv": csv, "--plot": plot},
            **{"--plot-kind": plot_kind, "--log": log, "--secret": secret, "--sealed": sealed},
            "--move-seconds": move_seconds,
        }
        return _sign(players, means, games_options)
    levels = [Level.parse(text) for text in level or [DEFAULT_LEVEL]]
    rules = first_click or [FirstClick.SAFE]
    cell = None if first is None else read_first(first, levels[0].board)
    match = _match(players, levels, rules, games, seed, cell, boards, move_seconds)
    outputs = Outputs(results, csv, plot, plot_kind)
    outcome = play(match, means, outputs, secret=secret, sealed=sealed, log=log)
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
    options.check_counts(games, seed, move_seconds)
    for name in players:
        check_player(name)
    contests = []
    for name, size, rule in product(players, levels, rules):
        check_room(size, rule)
        if first is not None:
            size.board.index(first)  # which must lie on every board
        contests.append(Contest(name, size, rule, seed, first, move_seconds))
    if boards is not None and len(levels) > 1:
        raise SapperError("--boards is for one level: leave all but one --level out")
    return match_of(contests, levels[0], games, boards)


def _sign(players: list[str], means: RunOptions, others: Mapping[str, object]) -> ExitCode:
    """Print the hash; refuse the options in `others`, which it would ignore."""
    for name, value in others.items():
        if value:
            raise SapperError(f"--signature plays a fixed set of games: leave {name} out")
    contests = tuple(
        Contest(name, level, rule, _SIGNATURE_SEED)
        for name, level, rule in product(players, Level.NAMED.values(), FirstClick)
    )
    outcome = run_match(Match(contests, _SIGNATURE_GAMES), means)
    if outcome.interrupted:
        return ExitCode.INTERRUPTED
    words = " ".join(f"{tally.signature:016x}" for tally in outcome.tallies)
    print(hashlib.sha256(words.encode()).hexdigest()[:16])
    return ExitCode.DONE


def _print_json(run: Run) -> None:
    print(json.dumps(list(run.rows()), indent=2))


def _print_table(run: Run) -> None:
    cells = [dict(zip(_HEADINGS, _columns(row), strict=True)) for row in run.rows()]
    columns = terminal_columns()
    if cells and columns is not None and full_width(cells) > columns:
        print(wrapped(", ".join(f"{name}: {value}" for name, value in _taken_out(cells))))
    if cells:
        print_table(cells, left=("player", "level", "first"), folds="player")
    for line in notes(run):
        print(one_line(line))


def _taken_out(cells: list[Row]) -> list[tuple[str, str]]:
    """Take the columns that say the same in every row out of a table, to make it narrower."""
    names = [name for name in _SHARED if len({row[name] for row in cells}) == 1]
    same = [(name, cells[0][name]) for name in names]
    for row, name in product(cells, names):
        del row[name]
    return same


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
