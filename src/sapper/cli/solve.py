"""sapper solve: a position in, the certain cells with their reasons out."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.cli.cells import at, counted
from sapper.cli.certain import Certain
from sapper.cli.console import (
    AsciiOption,
    ExitCode,
    JsonOption,
    answering,
    only_ascii,
    read_text,
    wants_colour,
)
from sapper.rules.board import Cell
from sapper.rules.exchange import read_position
from sapper.rules.picture import Sign, text_picture

HELP = """Find the certain cells of a position, each with its reason.

A position is rows of # (unopened), F (flag), 0 to 8, and . for 0, with an optional first
line WIDTHxHEIGHT/MINES. Sapper's JSON and .mine files are read too. Flags prove nothing:
they are checked. In the picture + or a tick is safe, * or a star is a mine.

Exit code: 0 if some cell is certain, 1 if none is, 2 for a bad or contradictory position.

\b
Examples:
  sapper solve position.txt
  printf '3x2/1\\n1 1 .\\n# 1 .\\n' | sapper solve -
  sapper solve --json position.txt
"""

_STDIN = Path("-")


@answering
def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The position; - is the standard input.")
    ] = _STDIN,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    if file == _STDIN and sys.stdin.isatty():
        print("Type or paste a position, then Ctrl-D on a line of its own.", file=sys.stderr)
    certain = Certain(read_position(read_text(None if file == _STDIN else file)))
    print(json_module.dumps(as_json(certain)) if json else as_text(certain, only_ascii(ascii)))
    return ExitCode.DONE if certain.safe or certain.mines or not certain.unsure else ExitCode.LOST


def as_json(certain: Certain) -> dict[str, Any]:
    def cells(reasons: dict[Cell, str]) -> list[dict[str, Any]]:
        return [{"cell": list(cell), "reason": reasons[cell]} for cell in sorted(reasons)]

    unsure = [list(cell) for cell in certain.unsure]
    return {"safe": cells(certain.safe), "mines": cells(certain.mines), "unsure": unsure}


def as_text(certain: Certain, ascii_only: bool) -> str:
    picture = text_picture(
        certain.view, colour=wants_colour(), ascii_only=ascii_only, signs=_signs(certain)
    )
    wrong = [
        f"The flag at {at(cell)} is wrong."
        for cell in sorted(certain.view.flags & certain.safe.keys())
    ]
    safe = [f"{at(cell)} is safe: {certain.safe[cell]}" for cell in sorted(certain.safe)]
    mines = [f"{at(cell)} is a mine: {certain.mines[cell]}" for cell in sorted(certain.mines)]
    return "\n".join([picture, "", _summary(certain), *wrong, *safe, *mines])


def _signs(certain: Certain) -> dict[Cell, Sign]:
    signs = dict.fromkeys(certain.safe, Sign.SAFE) | dict.fromkeys(certain.mines, Sign.MINE)
    return signs | dict.fromkeys(certain.view.flags & certain.safe.keys(), Sign.WRONG_FLAG)


def _summary(certain: Certain) -> str:
    safe, mines, unsure = len(certain.safe), len(certain.mines), len(certain.unsure)
    if not safe + mines + unsure:
        return "Every cell is open: there is nothing to find."
    if not safe + mines:
        return f"Nothing is certain by these rules: {counted(unsure, 'unopened cell')}, all unsure."
    return f"{safe} safe, {counted(mines, 'mine')}, {unsure} unsure."
