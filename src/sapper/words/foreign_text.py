"""Texts from elsewhere, made fit for one line of a terminal."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return a text without line breaks, control characters and escape sequences."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
