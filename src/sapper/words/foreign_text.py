"""Texts and values from elsewhere, made fit for one line of a terminal."""

from __future__ import annotations

import reprlib

_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxother = 3, 100


def one_line(text: str) -> str:
    r"""Return a text without line breaks, control characters and escape sequences.

    >>> one_line("two\nlines")
    'two lines'
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def brief(value: object, most: int = 40) -> str:
    """Write any value for an error message: in one short line, whatever it is.

    >>> brief("expert"), brief([0] * 1000), brief(10**5000)
    ("'expert'", '[0, 0, 0, 0, 0, 0, ...]', 'a value of type int')
    """
    try:
        text = repr(value[:most]) if isinstance(value, str | bytes) else _SHORT.repr(value)
    except Exception:  # huge numbers and objects whose repr fails
        text = f"a value of type {type(value).__name__}"
    return one_line(text)[:most]
