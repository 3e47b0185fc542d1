"""sapper duel: find out which of two players wins more on the same boards."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from sapper.arena.chunk import Contest
from sapper.arena.duel import Duel, StopWhenDecided, compare
from sapper.arena.run import Run
from sapper.arena.statistics import Adjusted
from sapper.cli import completion, match_output, options
from sapper.cli.console import (
    ExitCode,
    JsonOption,
    LevelOption,
    one_line,
    read_cell,
    read_level,
    with_exit_code,
)
from sapper.cli.match_output import Outputs, notes
from sapper.cli.match_run import match_of, play, run_options
from sapper.formatting import points, rate
from sapper.players.registry import check_player
from sapper.rules.errors import SapperError
from sapper.rules.first_click import check_room
from sapper.rules.view import FirstClick

HELP = """\
Only games that one of them wins and the other does not can tell them apart. The difference
comes with a 95 % interval and McNemar's p-value.

With --stop-when-decided the duel ends as soon as one is shown to be better. The test may be
checked after every chunk: over all checks together, two equal players are called different
in at most 5 % of duels.

With --adjusted the difference is also given with known luck taken out: for each guess, what
surviving it or not added to the forecast. That changes no mean and leaves less to chance, so
fewer games show a difference. It takes longer.

--results writes a line for each game, first A's result, then B's.

\b
Examples:
  sapper duel least-risk textbook --level beginner --games 500
  sapper duel deep master --adjusted --games 5000 --threads 2
  sapper duel fast master --boards boards.txt --results won.txt --csv duel.csv
  sapper duel least-risk "cmd:./my-solver" --stop-when-decided --games 100000 --resume duel.jsonl
"""


@with_exit_code
def run(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help=f"{options.PLAYERS_HELP}.", autocompletion=completion.players
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(metavar="B", help="The other.", autocompletion=completion.players),
    ],
    level: LevelOption = None,
    first_click: options.FirstClickOption = FirstClick.SAFE,
    games: options.GamesOption = None,
    seed: options.SeedOption = 1,
    threads: options.ThreadsOption = 1,
    first: match_output.FirstOption = None,
    boards: match_output.BoardsOption = None,
    results: match_output.ResultsOption = None,
    csv: match_output.CsvOption = None,
    plot: match_output.PlotOption = None,
    plot_kind: match_output.PlotKindOption = None,
    log: options.LogOption = None,
    stop_when_decided: Annotated[
        bool, typer.Option("--stop-when-decided", help="End as soon as one is shown to be better.")
    ] = False,
    adjusted: Annotated[
        bool, typer.Option("--adjusted", help="Also report the luck-adjusted difference.")
    ] = False,
    json: JsonOption = False,
    resume: options.ResumeOption = None,
    salvage: options.SalvageOption = False,
    secret: options.SecretOption = None,
    sealed: options.SealedOption = False,
    cluster: options.ClusterOption = None,
    move_seconds: options.MoveSecondsOption = None,
) -> ExitCode:
    means = run_options(threads, cluster, resume, salvage)
    options.check_counts(games, seed, move_seconds)
    if adjusted and stop_when_decided:
        raise SapperError("--adjusted needs a number of games fixed beforehand: leave one out")
    size = read_level(level)
    check_room(size, first_click)
    for name in (a, b):
        check_player(name)
    cell = None if first is None else read_cell(first, size.board)
    contests = [
        Contest(name, size, first_click, seed, cell, move_seconds, adjusted=adjusted)
        for name in (a, b)
    ]
    match = match_of(contests, size, games, boards, interleaved=True)
    outputs = Outputs(results, csv, plot, plot_kind)
    stop = StopWhenDecided() if stop_when_decided else None
    outcome = play(match, means, outputs, secret=secret, sealed=sealed, log=log, stop=stop)
    duel = compare(outcome, stop)
    print(_json(outcome, duel) if json else _text(outcome, duel))
    return ExitCode.INTERRUPTED if outcome.interrupted else ExitCode.DONE


def _json(run: Run, duel: Duel) -> str:
    contest, counts = run.match.contests[0], duel.counts
    low, high = duel.interval
    form: dict[str, Any] = {
        "a": duel.names[0],
        "b": duel.names[1],
        "level": contest.level.name,
        "first_click": str(contest.first_click),
        "seed": contest.seed,
        "board_seed": contest.board_seed,
        "sealed": contest.sealed,
        "secret": next((each.secret for each in run.match.contests if each.secret), None),
        "games": counts.games,
        "wins_a": counts.wins_a,
        "wins_b": counts.wins_b,
        "both": counts.both,
        "only_a": counts.only_a,
        "only_b": counts.only_b,
        "difference": counts.difference,
        "low": low,
        "high": high,
        "p_value": duel.p_value,
        "sequential": duel.sequential,
        "stopped_early": counts.games < run.match.games and not run.interrupted,
        "adjusted": None if duel.adjusted is None else asdict(duel.adjusted),
        "verdict": duel.verdict,
        "failures_a": run.tallies[0].faults,
        "failures_b": run.tallies[1].faults,
        "false_certain_a": run.tallies[0].false_certain,
        "false_certain_b": run.tallies[1].false_certain,
    }
    return json.dumps(form, indent=2)


def _text(run: Run, duel: Duel) -> str:
    lines = [*(_results(run, duel) if duel.counts.games else []), f"verdict: {duel.verdict}"]
    return "\n".join(map(one_line_kept, [*lines, *notes(run)]))


def _results(run: Run, duel: Duel) -> list[str]:
    contest, counts = run.match.contests[0], duel.counts
    low, high = duel.interval
    neither = counts.games - counts.both - counts.discordant
    rates = [
        f"{letter}  {wins:>9,} won  {rate(wins / counts.games):>8}  {name}"
        for letter, wins, name in zip("AB", (counts.wins_a, counts.wins_b), duel.names, strict=True)
    ]
    checked = ", valid at every check" if duel.sequential else ""
    return [
        f"{counts.games:,} games of {contest.level.name}, first click "
        f"{contest.first_click}, seed {contest.seed}, the same boards for both",
        *rates,
        f"both won {counts.both:,}, only A {counts.only_a:,}, only B {counts.only_b:,}, "
        f"neither {neither:,}",
        f"A − B: {points(counts.difference, signed=True)} points, 95 % interval "
        f"{points(low, signed=True)} to {points(high, signed=True)}, "
        f"p = {duel.p_value:.3g}{checked}",
        *_adjusted_lines(duel.adjusted),
    ]


def _adjusted_lines(adjusted: Adjusted | None) -> list[str]:
    if adjusted is None:
        return []
    low, high = adjusted.interval
    return [
        f"without known luck: {points(adjusted.difference, signed=True)} points, 95 % "
        f"interval {points(low, signed=True)} to {points(high, signed=True)}, standard error "
        f"{points(adjusted.error)}"
    ]


def one_line_kept(line: str) -> str:
    """Keep the columns of a line, but no control characters."""
    return line if line.isprintable() else one_line(line)
