"""The command `sapper`: one small file per command; all decisions are made in other packages."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

import sapper
from sapper import formatting
from sapper.cli import console

# what each command is for; its module is imported when it is called, so that --help is quick
_SUMMARIES: Final = {
    "play": "Play in the browser, with hints, analysis, review and statistics.",
    "watch": "Watch the AI play a game, with a reason for every move.",
    "assist": "Help with a game in another program.",
    "solve": "Show a position's exact risks and its certain cells with reasons.",
    "why": "Explain why a cell is safe or a mine, by the easiest technique.",
    "read": "Read the position in a picture, and name the safe cells.",
    "new": "Make a board and print it.",
    "grade": "Grade a board by the hardest technique that it needs.",
    "metrics": "Measure how much work a board is: 3BV, openings, islands, ZiNi.",
    "review": "Review a played game: compare every move with the best one.",
    "bench": "Measure players: how often they win, and how fast they play.",
    "duel": "Compare two players on the same boards.",
    "dataset": "Write a data set: positions of played games with exact risks.",
    "engine": "Speak the line protocol on standard input and output.",
}
_CONTEXT: Final = {"help_option_names": ["-h", "--help"]}


class _Deferred(TyperCommand):
    """A command in the list of commands; it becomes the real one when it is called."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Import the command and let it read its arguments."""
        return _load(str(self.name)).make_context(info_name, args, parent, **extra)


class _Commands(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, summary in _SUMMARIES.items():
            self.add_command(_Deferred(name, help=summary))


def _new_app(**settings: Any) -> typer.Typer:
    return typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=dict(_CONTEXT),
        **settings,
    )


def _load(name: str) -> Any:
    command = import_module(f"{__name__}.{name}")
    alone = _new_app(add_completion=False)
    text = f"{_SUMMARIES[name]}\n\n{command.HELP}"
    alone.command(name, help=text, context_settings=dict(_CONTEXT))(command.run)
    return typer.main.get_command(alone)


app = _new_app(cls=_Commands)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"sapper {sapper.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _sapper(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    cells: Annotated[
        formatting.Notation,
        typer.Option(
            envvar="SAPPER_CELLS",
            help="Write cells as names such as C4, or as pairs (row,column) from 0.",
        ),
    ] = formatting.Notation.NAMES,
) -> None:
    """Play, solve and help with Minesweeper.

    Cells have names as in a spreadsheet: C4 is in column C and row 4, as on the edges of each
    picture. Wherever you type a cell, a row and a column from 0 will do too: 3,2 is C4.
    A level is beginner, intermediate, expert, or WIDTHxHEIGHT/MINES such as 30x16/99.
    """
    context.with_resource(formatting.written_as(cells))
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(console.run(app))
