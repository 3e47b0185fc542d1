"""Shared by the commands: exit codes, error messages, terminal capabilities, input."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Final, ParamSpec

import typer

from sapper import formatting, signals
from sapper.cli import completion
from sapper.files import is_unwritable
from sapper.formatting import brief
from sapper.formatting import one_line as one_line  # for the commands
from sapper.rules.board import Board, Cell, Level
from sapper.rules.errors import SapperError

P = ParamSpec("P")
_REPORTED_LINES: Final = 100
_last_input = b""  # what the command has read, for the report of an internal error


class ExitCode(IntEnum):
    DONE = 0  # done, or won
    LOST = 1  # lost or stuck, if that is the answer
    BAD_INPUT = 2
    INTERNAL = 70  # an error in Sapper itself, as sysexits.h counts it
    INTERRUPTED = 130  # Ctrl-C, as shells count it: 128 more than the signal's number
    CLOSED_PIPE = 141  # the reader of the output has left, as shells count it


DEFAULT_LEVEL: Final = "expert"
STDIN: Final = Path("-")
MAX_INPUT: Final = 64_000_000  # bytes; a position of the largest board is far smaller

LEVEL_HELP: Final = (
    f"beginner, intermediate, expert or WIDTHxHEIGHT/MINES.  [default: {DEFAULT_LEVEL}]"
)
LevelOption = Annotated[
    str | None,
    typer.Option("--level", metavar="LEVEL", help=LEVEL_HELP, autocompletion=completion.levels),
]
CELL_HELP: Final = "such as C4, or 3,2 (row,column from 0)"
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")]
FIRST_HELP: Final = "The first click"
SEED_HELP: Final = "Seed; game i of a seed is always the same."
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_PLAIN: Final = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "use a whole number",
    "Input should be a valid number, unable to parse string as a number": "use a number",
    "Input should be": "it should be",
}
# Typer may bundle its own click under a private name; this is its ClickException.
_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[2]


def with_exit_code(command: Callable[P, ExitCode]) -> Callable[P, None]:
    """Make a command end with its exit code; each known failure prints one line."""

    @wraps(command)
    def answer(*args: P.args, **kwargs: P.kwargs) -> None:
        with signals.raised() as came:
            code = _attempt(lambda: command(*args, **kwargs))
        if code == ExitCode.INTERRUPTED and came:
            code = 128 + came[0]  # as shells count it
        raise typer.Exit(code)

    return answer


@contextmanager
def advising(advice: Mapping[type[SapperError], str]) -> Iterator[None]:
    """Add advice about options to an error of one of these kinds."""
    try:
        yield
    except tuple(advice) as error:
        raise SapperError(f"{error}{advice[type(error)]}") from error


def run(app: typer.Typer, arguments: list[str] | None = None) -> int:
    """Run a command line, by default that of this process; return the exit code."""
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # a character that the terminal lacks is no reason to stop
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # true of real streams
    return _attempt(
        lambda: app(arguments, standalone_mode=False, prog_name="sapper") or ExitCode.DONE
    )


def _open_closed_streams() -> None:
    """Put the null device in the place of closed streams: else the next file would be there."""
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            os.dup2(opened, number)  # also if it is the same: then programs inherit it
            if opened != number:
                os.close(opened)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # for good
            setattr(sys, name, stream)


def _attempt(action: Callable[[], int]) -> int:
    try:
        code = action()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return ExitCode.CLOSED_PIPE
    except OSError as error:
        print_error(reason(error))
        _drop_output()
        return ExitCode.BAD_INPUT
    except SapperError as error:
        print_error(str(error))
        return ExitCode.BAD_INPUT
    except _USAGE_ERROR as error:
        print_error(_plainly(error.format_message()))  # type: ignore[attr-defined]  # see _USAGE_ERROR
        return ExitCode.BAD_INPUT
    except typer.Abort:
        return ExitCode.INTERRUPTED
    except Exception as error:
        _report(error)
        return ExitCode.INTERNAL
    return code


def _report(error: Exception) -> None:
    """Print a report of an internal error: the place, the command and its input."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    print_error(f"internal error: {type(error).__name__} at {where}: {brief(str(error), 200)}")
    print_error("this is a bug in Sapper: please report it with this command and its input")
    _print_error(f"  {one_line(shlex.join(['sapper', *sys.argv[1:]]))}")
    for line in _last_input.decode(errors="replace").splitlines()[:_REPORTED_LINES]:
        _print_error(f"  {one_line(line)}")


def _plainly(message: str) -> str:
    """Reword Typer's messages about values."""
    for theirs, ours in _PLAIN.items():
        message = message.replace(theirs, ours)
    return message


def _drop_output() -> None:
    """Discard the buffered output, so that nothing fails at the very end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reason(error: OSError) -> str:
    """Return the system's reason for a failure, with the name of the file."""
    place = error.filename or ("the output" if is_unwritable(error) else None)
    text = error.strerror or str(error)
    return f"{place}: {text}" if place else text


def print_error(message: str) -> None:
    _print_error(f"sapper: {one_line(message)}")


def _print_error(line: str) -> None:
    with suppress(OSError):  # the exit code says it too
        print(line, file=sys.stderr, flush=True)


def wants_colour() -> bool:
    """Return whether to use colour on the standard output."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def on_terminal() -> bool:
    """Return whether the output is a terminal that has colours and can redraw in place."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def terminal_columns() -> int | None:
    """Return how wide the terminal is; None if the output is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def only_ascii(requested: bool) -> bool:
    """Return whether to draw in ASCII: on request, or if the output supports nothing else."""
    try:
        "·■⚑⚐✓✱✘│".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return requested


def read_level(text: str | None) -> Level:
    return Level.parse(DEFAULT_LEVEL if text is None else text)


def read_cell(text: str, board: Board) -> Cell:
    """Read a cell as a person types it; raise SapperError for a bad one or one off the board."""
    try:
        cell = formatting.read_cell(text)
    except ValueError as error:
        raise SapperError(str(error)) from None
    board.index(cell)
    return cell


def read_first(text: str, board: Board) -> Cell:
    """Read the cell of --first, and say on stderr how it was understood, unless that is plain."""
    cell = read_cell(text, board)
    if line := formatting.understood(text, cell):
        print_error(line)
    return cell


def read_text(path: Path) -> str:
    """Read a text file, or the standard input."""
    return as_text(read_bytes(path), path)


def as_text(data: bytes, path: Path, encoding: str = "utf-8") -> str:
    """Decode the contents of a file; raise SapperError if it is not text."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        fault = f"byte {error.start} is not {encoding.upper()}"
        raise SapperError(f"{_name(path)} is not text: {fault}") from None


def read_bytes(path: Path) -> bytes:
    """Read a file or the standard input, unless it is far too large."""
    if path == STDIN:
        data = sys.stdin.buffer.read(MAX_INPUT + 1)
    else:
        with path.open("rb") as file:
            data = file.read(MAX_INPUT + 1)
    if len(data) > MAX_INPUT:
        raise SapperError(f"{_name(path)} has more than {MAX_INPUT:,} bytes")
    global _last_input
    _last_input = data
    return data


def check_place(path: Path) -> None:
    """Before long work, raise SapperError if a file cannot be written there at the end."""
    if path.is_dir():
        raise SapperError(f"{path} is a directory, not a file")
    if not path.absolute().parent.is_dir():
        raise SapperError(f"cannot write {path}: there is no such directory")


def _name(path: Path) -> str:
    return "the input" if path == STDIN else str(path)
