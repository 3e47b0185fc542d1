"""Examples in docstrings, as blocks of code: Markdown would read `>>>` as a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

# from a prompt to the next empty line
_EXAMPLE = re.compile(r"^>>> .*?(?=^\s*$|\Z)", flags=re.M | re.S)


class Doctests(Extension):
    """Puts a fence around every example."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fences."""
    return _EXAMPLE.sub(lambda example: f"\n```pycon\n{example[0].rstrip()}\n```\n", text)
