"""Texts from elsewhere, made fit for one line of a terminal."""

from __future__ import annotations


def one_line(text: str) -> str:
    r"""Return a text without line breaks, control characters and escape sequences.

    >>> one_line("two\nlines")
    'two lines'
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else "?" for sign in line)
