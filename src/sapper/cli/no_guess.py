"""The options of `sapper new --no-guess`, and its boards with a progress bar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sapper.batch.boards import Method
from sapper.boards.generate import ATTEMPTS, NoGuessBoard, generate_many
from sapper.cli import completion
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell, Level
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.view import FirstClick


def _technique(text: str) -> Tier:
    """Read a technique as it is typed or as it is printed: mine-count, "mine count"."""
    tiers = {str(tier).replace(" ", "-"): tier for tier in Tier}
    found = tiers.get(text.lower().replace(" ", "-"))
    if found is None:
        raise typer.BadParameter(f"{text!r:.40} is not a technique: use {', '.join(tiers)}")
    return found


NoGuessOption = Annotated[
    bool,
    typer.Option("--no-guess", help="Make boards that certain moves solve from the first click."),
]
GradeOption = Annotated[
    Tier | None,
    typer.Option(
        parser=_technique,
        metavar="TECHNIQUE",
        help="Hardest technique that a board must need: one-clue, subset, overlap, chain, "
        "cases or mine-count.",
        autocompletion=completion.techniques,
    ),
]
HardestOption = Annotated[
    Tier | None,
    typer.Option(
        parser=_technique,
        metavar="TECHNIQUE",
        help="Hardest technique that a board may need.  [default: mine-count]",
        autocompletion=completion.techniques,
    ),
]
MethodOption = Annotated[
    Method | None,
    typer.Option(
        help="uniform makes each solvable board equally likely; repair also makes dense boards, "
        "but not equally likely.  [default: uniform]"
    ),
]
NoCountOption = Annotated[
    bool, typer.Option("--no-count-mines", help="Make boards that never need the mine total.")
]
AttemptsOption = Annotated[
    int | None,
    typer.Option(metavar="N", help=f"Attempts per board.  [default: {ATTEMPTS}]"),
]
ThreadsOption = Annotated[
    int | None, typer.Option(metavar="N", help="Boards to make in parallel.  [default: 1]")
]


@dataclass(frozen=True)
class NoGuessOptions:
    """The options that only make sense with --no-guess; None or False if not given."""

    grade: Tier | None
    hardest: Tier | None
    method: Method | None
    no_count: bool
    attempts: int | None
    threads: int | None

    def check_unused(self) -> None:
        """Refuse options that would have no effect."""
        given = {
            "--grade": self.grade,
            "--hardest": self.hardest,
            "--method": self.method,
            "--no-count-mines": self.no_count or None,
            "--attempts": self.attempts,
            "--threads": self.threads,
        }
        for option, value in given.items():
            if value is not None:
                raise SapperError(f"{option} is for boards without guessing: add --no-guess")

    def boards(
        self, level: Level, seed: int, numbers: range, rule: FirstClick, first: Cell
    ) -> Iterator[NoGuessBoard]:
        """Begin to make the boards; raise SapperError at once for an impossible request."""
        if self.no_count and self.grade is Tier.MINE_COUNT:
            raise SapperError("--grade mine-count contradicts --no-count-mines: leave one out")
        return generate_many(
            level,
            count=numbers.stop - numbers.start,
            threads=1 if self.threads is None else self.threads,
            first=first,
            seed=seed,
            method=self.method or "uniform",
            hardest=self.hardest or Tier.MINE_COUNT,
            grade=self.grade,
            count_mines=not self.no_count,
            first_click=rule,
            index=numbers.start,
            attempts=ATTEMPTS if self.attempts is None else self.attempts,
        )


def watched(boards: Iterator[NoGuessBoard], count: int) -> Iterator[Game]:
    """Yield the games on boards, with a progress bar if stderr is a terminal."""
    console = Console(stderr=True)
    columns = TextColumn("boards"), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not console.is_terminal or count == 1
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        for board in bar.track(boards, total=count):
            yield board.game()
