from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from oracles.naive_knowledge import naive_fixpoint

from sapper.knowledge import KnowledgeBase
from sapper.players import make_player, player_names, turns
from sapper.players.registry import UnknownPlayer
from sapper.rules.board import Board, Layout, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View

LEVELS = list(Level.NAMED.values())
PLAYERS = ["random", "textbook", "cautious", "least-risk", "logical"]


def play(player: str, level: Level, index: int, first_click: FirstClick = FirstClick.SAFE) -> Game:
    game = Game(level, seed=11, index=index, first_click=first_click)
    for _ in turns(game, make_player(player, seed=index)):
        pass
    return game


def naively_stuck(game: Game) -> bool:
    """Tell by rescanning all pairs whether the three rules leave no safe unopened cell."""
    clues = {cell: game.view[cell] for cell in game.view.opened}
    _, safes = naive_fixpoint(game.board, clues)
    return safes == set(clues)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("first_click", FirstClick)
def test_same_seed_same_game(player: str, first_click: FirstClick) -> None:
    """A player with a seed makes the same moves on the same board every time."""
    for level in LEVELS:
        first, second = play(player, level, 3, first_click), play(player, level, 3, first_click)
        assert first.actions == second.actions
        assert first.outcome is second.outcome


def hidden_mine_shuffles(game: Game, choice: random.Random) -> Iterator[Layout]:
    """Yield other layouts that would have shown exactly the same view."""
    board, layout = game.board, game.layout
    assert layout is not None
    floating = [
        cell
        for cell in game.view.unopened
        if not any(game.view.is_opened(near) for near in board.neighbours(cell))
    ]
    kept = layout.mines - set(floating)
    for _ in range(3):
        moved = choice.sample(floating, len(layout.mines & set(floating)))
        yield Layout.of(board, kept | set(moved))


@pytest.mark.parametrize("player", PLAYERS)
def test_players_see_the_view_never_the_mines(player: str) -> None:
    """Shuffling the hidden mines consistently with the view changes no answer."""
    shuffles = 0
    for index in range(30):
        game = Game(Level.NAMED["intermediate"], seed=21, index=index)
        for _, _turn in zip(range(12), turns(game, make_player(player, 5)), strict=False):
            pass
        if game.outcome is not Outcome.PLAYING:
            continue
        answer = make_player(player, 7).move(game.view)
        for layout in hidden_mine_shuffles(game, random.Random(index)):
            twin = Game.of(layout)
            for action in game.actions:
                twin.perform(action)
            assert twin.view.opened == game.view.opened
            assert make_player(player, 7).move(twin.view) == answer
            shuffles += 1
    assert shuffles


@pytest.mark.parametrize(
    ("level", "games"), [("beginner", 400), ("intermediate", 150), ("expert", 60)]
)
def test_cautious_is_never_wrong_and_honestly_stuck(level: str, games: int) -> None:
    """It loses no game, and where it stops the three rules, naively applied, know no safe cell."""
    for index in range(games):
        game = play("cautious", Level.parse(level), index)
        assert game.outcome is not Outcome.LOST
        assert game.outcome is Outcome.WON or naively_stuck(game)


def test_cautious_stops_at_once_where_nothing_is_promised() -> None:
    """With no first-click rule and nothing open, no cell is certain."""
    game = play("cautious", Level.NAMED["beginner"], 0, FirstClick.NONE)
    assert not game.actions


def test_moves_are_legal_and_reasoned() -> None:
    """Whoever plays opens unopened cells only, says why, and a certain move is never fatal."""
    for player in PLAYERS:
        for index in range(20):
            game = Game(Level.NAMED["beginner"], seed=2, index=index)
            for turn in turns(game, make_player(player, index)):
                assert turn.move.reason
                assert turn.move.cell in turn.changed
                assert not (turn.move.certain and game.outcome is Outcome.LOST)


def test_a_wrong_flag_is_not_opened() -> None:
    """A cell that the user has flagged is left alone even when it is proved safe."""
    game = Game.of(Layout.of(Board(2, 5), [(1, 0)]))
    game.open((0, 0))
    game.open((0, 1))
    game.flag((0, 2))
    game.flag((1, 2))
    assert make_player("cautious").move(game.view) is None


def test_textbook_beats_the_earlier_assistant() -> None:
    """On small samples it is far above 82 % on 10x10/9 and 22 % on 16x16/40."""
    small = sum(play("textbook", Level(10, 10, 9), i).outcome is Outcome.WON for i in range(200))
    middle = sum(play("textbook", Level(16, 16, 40), i).outcome is Outcome.WON for i in range(150))
    assert small > 164
    assert middle > 33


def test_registered_names() -> None:
    """All players are registered; an unknown name is refused with the known ones."""
    assert set(PLAYERS) <= set(player_names())
    with pytest.raises(UnknownPlayer, match=r"use .*cautious.*textbook"):
        make_player("nobody")


def test_a_player_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """module:Class is imported; what cannot be imported or cannot move is refused in words."""
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
        ":",
    ):
        with pytest.raises(UnknownPlayer):
            make_player(wrong)


@pytest.mark.parametrize(
    "code", ["1 / 0", "raise KeyError", "import sys; sys.exit(3)", "class Mine(:", "\x00"]
)
def test_a_module_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """However a user's module fails while it is imported, its player is refused in words."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "failing_player_for_test.py").write_text(code)
    with pytest.raises(UnknownPlayer, match=r"cannot load player 'failing.*Error|SystemExit"):
        make_player("failing_player_for_test:Mine")


@pytest.mark.parametrize("player", ["textbook", "cautious", "least-risk"])
def test_the_promised_first_move(player: str) -> None:
    """Under a first-click promise the first move is certain and not flagged; else it is none."""
    for first_click in FirstClick:
        view = View.of([[-2, *[-1] * 7], *[[-1] * 8] * 4], 9, first_click)
        move = make_player(player).move(view)
        assert first_click is FirstClick.NONE or (move is not None and move.certain)
        assert move is None or (move.cell != (0, 0) and move.certain is (first_click != "none"))


def test_reader_takes_in_only_what_is_new() -> None:
    """Following a game move by move ends in the knowledge of reading the final view at once."""
    game = play("textbook", Level.NAMED["expert"], 4)
    at_once = KnowledgeBase(game.board)
    at_once.observe({cell: game.view[cell] for cell in game.view.opened})
    player = make_player("textbook", 4)
    twin = Game(game.level, seed=11, index=4)
    for _ in turns(twin, player):
        pass
    base = player._reader.read(twin.view)  # type: ignore[attr-defined]
    assert (base.mines, base.safes) == (at_once.mines, at_once.safes)
