"""Which games count for records: unaided first attempts at boards that the player had not seen."""

from __future__ import annotations

from sapper.web.store.sqlite import Entry, Unranked

_WORDS: dict[Unranked, str] = {
    "imported": "the game was imported",
    "chosen": "the board was chosen, not drawn",
    "position": "it began at a position",
    "seen": "the board had been seen before",
    "undo": "a move was taken back",
    "help": "help was used",
}


def why_unranked(entry: Entry) -> Unranked | None:
    """Return why a game does not count, or None if it does; the first reason stays."""
    if entry.unranked is not None:
        return entry.unranked
    if entry.undos:
        return "undo"
    return "help" if entry.helped else None


def unranked_sentence(entry: Entry) -> str | None:
    """Say why a game does not count, or return None if it does."""
    return None if entry.unranked is None else f"Unranked: {_WORDS[entry.unranked]}."
