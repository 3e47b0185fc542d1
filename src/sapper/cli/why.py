"""sapper why: the reason behind a cell of a position, or what can be said where it is a guess."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.cli.console import (
    AsciiOption,
    ExitCode,
    JsonOption,
    answering,
    only_ascii,
    read_cell,
    read_text,
    wants_colour,
)
from sapper.engine import analyse
from sapper.knowledge import NotCertain, Reason, Unexplained, explain
from sapper.players.guessing import explain_guess
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.exchange import read_position
from sapper.rules.picture import Sign, text_picture
from sapper.rules.view import View
from sapper.words import at

HELP = """Tell why a cell of a position is safe or a mine, by the easiest technique there is.

The position is written as for sapper solve. The picture shows the clues that the reason needs
in [brackets], and the cell as safe (+ or a tick) or a mine (* or a star). None of those clues
can be left out. Flags prove nothing.

Exit code: 0 if the cell is certain, 1 if it is a guess, 2 for bad input.

\b
Examples:
  sapper why position.txt 3,4
  printf '3x2/1\\n1 1 .\\n# 1 .\\n' | sapper why - 1,0
  sapper why --json position.txt 3,4
"""

_STDIN = Path("-")


@answering
def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The position; - is the standard input.")
    ],
    cell: Annotated[str, typer.Argument(metavar="CELL", help="ROW,COLUMN, counted from 0.")],
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    view = read_position(read_text(None if file == _STDIN else file))
    asked = read_cell(cell, view.board)
    try:
        reason = explain(view, asked)
    except (NotCertain, Unexplained) as error:
        told = _guess(view, asked, error)
        print(json_module.dumps(told) if json else told["text"])
        return ExitCode.LOST
    print(json_module.dumps(as_json(reason)) if json else as_text(view, reason, only_ascii(ascii)))
    return ExitCode.DONE


def as_json(reason: Reason) -> dict[str, Any]:
    return {
        "cell": reason.cell,
        "certain": True,
        "mine": reason.is_mine,
        "tier": str(reason.tier),
        "clues": reason.clues,
        "cells": reason.cells,
        "uses_mine_count": reason.uses_mine_count,
        "minimal": reason.is_minimal,
        "steps": [step.text for step in reason.steps],
        "text": reason.text,
    }


def as_text(view: View, reason: Reason, ascii_only: bool) -> str:
    signs = dict.fromkeys(reason.clues, Sign.CHOSEN)
    signs[reason.cell] = Sign.MINE if reason.is_mine else Sign.SAFE
    picture = text_picture(view, colour=wants_colour(), ascii_only=ascii_only, signs=signs)
    return f"{picture}\n\n{in_steps(reason)}"


def in_steps(reason: Reason) -> str:
    """Tell the verdict and the technique, then the steps, a line each."""
    verdict = f"{at(reason.cell)} is {'a mine' if reason.is_mine else 'safe'}, {reason.technique}:"
    steps = [f"  {_sentence(step.text)}" for step in reason.steps]
    spare = [] if reason.is_minimal else ["  Perhaps not all of these clues are needed."]
    return "\n".join([verdict, *steps, *spare])


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _guess(view: View, cell: Cell, error: Exception) -> dict[str, Any]:
    analysis = analyse(view, density=ASSUMED_DENSITY)
    move = Move(cell, False, "asked for", risk=float(analysis.risk[cell]))
    text = f"{_sentence(str(error))}\n{_sentence(explain_guess(view, move))}"
    return {"cell": cell, "certain": False, "risk": move.risk, "text": text}
