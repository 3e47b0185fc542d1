"""Words broken into lines that fit a terminal, each numbered step of a reason on its own line."""

from __future__ import annotations

import re
import sys
import textwrap

from sapper.cli.console import terminal_columns

_COLUMNS = 80  # of a line that is cut for an output that is not a terminal
_LEAST = 10  # columns that words take even where they do not fit
_BETWEEN_STEPS = re.compile(r"(?<=\.) (?=\d+\. )")
_NUMBER = re.compile(r"\d+\. ")


def wrapped(text: str, indent: str = "", hanging: str = "") -> str:
    """Break words into lines that fit the terminal; in a pipe, a line stays whole.

    A word that is too long, such as a board id, stays whole too: so it can be copied.
    """
    columns = terminal_columns() or sys.maxsize
    return "\n".join(_broken(text, columns, indent, hanging, words=False))


def line_of(text: str, ending: str) -> str:
    """Cut words so that they fit one line of the terminal together with their ending."""
    room = max((terminal_columns() or _COLUMNS) - 1 - len(ending), _LEAST)
    return (text if len(text) <= room else text[: room - 3] + "...") + ending


def broken(text: str, columns: int) -> list[str]:
    """Break words into lines that are shorter than `columns`, long words too."""
    return _broken(text, columns, "", "", words=True)


def _broken(text: str, columns: int, indent: str, hanging: str, *, words: bool) -> list[str]:
    # a number stays with its sign for per cent
    return [
        line.replace("\0%", " %")
        for step in _BETWEEN_STEPS.split(text.replace(" %", "\0%"))
        for line in textwrap.wrap(
            step,
            max(columns - 1, _LEAST),
            initial_indent=indent,
            subsequent_indent=indent + (hanging or " " * _number_length(step)),
            break_long_words=words,
            break_on_hyphens=False,
        )
    ]


def _number_length(step: str) -> int:
    number = _NUMBER.match(step)
    return 0 if number is None else number.end()
