"""sapper duel: find out which of two players wins more on the same boards."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any

import typer

from sapper.arena.chunk import Contest
from sapper.arena.match import Match, Tally, paired, paired_adjusted
from sapper.arena.statistics import Adjusted, Paired
from sapper.cli import completion, match_output, options
from sapper.cli.console import (
    ExitCode,
    JsonOption,
    LevelOption,
    answering,
    one_line,
    read_cell,
    read_level,
)
from sapper.cli.match_output import Outputs, given_boards
from sapper.cli.match_run import (
    Means,
    Run,
    carry_out,
    failures_form,
    with_log,
    with_secret,
)
from sapper.players.registry import check_player
from sapper.rules.errors import SapperError
from sapper.rules.first_click import check_room
from sapper.rules.view import FirstClick
from sapper.words import points, rate

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

_ALPHA = 0.05


@answering
def run(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help=f"{options.PLAYERS_HELP}.", autocompletion=completion.players
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="The other.",
            autocompletion=completion.players,
        ),
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
        bool, typer.Option("--adjusted", help="Give the difference without known luck, too.")
    ] = False,
    json: JsonOption = False,
    resume: options.ResumeOption = None,
    salvage: options.SalvageOption = False,
    secret: options.SecretOption = None,
    sealed: options.SealedOption = False,
    cluster: options.ClusterOption = None,
    move_seconds: options.MoveSecondsOption = None,
) -> ExitCode:
    means = Means(threads, cluster, resume, salvage)
    count = options.DEFAULT_GAMES if games is None else games
    options.check_counts(games, seed, move_seconds)
    if adjusted and stop_when_decided:
        raise SapperError("--adjusted needs a number of games fixed beforehand: leave one out")
    size = read_level(level)
    check_room(size, first_click)
    for name in (a, b):
        check_player(name)
    cell = None if first is None else read_cell(first, size.board)
    contests = tuple(
        Contest(name, size, first_click, seed, cell, move_seconds, adjusted=adjusted)
        for name in (a, b)
    )
    match = Match(contests, count, interleaved=True)
    if boards is not None:
        if sealed:
            raise SapperError("--sealed draws its own boards: leave --boards out")
        layouts = given_boards(boards, size, games)
        match = replace(match, games=len(layouts), boards=layouts)
    outputs = Outputs(results, csv, plot, plot_kind)
    outputs.check(match)
    match = with_log(with_secret(match, means, secret, sealed), means, log)
    watcher = Watcher(match.chunk_sizes[0]) if stop_when_decided else None
    outcome = carry_out(match, means, watcher.decided if watcher else None)
    without_luck = paired_adjusted(*outcome.tallies) if adjusted else None
    duel = Duel(outcome, *_count(outcome, watcher), without_luck)
    outputs.write(outcome, threads)
    print(duel.json() if json else duel.text())
    return ExitCode.INTERRUPTED if outcome.interrupted else ExitCode.DONE


class Watcher:
    """Checks a duel after each chunk, in the order of games, wherever they are played.

    So it stops at the same game on one thread, on many, and after --resume.
    """

    def __init__(self, step: int) -> None:
        self._step = step
        self.seen = Paired(0, 0, 0, 0)
        self.stopped = False

    def decided(self, tallies: list[Tally]) -> bool:
        a, b = tallies
        known = min(a.prefix(), b.prefix())
        whole = known == a.size
        while not self.stopped and (
            self.seen.games + self._step <= known or (whole and self.seen.games < known)
        ):
            stop = min(self.seen.games + self._step, known)
            self.seen += paired(a, b, slice(self.seen.games, stop))
            self.stopped = self.seen.decided(_ALPHA)
        return self.stopped


def _count(run: Run, watcher: Watcher | None) -> tuple[Paired, bool]:
    a, b = run.tallies
    if watcher is None:
        return paired(a, b), False
    watcher.decided([a, b])  # with --resume, all results may be known from the start
    return watcher.seen, True


@dataclass
class Duel:
    """The outcome in words and numbers; `watched` chooses statistics valid at every check."""

    run: Run
    counts: Paired
    watched: bool
    adjusted: Adjusted | None
    names: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        a, b = (contest.player for contest in self.run.match.contests)
        self.names = a, b

    @property
    def p_value(self) -> float:
        return self.counts.anytime_p_value if self.watched else self.counts.p_value

    @property
    def interval(self) -> tuple[float, float]:
        return self.counts.anytime_interval if self.watched else self.counts.interval

    @property
    def verdict(self) -> str:
        counts = self.counts
        gap = f"{points(abs(counts.difference))} points"
        if counts.games == 0:
            return "no game was finished by both"
        if self.p_value <= _ALPHA:
            better, worse = self.names if counts.difference > 0 else self.names[::-1]
            return f"{better} wins more games than {worse}, by {gap} on these boards"
        if counts.difference == 0:
            return f"no difference was seen in {counts.games:,} games"
        needed = int(7.85 * counts.discordant / counts.games / counts.difference**2)
        return (
            f"not decided: {gap} can be chance; to show a difference of this size "
            f"takes about {max(needed, counts.games):,} games"
        )

    def json(self) -> str:
        contest, counts = self.run.match.contests[0], self.counts
        low, high = self.interval
        form: dict[str, Any] = {
            "a": self.names[0],
            "b": self.names[1],
            "level": contest.level.name,
            "first_click": str(contest.first_click),
            "seed": contest.seed,
            "board_seed": contest.board_seed,
            "sealed": contest.sealed,
            "secret": next((each.secret for each in self.run.match.contests if each.secret), None),
            "games": counts.games,
            "wins_a": counts.wins_a,
            "wins_b": counts.wins_b,
            "both": counts.both,
            "only_a": counts.only_a,
            "only_b": counts.only_b,
            "difference": counts.difference,
            "low": low,
            "high": high,
            "p_value": self.p_value,
            "sequential": self.watched,
            "stopped_early": counts.games < self.run.match.games and not self.run.interrupted,
            "adjusted": None if self.adjusted is None else asdict(self.adjusted),
            "verdict": self.verdict,
            "failures_a": failures_form(self.run.tallies[0]),
            "failures_b": failures_form(self.run.tallies[1]),
            "false_certain_a": self.run.tallies[0].false_certain,
            "false_certain_b": self.run.tallies[1].false_certain,
        }
        return json.dumps(form, indent=2)

    def text(self) -> str:
        lines = [*(self._results() if self.counts.games else []), f"verdict: {self.verdict}"]
        return "\n".join(map(one_line_kept, [*lines, *self.run.notes()]))

    def _results(self) -> list[str]:
        contest, counts = self.run.match.contests[0], self.counts
        low, high = self.interval
        neither = counts.games - counts.both - counts.discordant
        rates = [
            f"{letter}  {wins:>9,} won  {rate(wins / counts.games):>8}  {name}"
            for letter, wins, name in zip(
                "AB", (counts.wins_a, counts.wins_b), self.names, strict=True
            )
        ]
        checked = ", valid at every check" if self.watched else ""
        return [
            f"{counts.games:,} games of {contest.level.name}, first click "
            f"{contest.first_click}, seed {contest.seed}, the same boards for both",
            *rates,
            f"both won {counts.both:,}, only A {counts.only_a:,}, only B {counts.only_b:,}, "
            f"neither {neither:,}",
            f"A − B: {points(counts.difference, signed=True)} points, 95 % interval "
            f"{points(low, signed=True)} to {points(high, signed=True)}, "
            f"p = {self.p_value:.3g}{checked}",
            *self._adjusted_lines(),
        ]

    def _adjusted_lines(self) -> list[str]:
        if self.adjusted is None:
            return []
        low, high = self.adjusted.interval
        return [
            f"without known luck: {points(self.adjusted.difference, signed=True)} points, 95 % "
            f"interval {points(low, signed=True)} to {points(high, signed=True)}, standard error "
            f"{points(self.adjusted.error)}"
        ]


def one_line_kept(line: str) -> str:
    """Keep the columns of a line, but no control characters."""
    return line if line.isprintable() else one_line(line)
