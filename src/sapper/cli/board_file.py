"""Reading a board or a game for the commands that work on one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.console import as_text, read_bytes
from sapper.rules.board import Layout
from sapper.rules.exchange import read_board, read_mbf
from sapper.rules.game import Game

BoardArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The board or game; - is the standard input.")
]


def read_board_file(file: Path) -> Layout | Game:
    """Read a layout in any form, or a played game; MBF is recognised by its name or its bytes."""
    data = read_bytes(file)
    if file.suffix == ".mbf" or b"\0" in data:
        return read_mbf(data)
    return read_board(as_text(data, file))
