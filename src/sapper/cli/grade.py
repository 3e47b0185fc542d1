"""sapper grade: measure how hard a board is for a person who does not guess."""

from __future__ import annotations

import json as json_module
from typing import Annotated, Any

import typer

from sapper.boards.grade import Grade, grade
from sapper.cli.board_file import BoardArgument, NumberedLevelOption, read_board_file
from sapper.cli.console import (
    CELL_HELP,
    FIRST_HELP,
    STDIN,
    ExitCode,
    JsonOption,
    read_cell,
    with_exit_code,
)
from sapper.cli.why import with_name
from sapper.formatting import at, counted, share
from sapper.rules.board import Cell, Layout
from sapper.rules.errors import SapperError
from sapper.rules.game import Game

HELP = """\
FILE is whatever sapper new writes (pictures, rows of * and ., ids, JSON, .mbf, CSV, Parquet, lines
of numbers with --level), or games in JSON. Several boards get a line each, with --json an object
on each line. A board is cleared from the first cell by certain moves alone, each time with the
easiest technique that proves anything.
The difficulty is the hardest tier, 1 to 6, plus a fraction for how often it is needed; from 7 on,
the board needs a guess.

Exit code: 0 if no guess is needed, 1 if some board needs one, 2 for bad input.

\b
Examples:
  sapper new --no-guess --grade overlap --first P9 | sapper grade
  sapper grade board.txt --first E5
  sapper grade --json game.json
  sapper new --level beginner --count 100 --format json | sapper grade --json
"""


@with_exit_code
def run(
    file: BoardArgument = STDIN,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="CELL",
            help=f"{FIRST_HELP}, {CELL_HELP}.  [default: as in the file]",
        ),
    ] = None,
    level: NumberedLevelOption = None,
    json: JsonOption = False,
) -> ExitCode:
    boards = read_board_file(file, level)
    tell = _as_line if len(boards) > 1 else _as_text
    solvable = True
    for number, board in enumerate(boards):
        start = _start(board, first)
        found = grade(board, start)
        text = with_name("" if first is None or number else first, start, tell(found, start))
        print(json_module.dumps(_as_json(found, start)) if json else text)
        solvable = solvable and found.solvable
    return ExitCode.DONE if solvable else ExitCode.LOST


def _start(board: Layout | Game, first: str | None) -> Cell:
    if first is not None:
        return read_cell(first, board.board)
    start = None if isinstance(board, Layout) else board.start or board.first
    if start is None:
        raise SapperError("the board does not say where it begins: use --first CELL")
    return start


def _as_json(found: Grade, start: Cell) -> dict[str, Any]:
    return {
        "first": start,
        "solvable": found.solvable,
        "solved": found.solved,
        "hardest": None if found.hardest is None else str(found.hardest),
        "difficulty": found.difficulty,
        "rounds": {str(tier): number for tier, number in sorted(found.rounds.items())},
        "cells": {str(tier): number for tier, number in sorted(found.cells.items())},
    }


def _as_line(found: Grade, start: Cell) -> str:
    hardest = "nothing to prove" if found.hardest is None else str(found.hardest)
    end = hardest if found.solvable else f"a guess is needed, {share(found.solved)} opened"
    return f"difficulty {found.difficulty:.2f} from {at(start)}: {end}"


def _as_text(found: Grade, start: Cell) -> str:
    lines = [
        f"{tier!s:<12}{counted(number, 'round'):>12}, {counted(found.cells[tier], 'cell')}"
        for tier, number in sorted(found.rounds.items())
    ]
    end = f"no guess is needed from {at(start)}"
    if not found.solvable:
        end = f"a guess is needed: from {at(start)} certain moves open {share(found.solved)}"
    return "\n".join([*lines, f"difficulty {found.difficulty:.2f}: {end}"])
