"""Which games count for records: unaided first attempts at boards that the player had not seen.

A game in which the losing move was taken back stays the loss that it was.
"""

from __future__ import annotations

from sapper.web.forms.fields import Unranked
from sapper.web.store.entries import FINISHED, Entry

RANKED = "unranked IS NULL"
COUNTED = f"({FINISHED} AND {RANKED} OR unranked = 'undo')"

_WORDS: dict[Unranked, str] = {
    "imported": "the game was imported",
    "chosen": "the board was chosen, not drawn",
    "position": "it began at a position",
    "seen": "the board had been seen before",
    "undo": "a move was taken back; the game counts as lost",
    "help": "help was used",
}


def why_unranked(entry: Entry) -> Unranked | None:
    """Return why a game does not count, or None if it does; the first reason stays."""
    if entry.unranked is not None:
        return entry.unranked
    if entry.undos:
        return "undo"
    return "help" if entry.helped else None


def is_counted(entry: Entry) -> bool:
    """Return whether a finished game counts, if only as a loss."""
    return entry.unranked in (None, "undo")


def is_won(entry: Entry) -> bool:
    """Return whether a game counts as won."""
    return entry.unranked is None and entry.outcome == "won"


def unranked_sentence(entry: Entry) -> str | None:
    """Say why a game does not count, or return None if it does."""
    return None if entry.unranked is None else f"Unranked: {_WORDS[entry.unranked]}."
