"""The command `sapper`: one small file per command; all decisions are made in other packages."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from sapper import words
from sapper.cli import (
    assist,
    bench,
    console,
    dataset,
    duel,
    engine,
    grade,
    metrics,
    new,
    play,
    review,
    solve,
    watch,
    why,
)

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

app.command("play", help=play.HELP)(play.run)
app.command("watch", help=watch.HELP)(watch.run)
app.command("assist", help=assist.HELP)(assist.run)
app.command("solve", help=solve.HELP)(solve.run)
app.command("why", help=why.HELP)(why.run)
app.command("new", help=new.HELP)(new.run)
app.command("grade", help=grade.HELP)(grade.run)
app.command("metrics", help=metrics.HELP)(metrics.run)
app.command("review", help=review.HELP)(review.run)
app.command("bench", help=bench.HELP)(bench.run)
app.command("duel", help=duel.HELP)(duel.run)
app.command("dataset", help=dataset.HELP)(dataset.run)
app.command("engine", help=engine.HELP)(engine.run)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {version('sapper')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _sapper(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    cells: Annotated[
        words.Notation,
        typer.Option(
            envvar="SAPPER_CELLS",
            help="Write cells as names such as C4, or as pairs (row,column) from 0.",
        ),
    ] = words.Notation.NAMES,
) -> None:
    """Play, solve and help with Minesweeper.

    Cells have names as in a spreadsheet: C4 is in column C and row 4, as on the edges of each
    picture. Wherever you type a cell, a row and a column from 0 will do too: 3,2 is C4.
    A level is beginner, intermediate, expert, or WIDTHxHEIGHT/MINES such as 30x16/99.
    """
    context.with_resource(words.written_as(cells))
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(console.run(app))
