"""Reading boards, positions and games for the commands that work on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from sapper.cli import completion
from sapper.cli.console import advising, as_text, read_bytes
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.file_formats import read_mbf
from sapper.rules.reading import BoardForm, LevelNeeded, read_boards, read_positions
from sapper.rules.view import View

# how such files begin
_PARQUET: Final = b"PAR1"
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")  # as PowerShell writes what is sent to a file
_ADVICE: Final[dict[type[SapperError], str]] = {LevelNeeded: " with --level"}
_T = TypeVar("_T")

BoardArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The boards or games; - is the standard input.")
]
PositionArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The position; - is the standard input.")
]
NumberedLevelOption = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        help="Level of boards given as lines of numbers.",
        autocompletion=completion.levels,
    ),
]
WhichOption = Annotated[
    int | None,
    typer.Option("--game", metavar="N", help="Number of the item in a file of several, from 1."),
]


def read_board_file(file: Path, level: str | None = None) -> list[BoardForm]:
    """Read boards in any form, or played games; MBF is recognised by its name or its bytes."""
    return boards_in(read_bytes(file), file, level)


@advising(_ADVICE)
def boards_in(data: bytes, file: Path, level: str | None) -> list[BoardForm]:
    """Read the boards in the bytes of a file."""
    if file.suffix == ".mbf":
        return [read_mbf(data)]
    return read_boards(_plain(data, file), _level(level))


@advising(_ADVICE)
def read_position_file(file: Path, level: str | None = None, number: int | None = None) -> View:
    """Read a position in any form; that of a board is the one after its first click."""
    data = read_bytes(file)
    return chosen(read_positions(_plain(data, file), _level(level)), number)


def chosen(things: Sequence[_T], number: int | None) -> _T:
    """Return the one with this number, from 1 on; if there are several, it must be given."""
    if number is None and len(things) > 1:
        raise SapperError(f"there are {len(things):,} in this file: choose one with --game N")
    place = 1 if number is None else number
    if not 1 <= place <= len(things):
        raise SapperError(f"--game must be from 1 to {len(things):,} here, not {number}")
    return things[place - 1]


def _level(text: str | None) -> Level | None:
    return None if text is None else Level.parse(text)


def _plain(data: bytes, file: Path) -> bytes:
    """Return text as UTF-8, and the ids of a Parquet table; refuse pictures with advice."""
    if data.startswith(_PICTURES):
        raise SapperError(f"{file} is a picture: sapper read reads the position in it")
    if data.startswith(_UTF_16):
        return as_text(data, file, "utf-16").encode()
    return _ids(data, file) if data.startswith(_PARQUET) else data


def _ids(data: bytes, file: Path) -> bytes:
    """Return the ids of a Parquet table, one per line."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise SapperError("Parquet needs pyarrow: pip install pyarrow") from None
    try:
        column = parquet.read_table(pyarrow.BufferReader(data), columns=["id"]).column("id")
    except (pyarrow.ArrowException, KeyError, ValueError) as error:
        raise SapperError(f"{file} is not a table of boards: {error}") from None
    return "\n".join(column.to_pylist()).encode()
