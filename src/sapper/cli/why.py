"""sapper why: why a cell of a position is certain, or how risky it is."""

from __future__ import annotations

import json as json_module
from typing import Annotated, Any

import typer

from sapper.advice import Advice, Proof, advise
from sapper.cli.board_file import (
    NumberedLevelOption,
    PositionArgument,
    WhichOption,
    read_position_file,
)
from sapper.cli.candidates import table
from sapper.cli.console import (
    CELL_HELP,
    AsciiOption,
    ExitCode,
    JsonOption,
    only_ascii,
    read_cell,
    wants_colour,
    with_exit_code,
)
from sapper.cli.paragraphs import wrapped
from sapper.formatting import at, joined, understood
from sapper.knowledge import NotCertain
from sapper.rules.board import Cell
from sapper.rules.rendering import Sign, render_text
from sapper.rules.view import View

HELP = """\
The position is written as for sapper solve. The picture shows the clues that the reason needs
in [brackets], and the cell as safe (+ or a tick) or a mine (* or a star). None of those clues
can be left out. Flags prove nothing.

Exit code: 0 if the cell is certain, 1 if it is a guess, 2 for bad input.

\b
Examples:
  sapper why position.txt C4
  printf '3x2/1\\n1 1 .\\n# 1 .\\n' | sapper why - A2
  sapper why --json position.txt C4
"""


@with_exit_code
def run(
    file: PositionArgument,
    cell: Annotated[str, typer.Argument(metavar="CELL", help=f"The cell, {CELL_HELP}.")],
    game: WhichOption = None,
    level: NumberedLevelOption = None,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    view = read_position_file(file, level, game)
    place = read_cell(cell, view.board)
    advice = advise(view)
    try:
        proof = advice.proof(place)
    except NotCertain:
        answer = _unsure(advice, place)
        text = "\n".join([wrapped(answer["text"]), *table(advice.candidates)])
        print(json_module.dumps(answer) if json else with_name(cell, place, text))
        return ExitCode.LOST
    if json:
        print(json_module.dumps(as_json(proof)))
    else:
        print(with_name(cell, place, as_text(view, proof, only_ascii(ascii))))
    return ExitCode.DONE


def with_name(typed: str, cell: Cell, text: str) -> str:
    """Say before a text which cell was understood, unless that is plain from it."""
    return "\n".join(filter(None, [typed and understood(typed, cell), text]))


def as_json(proof: Proof) -> dict[str, Any]:
    """Return the proof; its tier is None if no technique is known for it."""
    reason = proof.reason
    return {
        "cell": proof.cell,
        "certain": True,
        "mine": proof.is_mine,
        "tier": None if reason is None else str(reason.tier),
        "clues": proof.clues,
        "cells": proof.cells,
        "uses_mine_count": reason is not None and reason.uses_mine_count,
        "minimal": reason is not None and reason.is_minimal,
        "steps": [step.to_json() for step in proof.steps],
        "text": proof.text,
    }


def as_text(view: View, proof: Proof, ascii_only: bool) -> str:
    signs = dict.fromkeys(proof.clues, Sign.CHOSEN)
    signs[proof.cell] = Sign.MINE if proof.is_mine else Sign.SAFE
    picture = render_text(view, colour=wants_colour(), ascii_only=ascii_only, signs=signs)
    return f"{picture}\n\n{in_steps(proof)}"


def in_steps(*proofs: Proof) -> str:
    """Write the cells that the first proof covers, the technique, and its reason in steps."""
    cells = joined(map(at, sorted(proof.cell for proof in proofs)))
    reason = proofs[0].reason
    technique = "" if reason is None else f" ({reason.tier})"
    return f"{cells}{technique}\n{wrapped(proofs[0].text, '  ')}"


def _unsure(advice: Advice, cell: Cell) -> dict[str, Any]:
    text, risk = advice.describe(cell), float(advice.risk[cell])
    candidates = [each._asdict() for each in advice.candidates]
    return {
        "cell": cell,
        "certain": False,
        "risk": risk,
        "chance": advice.chance_of([cell]),
        "candidates": candidates,
        "text": text,
    }
