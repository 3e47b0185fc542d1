"""Words broken into lines that fit, each numbered step of a reason on a line of its own."""

from __future__ import annotations

import re
import textwrap

from sapper.cli.console import terminal_columns

_COLUMNS = 80  # of an output that is not a terminal
_LEAST = 10  # columns that words take even where they do not fit
_BETWEEN_STEPS = re.compile(r"(?<=\.) (?=\d+\. )")
_NUMBER = re.compile(r"\d+\. ")


def wrapped(text: str, indent: str = "") -> str:
    """Break words into lines that fit the terminal."""
    return "\n".join(broken(text, terminal_columns() or _COLUMNS, indent))


def line_of(text: str, ending: str) -> str:
    """Cut words so that they fit one line of the terminal together with their ending."""
    room = max((terminal_columns() or _COLUMNS) - 1 - len(ending), _LEAST)
    return (text if len(text) <= room else text[: room - 3] + "...") + ending


def broken(text: str, columns: int, indent: str = "") -> list[str]:
    """Break words into lines that are shorter than `columns`."""
    return [
        line
        for step in _BETWEEN_STEPS.split(text)
        for line in textwrap.wrap(
            step,
            max(columns - 1, _LEAST),
            initial_indent=indent,
            subsequent_indent=indent + " " * _number_length(step),
        )
    ]


def _number_length(step: str) -> int:
    number = _NUMBER.match(step)
    return 0 if number is None else number.end()
