from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from harness.programs import register_players

from sapper.players import make_player, player_names, turns
from sapper.players.native import MasterPlayer
from sapper.players.random import RandomPlayer
from sapper.players.registry import UnknownPlayer, check_player, is_builtin, player_class
from sapper.rules.board import Level
from sapper.rules.game import Game
from sapper.rules.view import View

PLAYERS = ["random", "textbook", "cautious", "least-risk", "logical", "fast", "master", "deep"]


def test_registered_names() -> None:
    """All players are registered; an unknown name is refused with a list of the known ones."""
    assert player_names() == sorted(PLAYERS)
    with pytest.raises(UnknownPlayer, match=r"use .*cautious.*textbook"):
        make_player("nobody")


def test_own_players_are_known_by_their_class() -> None:
    """Every player of this package is its own; a class with its name is not, nor a program."""
    namesake = type("RandomPlayer", (RandomPlayer,), {"__module__": RandomPlayer.__module__})
    assert all(is_builtin(player_class(name)) for name in PLAYERS)
    assert not is_builtin(namesake)
    assert not is_builtin(player_class(f"cmd:{sys.executable}"))


def test_a_player_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """module:Class is imported; a name that is not a player is refused with a message."""
    (tmp_path / "own_player_for_test.py").write_text(
        "from sapper.players import Move\n"
        "class Corner:\n"
        "    def __init__(self, seed): pass\n"
        "    def move(self, view): return Move((0, 0), False, 'I like corners')\n"
        "class NoPlayer: pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    game = Game(Level.NAMED["beginner"], seed=1)
    next(turns(game, make_player("own_player_for_test:Corner")))
    assert game.first == (0, 0)
    for wrong in (
        "own_player_for_test:Missing",
        "no_such_module:X",
        "own_player_for_test:NoPlayer",
    ):
        with pytest.raises(UnknownPlayer):
            make_player(wrong)


@pytest.mark.parametrize("name", [":", "mine:", ":Mine", "./mine:Mine", "mine:Mine()"])
def test_a_class_that_is_not_written_as_one(name: str) -> None:
    """A name with a colon that cannot be module:Class is refused, and the error shows the form."""
    with pytest.raises(UnknownPlayer, match=r"your own class is written module:Class"):
        make_player(name)


@pytest.mark.parametrize(
    "code", ["1 / 0", "raise KeyError", "import sys; sys.exit(3)", "class Mine(:", "\x00"]
)
def test_a_module_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """However a user's module fails while it is imported, its player is refused with a message."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "failing_player_for_test.py").write_text(code)
    with pytest.raises(UnknownPlayer, match=r"cannot load player 'failing.*Error|SystemExit"):
        make_player("failing_player_for_test:Mine")


def test_players_of_other_packages_run_in_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package can register players, which are hosted, but cannot replace Sapper's own."""
    register_players(tmp_path, "other", "master")
    monkeypatch.syspath_prepend(str(tmp_path))
    check_player("other")
    move = player_class("other")(0).move(View(9, 9, 10))
    assert move is not None
    seed, process = move.reason.split()
    assert seed == "0"
    assert process != str(os.getpid())
    assert player_class("master") is MasterPlayer
