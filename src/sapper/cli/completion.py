"""Completions of option values for shells; every one is accepted."""

from __future__ import annotations

from sapper.knowledge.tier import Tier
from sapper.rules.board import Level


def levels() -> list[str]:
    """Return the levels that have names."""
    return list(Level.NAMED)


def players() -> list[str]:
    """Return Sapper's players and those of other packages."""
    from sapper.players.registry import player_names  # here, so that --help is quick

    return player_names()


def kernel_players() -> list[str]:
    """Return the players that can make data sets."""
    return ["fast", "master", "deep"]


def techniques() -> list[str]:
    """Return the techniques, the easiest first, as they are typed."""
    return [str(tier).replace(" ", "-") for tier in Tier]
