"""sapper solve: show the risks of a position, and its certain cells with their reasons."""

from __future__ import annotations

import json as json_module
import math
import sys
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer

from sapper.advice import Advice, Proof, advise
from sapper.cli import why
from sapper.cli.board_file import (
    NumberedLevelOption,
    PositionArgument,
    WhichOption,
    read_position_file,
)
from sapper.cli.candidates import table
from sapper.cli.console import (
    STDIN,
    AsciiOption,
    ExitCode,
    JsonOption,
    only_ascii,
    terminal_columns,
    wants_colour,
    with_exit_code,
)
from sapper.cli.paragraphs import wrapped
from sapper.cli.risk_picture import certain_signs, risk_picture
from sapper.engine import STEPS
from sapper.formatting import at, counted
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.rendering import Sign

HELP = """\
A position is rows of # (unopened), F (flag), 0 to 8, and . for 0, with an optional first
line WIDTHxHEIGHT/MINES or mines N. Sapper also reads its own pictures and JSON, the signs of other
programs (? - _ H f), sessions of sapper assist, .mine files, and boards from sapper new, which it
opens at the first click. The output shows risks in per cent; + or a tick is safe, * or a star
is a mine, and [brackets] mark the best guess. The reasons are those of sapper why.

Exit code: 0 if some cell is certain, 1 if only a guess is left, 2 for a bad or an
impossible position.

\b
Examples:
  sapper solve position.txt
  printf '3x2/1\\n1 1 .\\n# 1 .\\n' | sapper solve -
  sapper solve --flags trust --density 0.15 position.txt
  sapper solve --json position.txt
"""

_MOST_DIGITS = 15  # of a number of layouts that is written out in full


class FlagsAre(StrEnum):
    TRUST = "trust"
    IGNORE = "ignore"


@with_exit_code
def run(
    file: PositionArgument = STDIN,
    flags: Annotated[
        FlagsAre, typer.Option(help="Treat flags as mines, or check them.")
    ] = FlagsAre.IGNORE,
    density: Annotated[
        float | None,
        typer.Option(
            metavar="D",
            help="The chance of a mine in each cell, if the position does not give its "
            f"mine total.  [default: {ASSUMED_DENSITY}]",
        ),
    ] = None,
    steps: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Work limit; a second is 150 million steps. Sapper estimates the rest and "
            "marks it.",
        ),
    ] = STEPS,
    game: WhichOption = None,
    level: NumberedLevelOption = None,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    if file == STDIN and sys.stdin.isatty():
        print("Type or paste a position, then Ctrl-D on a new line.", file=sys.stderr)
    view = read_position_file(file, level, game)
    if view.mines is not None and density is not None:
        total = counted(view.mines, "mine")
        raise SapperError(f"the position gives its total of {total}: leave --density out")
    assumed = ASSUMED_DENSITY if density is None else density
    advice = advise(view, flags=flags.value, density=assumed, steps=steps)
    answer = json_module.dumps(as_json(advice, assumed)) if json else None
    print(as_text(advice, assumed, only_ascii(ascii)) if answer is None else answer)
    return ExitCode.DONE if _found(advice) or not advice.unsure else ExitCode.LOST


def _found(advice: Advice) -> bool:
    return bool(advice.safe or advice.mines - advice.trusted)


def as_json(advice: Advice, density: float) -> dict[str, Any]:
    """Return the analysis with the best move and all reasons."""
    best = advice.best and {
        "cell": advice.best,
        "certain": advice.certain,
        "risk": 0.0 if advice.certain else float(advice.risk[advice.best]),
        "reason": advice.reason,
    }
    winning = {
        "chance": advice.chance,
        "candidates": [each._asdict() for each in advice.candidates],
    }
    both = [*sorted(advice.safe), *sorted(advice.mines)]
    certainly = {
        "risk": np.where(np.isnan(advice.risk), None, advice.risk).tolist(),  # type: ignore[call-overload]  # its stub knows no objects
        "safe": sorted(advice.safe),
        "mines": sorted(advice.mines),
    }
    assumed = {"density": density if advice.view.mines is None else None}
    reasons = [_reason_json(advice.proof(cell)) for cell in both]
    found = advice.analysis.to_json() | certainly | assumed | winning
    return found | {"best": best, "reasons": reasons}


def _reason_json(proof: Proof) -> dict[str, Any]:
    """Return the reason as `sapper why` has it."""
    form = why.as_json(proof)
    del form["certain"]
    return form | {"reason": form.pop("text")}


def as_text(advice: Advice, density: float, ascii_only: bool) -> str:
    signs = certain_signs(advice)
    if advice.best is not None and not advice.certain:
        signs[advice.best] = Sign.CHOSEN
    drawn = risk_picture(
        advice.view,
        advice.risk,
        signs,
        colour=wants_colour(),
        ascii_only=ascii_only,
        columns=terminal_columns(),
    )
    # the answer comes last: a long list must not scroll it away
    answer = [*_summary(advice), *map(wrapped, _counted(advice, density))]
    return "\n".join([drawn, "", *_cells(advice), *answer])


def _summary(advice: Advice) -> list[str]:
    """Return the number of certain cells, and the advice."""
    safe, mines, unsure = len(advice.safe), len(advice.mines), len(advice.unsure)
    if not safe + mines + unsure:
        return ["Every cell is open: there is nothing to find."]
    trusted = f" ({counted(len(advice.trusted), 'flag')} trusted)" if advice.trusted else ""
    counts = f"{safe} safe, {counted(mines, 'mine')}{trusted}, {unsure} unsure."
    counts = counts if _found(advice) else f"Nothing is certain: {counts}"
    return [counts, _best(advice), *table(advice.candidates)]


def _best(advice: Advice) -> str:
    if advice.best is None:
        return f"There is no cell to open. {advice.reason}"
    if advice.best in advice.safe:  # its reason is in the list
        return f"Open {at(advice.best)}, which is safe."
    best = "" if advice.certain else ", the best guess"
    return wrapped(f"Open {at(advice.best)}{best}. {advice.reason}")


def _counted(advice: Advice, density: float) -> list[str]:
    """Return the basis of the risks."""
    analysis = advice.analysis
    if not advice.unsure:
        return []
    basis = f"{_layouts(advice)} and all risks are exact."
    if not analysis.exact:
        cells = sum(len(part.cells) for part in analysis.components if not part.exact)
        basis = f"The risks of {counted(cells, 'cell')} are estimates: "
        basis += "the exact count would take too long."
    if advice.view.mines is not None:
        return [basis]
    return [basis, f"The mine total is unknown: the risks assume a density of {density:g}."]


def _layouts(advice: Advice) -> str:
    number = advice.analysis.layouts
    if number is not None and number < 10**_MOST_DIGITS:
        return f"{number:,} layouts fit" if number > 1 else "1 layout fits"
    return f"About 10^{advice.analysis.log_layouts / math.log(10):.1f} layouts fit"


def _cells(advice: Advice) -> list[str]:
    wrong = sorted(advice.view.flags & advice.safe)
    flags = [f"The flag at {at(cell)} is wrong." for cell in wrong]
    cells = [*sorted(advice.mines - advice.trusted), *sorted(advice.safe)]
    groups = _grouped([advice.proof(cell) for cell in cells])
    lines = [why.in_steps(*same) for same in groups] + flags
    return [*lines, ""] if lines else []


def _grouped(proofs: list[Proof]) -> list[list[Proof]]:
    """Put the cells that one reason proves together, that reason first.

    A cell does not join a reason by a harder technique than its own.
    """
    left = {proof.cell: proof for proof in proofs}
    order = {cell: place for place, cell in enumerate(left)}
    proved = [_proved_by(proof, left) for proof in proofs]
    groups = []
    for lead, cells in sorted(zip(proofs, proved, strict=True), key=lambda each: -len(each[1])):
        if lead.cell in left:
            groups.append(
                [lead, *(left[cell] for cell in cells if cell in left and cell != lead.cell)]
            )
            for proof in groups[-1]:
                del left[proof.cell]
    return sorted(groups, key=lambda group: min(order[proof.cell] for proof in group))


def _proved_by(proof: Proof, others: dict[Cell, Proof]) -> list[Cell]:
    """Return the cells, the proof's own among them, that its last step proves alike."""
    follows = proof.reason.steps[-1].follows if proof.reason else None
    if follows is None or follows.mines != (len(follows.cells) if proof.is_mine else 0):
        return [proof.cell]
    alike = [cell for cell in follows.cells if cell in others and _alike(proof, others[cell])]
    return alike if proof.cell in alike else [proof.cell]


def _alike(proof: Proof, other: Proof) -> bool:
    tier = None if other.reason is None else other.reason.tier
    assert proof.reason is not None, "its last step was read"
    return proof.is_mine is other.is_mine and tier == proof.reason.tier
