"""Players by name: those that installed packages register, and `module:Class`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from sapper.players.protocol import Player
from sapper.rules.errors import SapperError

_GROUP = "sapper.players"


class UnknownPlayer(SapperError):
    """A name that no player goes by."""


def player_names() -> list[str]:
    """Return the names of the registered players."""
    return sorted(entry_points(group=_GROUP).names)


def player_class(name: str) -> type[Player]:
    """Find a player by its registered name or as module:Class."""
    if ":" in name:
        return _imported(name)
    for entry in entry_points(group=_GROUP, name=name):
        found: type[Player] = entry.load()
        return found
    known = ", ".join(player_names())
    raise UnknownPlayer(f"unknown player {name!r}: use {known} or your own as module:Class")


def make_player(name: str, seed: int = 0) -> Player:
    """Make a player for one game."""
    return player_class(name)(seed)


def _imported(name: str) -> type[Player]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownPlayer(f"cannot load player {name!r}: {error}") from error
    if not callable(getattr(found, "move", None)):
        raise UnknownPlayer(f"{name!r} is no player: it has no method move(view)")
    return found  # type: ignore[no-any-return]  # a stranger's class can be checked no further
