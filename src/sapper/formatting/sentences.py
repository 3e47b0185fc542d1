"""Sentences: a capital letter first, a full stop last."""

from __future__ import annotations


def sentence(text: str) -> str:
    """Write words as a sentence; one that is whole already stays as it is.

    >>> sentence("it was the next one")
    'It was the next one.'
    """
    end = "" if text[-1:] in {".", "!", "?"} else "."
    return f"{text[:1].upper()}{text[1:]}{end}" if text else ""
