"""Boards and games as the commands about them read them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.cli.console import read_bytes, read_text
from sapper.rules.board import Layout
from sapper.rules.exchange import read_board, read_mbf
from sapper.rules.game import Game

STDIN: Final = Path("-")

BoardArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The board or game; - is the standard input.")
]


def read_board_file(file: Path) -> Layout | Game:
    """Read a layout in any form, or a played game."""
    if file.suffix == ".mbf":
        return read_mbf(read_bytes(file))
    return read_board(read_text(None if file == STDIN else file))
