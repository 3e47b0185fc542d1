from __future__ import annotations

import numpy as np
import pytest

from sapper.engine import Chooser, forecast_games, perfect, play_games
from sapper.players import make_player, turns
from sapper.rules.board import Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View

STRENGTHS = ["fast", "master"]


def driven(strength: str, level: Level, rule: FirstClick, index: int) -> tuple[bool, int, int]:
    """Play one game from Python, move by move; return whether won, moves and guesses."""
    game = Game(level, seed=71, index=index, first_click=rule)
    played = [turn.move for turn in turns(game, make_player(strength))]
    guesses = sum(not move.certain for move in played)
    return game.outcome is Outcome.WON, len(played), guesses


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rule", FirstClick)
@pytest.mark.parametrize(
    ("level", "games"),
    [("beginner", 250), ("intermediate", 60), ("expert", 25), ("4x4/6", 120), ("1x9/2", 20)],
)
def test_driven_move_by_move_it_makes_the_same_moves(
    strength: str, rule: FirstClick, level: str, games: int
) -> None:
    """Outcome and number of moves of every game equal those of the batch in the kernel."""
    batch = play_games(strength, Level.parse(level), rule, seed=71, count=games)
    for index in range(games):
        won, moves, _ = driven(strength, Level.parse(level), rule, index)
        assert (won, moves) == (batch.won[index], batch.moves[index])


@pytest.mark.parametrize("strength", STRENGTHS)
def test_threads_and_cuts_do_not_matter(strength: str) -> None:
    """The same games come out on any number of threads, and however the range is cut."""
    level = Level.NAMED["expert"]
    whole = play_games(strength, level, FirstClick.SAFE, seed=72, count=120, threads=1)
    several = play_games(strength, level, FirstClick.SAFE, seed=72, count=120, threads=5)
    parts = [
        play_games(strength, level, FirstClick.SAFE, seed=72, start=s, count=40)
        for s in (0, 40, 80)
    ]
    for column in range(4):
        joined = np.concatenate([part[column] for part in parts])
        assert np.array_equal(whole[column], several[column])
        assert np.array_equal(whole[column], joined)


def test_given_layouts_are_played() -> None:
    """Games on explicit layouts equal the seeded games that those layouts come from."""
    level = Level.NAMED["beginner"]
    seeded = play_games("master", level, FirstClick.NONE, seed=73, count=50)
    layouts = [Game(level, seed=73, index=i, first_click=FirstClick.NONE).layout for i in range(50)]
    given = play_games(
        "master", level, FirstClick.NONE, layouts=[layout for layout in layouts if layout]
    )
    assert np.array_equal(seeded.hash, given.hash)


@pytest.mark.parametrize("mines", range(1, 16))
def test_master_reaches_the_perfect_value_on_4x4(mines: int) -> None:
    """From the first click on, its chance of winning is that of perfect play."""
    view = View(4, 4, mines, FirstClick.SAFE if mines < 16 else FirstClick.NONE)
    decision = Chooser("master", view.first_click).decide(view)
    best = perfect(view)
    assert decision.cells[0] in best.moves
    assert decision.chance == pytest.approx(float(best.value), abs=1e-9)


def test_decisions_show_their_numbers() -> None:
    """A guess comes with its risk, its chance of winning and the cells that were considered."""
    game = Game(Level.NAMED["expert"], seed=74)
    player = make_player("master")
    for turn in turns(game, player):
        decision = player.decision  # type: ignore[attr-defined]
        assert decision.chance is None or 0 <= decision.chance <= 1
        if decision.kind == "judged":
            assert decision.candidates
            assert turn.move.risk == decision.risk > 0
            assert "%" in turn.move.reason


def test_no_certain_move_is_ever_fatal() -> None:
    """In 300 games of each level, a move that the player calls certain never hits a mine."""
    for level in Level.NAMED.values():
        for index in range(100):
            game = Game(level, seed=75, index=index)
            for turn in turns(game, make_player("fast")):
                assert not (turn.move.certain and game.outcome is Outcome.LOST)


def test_forecasts_belong_to_games() -> None:
    """Each guess is kept with its game and a chance between 0 and 1."""
    games, forecasts = forecast_games(
        "master", Level.NAMED["intermediate"], FirstClick.SAFE, seed=76, count=200, threads=2
    )
    assert len(forecasts.game) == games.guesses.sum()
    assert ((forecasts.chance >= 0) & (forecasts.chance <= 1)).all()
    assert set(forecasts.game.tolist()) <= set(range(200))


def test_bad_batches_are_refused() -> None:
    """Unknown strengths, no room for the first click, cells off the board: errors in words."""
    level = Level.NAMED["beginner"]
    with pytest.raises(InvalidBoard, match="strength"):
        play_games("heroic", level, FirstClick.SAFE, count=1)
    with pytest.raises(InvalidBoard, match="off the board"):
        play_games("fast", level, FirstClick.SAFE, count=1, first=(9, 9))
    with pytest.raises(InvalidBoard):
        play_games("fast", Level(3, 3, 9), FirstClick.SAFE, count=1)
    with pytest.raises(InvalidBoard):
        play_games("fast", level, FirstClick.SAFE, count=-1)


def test_an_unknown_total_is_played_by_risk() -> None:
    """Where nobody tells the total, the player still moves, by least risk."""
    view = View(5, 5)
    view.reveal((0, 0), 0)
    move = make_player("master").move(view)
    assert move is not None
    assert move.certain
