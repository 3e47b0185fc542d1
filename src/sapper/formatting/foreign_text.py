"""Texts and values from elsewhere, made fit for one line of a terminal."""

from __future__ import annotations

import reprlib
import unicodedata
from typing import Final

_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # printable, and empty
_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxother = 3, 100


def one_line(text: str) -> str:
    r"""Return a text without line breaks; signs that cannot be seen are written as escapes.

    >>> one_line("two\nlines")
    'two lines'
    >>> print(one_line("a zero\u200bwidth space"))
    a zero\u200bwidth space
    """
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return "".join(map(_seen, line, f" {line}"))


def _seen(sign: str, before: str) -> str:
    """Escape a sign that shows nothing: a control, a blank letter, an accent on nothing."""
    alone = unicodedata.category(sign) in ("Mn", "Me") and before in " '\""
    if sign.isprintable() and sign not in _BLANK and not alone:
        return sign
    return sign.encode("unicode_escape").decode()


def brief(value: object, most: int = 40) -> str:
    """Write any value for an error message, in one short line.

    >>> brief("expert"), brief([0] * 1000), brief(10**5000)
    ("'expert'", '[0, 0, 0, 0, 0, 0, ...]', 'a value of type int')
    """
    try:
        text = repr(value[:most]) if isinstance(value, str | bytes) else _SHORT.repr(value)
    except Exception:  # huge numbers and objects whose repr fails
        text = f"a value of type {type(value).__name__}"
    return one_line(text)[:most]
