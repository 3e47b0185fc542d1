"""Players by name: those that packages register, `module:Class`, and programs as `cmd:…`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from sapper.players.host import hosted
from sapper.players.protocol import Player
from sapper.rules.errors import SapperError

_GROUP = "sapper.players"


class UnknownPlayer(SapperError):
    """A name that no player has."""


def player_names() -> list[str]:
    """Return the names of the registered players.

    >>> "master" in player_names()
    True
    """
    return sorted(entry_points(group=_GROUP).names)


def player_class(name: str) -> type[Player]:
    """Find a player by its registered name, as module:Class, or as cmd:PROGRAM ARGUMENTS."""
    if name.startswith("cmd:"):
        return _hosted(name)
    if ":" in name:
        return _imported(name)
    for entry in entry_points(group=_GROUP, name=name):
        return _loaded(name, entry.load)
    known = ", ".join(player_names())
    raise UnknownPlayer(
        f"unknown player {name!r}: use {known}, or your own as module:Class or cmd:PROGRAM"
    )


def make_player(name: str, seed: int = 0) -> Player:
    """Make a player for one game.

    >>> from sapper import View
    >>> print(make_player("cautious").move(View.of([[-1, 1, 0, -1]], mines=1)).reason)
    (0,3) is safe: the 0 at (0,2) has no mine around it
    """
    return player_class(name)(seed)


def _imported(name: str) -> type[Player]:
    module, _, attribute = name.partition(":")
    found = _loaded(name, lambda: getattr(import_module(module), attribute))
    if not callable(getattr(found, "move", None)):
        raise UnknownPlayer(f"{name!r} is not a player: it has no method move(view)")
    return found


def _hosted(name: str) -> type[Player]:
    try:
        return hosted(name.removeprefix("cmd:"))
    except SapperError as error:
        raise UnknownPlayer(f"player {name!r}: {error}") from None


def _loaded(name: str, load: Callable[[], Any]) -> type[Player]:
    """Load a player; what it loads is checked only when it is used."""
    try:
        return load()  # type: ignore[no-any-return]  # see above
    # Importing runs other people's code, which may fail in any way, even by exiting.
    except (Exception, SystemExit) as error:
        kind = type(error).__name__
        raise UnknownPlayer(f"cannot load player {name!r}: {kind}: {error}") from error
