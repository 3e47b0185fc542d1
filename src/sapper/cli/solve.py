"""sapper solve: a position in; risks, and the certain cells with their reasons, out."""

from __future__ import annotations

import json as json_module
import math
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from sapper.cli import why
from sapper.cli.certain import Certain
from sapper.cli.console import (
    AsciiOption,
    ExitCode,
    JsonOption,
    answering,
    only_ascii,
    read_text,
    terminal_columns,
    wants_colour,
)
from sapper.cli.risk_picture import risk_picture
from sapper.engine import SECONDS
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.exchange import read_position
from sapper.rules.picture import Sign
from sapper.words import at, counted

HELP = """Tell the exact risk of every cell of a position, and what is certain and why.

A position is rows of # (unopened), F (flag), 0 to 8, and . for 0, with an optional first
line WIDTHxHEIGHT/MINES or mines N. Sapper's JSON and .mine files are read too. The picture
shows risks in per cent; + or a tick is safe, * or a star is a mine, and [brackets] are the
best guess. Reasons are those of sapper why.

Exit code: 0 if some cell is certain, 1 if only a guess is left, 2 for a bad or an
impossible position.

\b
Examples:
  sapper solve position.txt
  printf '3x2/1\\n1 1 .\\n# 1 .\\n' | sapper solve -
  sapper solve --flags trust --density 0.15 position.txt
  sapper solve --json position.txt
"""

_STDIN = Path("-")
_MOST_DIGITS = 15  # of a number of layouts that is written out for people


class FlagsAre(StrEnum):
    TRUST = "trust"
    IGNORE = "ignore"


@answering
def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The position; - is the standard input.")
    ] = _STDIN,
    flags: Annotated[
        FlagsAre, typer.Option(help="Take flags for mines, or check them.")
    ] = FlagsAre.IGNORE,
    density: Annotated[
        float | None,
        typer.Option(
            metavar="D",
            help="The chance of a mine in each cell, for a position that does not tell its "
            f"mine total.  [default: {ASSUMED_DENSITY}]",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="What takes longer is estimated, and says so.")
    ] = SECONDS,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    if file == _STDIN and sys.stdin.isatty():
        print("Type or paste a position, then Ctrl-D on a line of its own.", file=sys.stderr)
    view = read_position(read_text(None if file == _STDIN else file))
    if view.mines is not None and density is not None:
        total = counted(view.mines, "mine")
        raise SapperError(f"the position tells its total of {total}: leave --density out")
    assumed = ASSUMED_DENSITY if density is None else density
    certain = Certain(view, flags=flags.value, density=assumed, seconds=seconds)
    answer = json_module.dumps(as_json(certain, assumed)) if json else None
    print(as_text(certain, assumed, only_ascii(ascii)) if answer is None else answer)
    return ExitCode.DONE if _found(certain) or not certain.unsure else ExitCode.LOST


def _found(certain: Certain) -> bool:
    return bool(certain.safe or certain.mines.keys() - certain.trusted)


def as_json(certain: Certain, density: float) -> dict[str, Any]:
    """Return the analysis, and with it the best move and all reasons."""
    data, move = certain.analysis.to_json(), certain.best_move()
    best = move and {
        "cell": move.cell,
        "certain": move.certain,
        "risk": move.risk,
        "reason": move.reason if move.certain else certain.told_guess(move),
    }
    both = [*sorted(certain.safe), *sorted(certain.mines)]
    reasons = [_reason_json(certain, cell) for cell in both]
    certainly = {
        "risk": np.where(np.isnan(certain.risk), None, certain.risk).tolist(),  # type: ignore[call-overload]  # its stub knows no objects
        "safe": sorted(certain.safe),
        "mines": sorted(certain.mines),
    }
    assumed = {"density": density if certain.view.mines is None else None}
    return data | certainly | assumed | {"best": best, "reasons": reasons}


def _reason_json(certain: Certain, cell: Cell) -> dict[str, Any]:
    """Return the reason as `sapper why` has it; without tier and clues where that has none."""
    reason, is_mine = certain.reason(cell), cell in certain.mines
    told = {
        "cell": cell,
        "mine": is_mine,
        "reason": (certain.mines if is_mine else certain.safe)[cell],
    }
    if reason is None:
        return told | {"tier": None, "clues": None, "steps": None}
    form = why.as_json(reason)
    return told | {
        name: form[name]
        for name in ("tier", "clues", "cells", "uses_mine_count", "minimal", "steps")
    }


def as_text(certain: Certain, density: float, ascii_only: bool) -> str:
    move, signs = certain.best_move(), certain.signs
    if move is not None and not move.certain:
        signs[move.cell] = Sign.CHOSEN
    drawn = risk_picture(
        certain.view,
        certain.risk,
        signs,
        colour=wants_colour(),
        ascii_only=ascii_only,
        columns=terminal_columns(),
    )
    # the answer comes last: a long list must not scroll it away
    told = [*_summary(certain), *_counted(certain, density)]
    return "\n".join([*_cells(certain), drawn, "", *told])


def _summary(certain: Certain) -> list[str]:
    """Tell how much is certain, and what to do."""
    safe, mines, unsure = len(certain.safe), len(certain.mines), len(certain.unsure)
    if not safe + mines + unsure:
        return ["Every cell is open: there is nothing to find."]
    trusted = f" ({counted(len(certain.trusted), 'flag')} trusted)" if certain.trusted else ""
    told = f"{safe} safe, {counted(mines, 'mine')}{trusted}, {unsure} unsure."
    return [told if _found(certain) else f"Nothing is certain: {told}", _advice(certain)]


def _advice(certain: Certain) -> str:
    move = certain.best_move()
    if move is None:
        return "There is no cell to open: each is a mine or has a flag."
    if move.cell in certain.safe:
        return f"Open {at(move.cell)}, it is {certain.told(move.cell)}."
    if move.certain:
        return f"Open {at(move.cell)}, it is safe: {move.reason}."
    return f"Open {at(move.cell)}, the best guess: {certain.told_guess(move)}."


def _counted(certain: Certain, density: float) -> list[str]:
    """Tell what the risks rest on."""
    analysis = certain.analysis
    if not certain.unsure:
        return []
    told = f"{_layouts(certain)} and all risks are exact."
    if not analysis.exact:
        cells = sum(len(part.cells) for part in analysis.components if not part.exact)
        told = f"The risks of {counted(cells, 'cell')} are estimates: "
        told += "the exact count would take too long."
    if certain.view.mines is not None:
        return [told]
    return [told, f"The mine total is unknown: the risks assume a density of {density:g}."]


def _layouts(certain: Certain) -> str:
    number = certain.analysis.layouts
    if number is not None and number < 10**_MOST_DIGITS:
        return f"{number:,} layouts fit" if number > 1 else "1 layout fits"
    return f"About 10^{certain.analysis.log_layouts / math.log(10):.1f} layouts fit"


def _cells(certain: Certain) -> list[str]:
    wrong = sorted(certain.view.flags & certain.safe.keys())
    flags = [f"The flag at {at(cell)} is wrong." for cell in wrong]
    cells = [*sorted(certain.mines.keys() - certain.trusted), *sorted(certain.safe)]
    lines = [f"{at(cell)} is {certain.told(cell)}" for cell in cells] + flags
    return [*lines, ""] if lines else []
