"""What this room borrows from rooms that a build may lack: generator, metrics, reasons, review.

Each is looked up when it is needed; where it is missing, a problem says so.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sapper.web.problems import Kind, Problem

_PARTS = {
    "no_guess": ("sapper.boards.generate", "generate"),
    "metrics": ("sapper.boards.metrics", "metrics"),
    "explain": ("sapper.knowledge.explain", "explain"),
    "explain_guess": ("sapper.players.guessing", "explain_guess"),
    "review": ("sapper.review", "review"),
    "review_summary": ("sapper.review", "summary"),
    "review_remark": ("sapper.review", "told"),
}


def find(part: str) -> Callable[..., Any] | None:
    module, name = _PARTS[part]
    try:
        found: Callable[..., Any] | None = getattr(import_module(module), name, None)
    except ImportError:
        return None
    return found


def borrow(part: str, what: str) -> Callable[..., Any]:
    """Return a part, or raise a problem that says what is not available."""
    found = find(part)
    if found is None:
        raise Problem(Kind.NOT_AVAILABLE, f"{what} is not available in this build")
    return found
