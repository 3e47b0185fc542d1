"""Players by name: those that packages register, `module:Class`, and programs as `cmd:…`.

Sapper's own players run in this process. All others run in separate processes, so
that nothing that they do harms more than their own games.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import EntryPoint, entry_points

from sapper.formatting import brief
from sapper.players.host import HostedPlayer, hosted, hosted_words
from sapper.players.protocol import Player, PlayerFailed
from sapper.rules.arguments import need_text, whole
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
    need_text(name)
    if name.startswith("cmd:"):
        return _hosted(name)
    entry = _entry(name)
    return _loaded(name, entry) if _is_shipped(entry.value) else _contained(name)


def loaded_class(name: str) -> type[Player]:
    """Load any player, built-in or third-party, into this process."""
    need_text(name)
    return _hosted(name) if name.startswith("cmd:") else _loaded(name, _entry(name))


def is_builtin(kind: object) -> bool:
    """Return whether this is a player of this package: its very class, not a namesake."""
    if not isinstance(kind, type) or not _is_shipped(str(kind.__module__)):
        return False
    return getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is kind


def make_player(name: str, seed: int = 0) -> Player:
    """Make a player for one game, in this process.

    >>> from sapper import View
    >>> print(make_player("cautious").move(View.of([[-1, 1, 0, -1]], mines=1)).reason)
    The 0 at C1 has no mine around it: D1 is safe.
    """
    return loaded_class(name)(whole("seed", seed))


def check_player(name: str) -> None:
    """Raise UnknownPlayer if there is no such player, or if its class cannot be loaded."""
    kind = player_class(name)
    if issubclass(kind, HostedPlayer) and not name.startswith("cmd:"):
        try:
            kind.check()
        except PlayerFailed as error:
            _, refused, reason = str(error).partition("ended with exit code 2: ")
            raise UnknownPlayer(
                reason if refused else f"player {brief(name, 200)}: {error}"
            ) from None


def _entry(name: str) -> EntryPoint:
    """Find where a class is; of two players of the same name, take Sapper's own."""
    if ":" in name:
        entry = EntryPoint(name, name, _GROUP)
        if entry.pattern.match(name) is None:
            raise UnknownPlayer(
                f"unknown player {brief(name, 200)}: your own class is written module:Class, "
                "without a folder"
            )
        return entry
    found = entry_points(group=_GROUP, name=name)
    for entry in sorted(found, key=lambda entry: _is_shipped(entry.value), reverse=True):
        return entry
    known = ", ".join(player_names())
    raise UnknownPlayer(
        f"unknown player {brief(name, 200)}: "
        f"use {known}, or your own as module:Class or cmd:PROGRAM"
    )


def _is_shipped(place: str) -> bool:
    return place.startswith("sapper.players.")


def _contained(name: str) -> type[Player]:
    """Return the player that runs a class behind the line protocol, with our import path."""
    path = os.pathsep.join(place for place in sys.path if place not in ("", os.getcwd()))
    python = ("env", f"PYTHONPATH={path}", sys.executable, "-P")  # -P: this directory comes later
    return hosted_words(*python, "-m", "sapper.players.line_adapter", name)


def _hosted(name: str) -> type[Player]:
    try:
        return hosted(name.removeprefix("cmd:"))
    except SapperError as error:
        raise UnknownPlayer(f"player {brief(name, 200)}: {error}") from None


def _loaded(name: str, entry: EntryPoint) -> type[Player]:
    """Load a player; its class is checked no further until it is used."""
    try:
        found: type[Player] = entry.load()
    # Importing runs other people's code, which may fail in any way, even by exiting.
    except (Exception, SystemExit) as error:
        fault = PlayerFailed.raised(error)
        kind = fault.kind.removeprefix("raised ")
        raise UnknownPlayer(f"cannot load player {brief(name, 200)}: {kind}: {fault}") from error
    if not callable(getattr(found, "move", None)):
        raise UnknownPlayer(f"{brief(name, 200)} is not a player: it has no method move(view)")
    return found
