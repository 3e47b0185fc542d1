"""sapper read: the position in a picture of any program, and its safe cells."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from sapper.advice import advise
from sapper.cli import solve
from sapper.cli.console import (
    AsciiOption,
    ExitCode,
    JsonOption,
    only_ascii,
    print_error,
    read_bytes,
    reason,
    wants_colour,
    with_exit_code,
)
from sapper.formatting import at, counted, joined
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.errors import SapperError
from sapper.rules.notation import write_view
from sapper.rules.rendering import render_text
from sapper.vision import Reading, read_screenshot
from sapper.vision.legend import LegendEntry, SavedLegend, read_meaning
from sapper.web.store.folder import looks_file

HELP = """\
The picture may be a screenshot of any program in any skin: PNG, JPEG, WebP and others; - is the
standard input. Sapper finds the board. The legend lists each look of a cell with its
meaning. Sapper asks about anything doubtful: correct a look with --legend, and all its cells
follow; what you say is remembered for pictures of that program. Finished games, animations,
pictures without a board and boards with something over their cells are refused.
Without --mines, the usual total of a standard size is taken; for other sizes it stays unknown.
With --text, only the position is printed, as sapper solve and sapper why read it.

Exit code: 0 if the position was read, 1 if Sapper asks about something, 2 if it was refused.

\b
Examples:
  sapper read shot.png
  sapper read shot.png --mines 99 --legend 3=flag --legend 5=7
  sapper read --text shot.png | sapper why - C4
"""


@with_exit_code
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The picture; - is the input.")],
    mines: Annotated[int | None, typer.Option(metavar="N", help="The mine total.")] = None,
    legend: Annotated[
        list[str] | None,
        typer.Option(metavar="LOOK=MEANING", help="What a look means: 0 to 8, unopened or flag."),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print only the position.")] = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Ignore corrections saved from other pictures.")
    ] = False,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    if json and text:
        raise SapperError("--json and --text are two forms of the answer: leave one out")
    memory = SavedLegend() if forget else remembered()
    reading = read_screenshot(read_bytes(file), mines=mines, memory=memory)
    if meanings := dict(map(_correction, legend or [])):
        reading = reading.corrected(meanings)
        _remember([reading.looks[number] for number in meanings])
    if json:
        print(json_module.dumps(reading.to_json()))
    elif text:
        _print_position(reading)
    else:
        _print_reading(reading, only_ascii(ascii))
    return ExitCode.DONE if reading.accepted else ExitCode.LOST


def remembered() -> SavedLegend:
    """Return the saved corrections; if they cannot be read, say so and go on without them."""
    try:
        return SavedLegend.load(looks_file())
    except OSError as error:
        print_error(f"corrections saved from other pictures are not used: {reason(error)}")
        return SavedLegend()


def _remember(looks: Iterable[LegendEntry]) -> None:
    """Save the meanings of looks for other pictures; print a note if that fails."""
    memory = remembered()  # also with --forget: what is kept there stays
    for look in looks:
        memory.add(look)
    try:
        memory.save(looks_file())
    except (OSError, SapperError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        print_error(f"this is not kept for other pictures: {why}")


def _correction(text: str) -> tuple[int, int]:
    """Read a look's number in the legend, from 1, and its meaning: 3=flag."""
    number, sign, meaning = text.partition("=")
    if not sign or not number.strip().isdecimal():
        raise SapperError(f"--legend takes a look's number and its meaning: 3=flag, not {text!r}")
    return int(number) - 1, read_meaning(meaning)


def _print_position(reading: Reading) -> None:
    if not reading.accepted:
        for line in _asked(reading):
            print_error(line)
        raise SapperError("the position is doubtful: correct the legend first")
    print(write_view(reading.view))


def _print_reading(reading: Reading, ascii_only: bool) -> None:
    """Print the position and its legend, then the doubts or the safe cells."""
    view = reading.view
    print(f"{view.width}x{view.height}, {_total(reading)}")
    print("\n".join(_legend(reading)), end="\n\n")
    if reading.accepted:
        advice = advise(view)
        print(solve.as_text(advice, ASSUMED_DENSITY, ascii_only))
        return
    print(render_text(view, colour=wants_colour(), ascii_only=ascii_only), end="\n\n")
    print("\n".join(_asked(reading)))
    sys.stdout.flush()
    print_error("correct a look with --legend NUMBER=MEANING, such as --legend 3=flag")


def _total(reading: Reading) -> str:
    total = reading.view.mines
    if total is None:
        return "mine total unknown (give it with --mines)"
    guessed = ", the usual number for this size" if reading.mines_guessed else ""
    return f"{counted(total, 'mine')}{guessed}"


def _legend(reading: Reading) -> list[str]:
    lines = []
    for number, look in enumerate(reading.looks, 1):
        doubt = "" if look.sure else "?"
        where = joined([at(cell) for cell in look.cells[:3]])
        more = f" and {len(look.cells) - 3} more" if len(look.cells) > 3 else ""
        lines.append(f"look {number:>2}: {look.name + doubt:<10} {where}{more}")
    return lines


def _asked(reading: Reading) -> list[str]:
    questions = []
    for doubt in reading.doubts:
        about = "" if doubt.look is None else f"look {doubt.look + 1}: "
        questions.append(f"{about}{doubt}")
    return questions
