"""sapper new: make boards, in any form."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from random import SystemRandom
from typing import Annotated, TypeVar

import typer

from sapper.cli.board_table import as_csv, as_object, as_parquet, first_cell, rows
from sapper.cli.console import (
    CELL_HELP,
    FIRST_HELP,
    SEED_HELP,
    AsciiOption,
    ExitCode,
    LevelOption,
    only_ascii,
    print_error,
    read_first,
    read_level,
    wants_colour,
    with_exit_code,
)
from sapper.cli.no_guess import (
    AttemptsOption,
    GradeOption,
    HardestOption,
    MethodOption,
    NoCountOption,
    NoGuessOption,
    NoGuessOptions,
    ThreadsOption,
    watched,
)
from sapper.files import replacing
from sapper.formatting import at
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import SapperError
from sapper.rules.file_formats import write_mbf
from sapper.rules.first_click import CORNER
from sapper.rules.game import Game
from sapper.rules.notation import Header, layout_rows, view_of, write_layout, write_layout_line
from sapper.rules.reading import FIRST_LINE, ID_LINE
from sapper.rules.rendering import Sign, render_text
from sapper.rules.view import FirstClick
from sapper.signals import deferred

HELP = """\
The same seed and game number always give the same board. Under the first-click rules safe
and zero the mines depend on the first click, which is the corner A1 by default.
Ctrl-C keeps the boards made so far.

With --no-guess, certain moves solve every board from the first click to the end; Sapper
checks this before it prints a board. Start playing at that cell. Techniques, the easiest first:
one-clue, subset, overlap, chain, cases, mine-count.

\b
Examples:
  sapper new --level beginner
  sapper new --level 30x16/99 --seed 42 --first-click zero --first P9
  sapper new --seed 1 --count 1000 --format lines --out boards.txt
  sapper new --level beginner --seed 7 --format mbf --out board.mbf
  sapper new --level beginner --count 100 --details --format csv --out boards.csv
  sapper new --no-guess --first P9
  sapper new --no-guess --level intermediate --grade overlap --format json
  sapper new --no-guess --method repair --level 30x16/150 --count 100 --format lines
"""


class Format(StrEnum):
    PICTURE = "picture"  # for people: mines, numbers, and the board id
    TEXT = "text"  # rows of * and .
    JSON = "json"  # one object per line
    MBF = "mbf"  # bytes
    ID = "id"
    LINES = "lines"  # one layout per line: its mines as row * width + column
    CSV = "csv"  # a table with a row for each board
    PARQUET = "parquet"  # the same table, as bytes


_T = TypeVar("_T")
_BYTES = (Format.MBF, Format.PARQUET)
_MEASURED = (Format.JSON, Format.CSV, Format.PARQUET)


@with_exit_code
def run(
    level: LevelOption = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help=f"{SEED_HELP}  [default: random]")
    ] = None,
    game: Annotated[int, typer.Option(metavar="N", help="Number of the game under its seed.")] = 0,
    first_click: Annotated[
        FirstClick | None,
        typer.Option(help="Guarantee for the first click.  [default: safe; with --no-guess zero]"),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="CELL", help=f"{FIRST_HELP}, {CELL_HELP}.  [default: A1]"),
    ] = None,
    count: Annotated[int, typer.Option(metavar="N", help="Number of consecutive games.")] = 1,
    format: Annotated[
        Format,
        typer.Option(
            help="picture (with the id), text (* and .), json (one per line), mbf (bytes), id, "
            "lines (one board per line: row * width + column of each mine), csv, or parquet."
        ),
    ] = Format.PICTURE,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Add grade, difficulty, techniques, 3BV and openings to json, csv or parquet.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to this file instead of the screen.")
    ] = None,
    ascii: AsciiOption = False,
    no_guess: NoGuessOption = False,
    grade: GradeOption = None,
    hardest: HardestOption = None,
    method: MethodOption = None,
    no_count_mines: NoCountOption = False,
    attempts: AttemptsOption = None,
    threads: ThreadsOption = None,
) -> ExitCode:
    _check(format, count, out, details)
    options = NoGuessOptions(grade, hardest, method, no_count_mines, attempts, threads)
    chosen_seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    size = read_level(level)
    click = CORNER if first is None else read_first(first, size.board)
    numbers = range(game, game + count)
    if no_guess:
        boards = options.boards(size, chosen_seed, numbers, first_click or FirstClick.ZERO, click)
        games = watched(boards, count)
    else:
        options.check_unused()
        games = _games(size, chosen_seed, numbers, first_click or FirstClick.SAFE, click)
    making = _Making()
    pieces = _pieces(games, format, _picture_maker(out, ascii), details, making)
    _write(pieces, out)
    if making.interrupted:
        print_error(f"interrupted: {making.made} of {count} boards were made and are kept")
    return ExitCode.INTERRUPTED if making.interrupted else ExitCode.DONE


class _Making:
    """Boards on their way to the output; Ctrl-C keeps those made so far."""

    def __init__(self) -> None:
        self.made = 0
        self.interrupted = False

    def kept(self, made: Iterable[_T]) -> Iterator[_T]:
        """Yield items until Ctrl-C; a write in progress is finished first."""
        try:
            for each in made:
                with deferred():
                    self.made += 1
                    yield each
        except KeyboardInterrupt:
            if not self.made:
                raise
            self.interrupted = True


def _check(format: Format, count: int, out: Path | None, details: bool) -> None:
    if count < 1:
        raise SapperError(f"--count must be at least 1, not {count}")
    if format is Format.MBF and count > 1:
        raise SapperError("MBF holds one board: use --count 1, or another --format")
    if format in _BYTES and out is None and sys.stdout.isatty():
        name = "MBF" if format is Format.MBF else "Parquet"
        raise SapperError(f"{name} is bytes, not for a terminal: use --out FILE")
    if details and format not in _MEASURED:
        raise SapperError(f"--details is for --format {', '.join(_MEASURED)}")


def _games(
    level: Level, seed: int, numbers: range, rule: FirstClick, first: Cell
) -> Iterator[Game]:
    """Make games with their mines laid."""
    for index in numbers:
        game = Game(level, seed=seed, index=index, first_click=rule)
        if game.layout is None:
            game.open(first)
        yield game


PictureMaker = Callable[[Layout], str]


def _picture_maker(out: Path | None, ascii: bool) -> PictureMaker:
    colour = out is None and wants_colour()
    ascii_only = ascii if out else only_ascii(ascii)
    return lambda layout: _picture(layout, colour, ascii_only)


def _pieces(
    games: Iterator[Game], format: Format, picture: PictureMaker, details: bool, making: _Making
) -> Iterator[bytes]:
    """Write each game; boards of several lines have a blank line between them."""
    match format:
        case Format.CSV:
            return making.kept(as_csv(rows(games, details)))
        case Format.PARQUET:
            return as_parquet(making.kept(rows(games, details)))
        case _:
            return making.kept(_forms(games, format, picture, details))


def _forms(
    games: Iterator[Game], format: Format, picture: PictureMaker, details: bool
) -> Iterator[bytes]:
    gap = b"\n" if format in (Format.PICTURE, Format.TEXT) else b""
    for number, game in enumerate(games):
        yield (gap if number else b"") + _form(game, format, picture, details)


def _form(game: Game, format: Format, picture: PictureMaker, details: bool) -> bytes:
    layout = game.layout
    assert layout is not None, "_games lays the mines"
    match format:
        case Format.MBF:
            return write_mbf(layout)
        case Format.PICTURE:
            start = f"\n{_start(game)}" if game.seed is None else ""
            text = f"{picture(layout)}\n{ID_LINE} {board_id(game)}{start}"
        case Format.TEXT:
            start = "" if first_cell(game) is None else f"; {_start(game)}\n"
            return f"{start}{write_layout(layout)}".encode()
        case Format.JSON:
            text = json.dumps(as_object(game, details))
        case Format.ID:
            text = board_id(game)
        case _:
            text = write_layout_line(layout)
    return f"{text}\n".encode()


def _start(game: Game) -> str:
    """Say where a board begins; here only boards without guessing have no seed."""
    first = first_cell(game)
    assert first is not None
    end = "; no guess is needed from there" if game.seed is None else ""
    return f"{FIRST_LINE} {at(first)}{end}"


def _picture(layout: Layout, colour: bool, ascii_only: bool) -> str:
    numbers = layout.clues().translate(bytes(range(48, 57)) + bytes(247)).decode()
    width = layout.board.width
    rows = [
        "".join(
            "#" if sign == "*" else numbers[row * width + column]
            for column, sign in enumerate(signs)
        )
        for row, signs in enumerate(layout_rows(layout))
    ]
    view = view_of(rows, Header(mines=sum(layout.mask)))
    signs = dict.fromkeys(layout.mines, Sign.MINE)
    return render_text(view, colour=colour, ascii_only=ascii_only, signs=signs)


def _write(pieces: Iterator[bytes], out: Path | None) -> None:
    sys.stdout.flush()
    with nullcontext(sys.stdout.buffer) if out is None else replacing(out) as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
