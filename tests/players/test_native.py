from __future__ import annotations

import signal
import time
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from harness.scale import cases, repeats

from sapper.batch.games import Series, forecast_games, play_games
from sapper.engine import Chooser, Strength, perfect
from sapper.players import Move, make_player, turns
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidPosition
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import read_view
from sapper.rules.view import UNOPENED, FirstClick, View, ViewWriter

STRENGTHS = ["fast", "master", "deep"]
RULES = cases([FirstClick.SAFE, FirstClick.ZERO], [FirstClick.NONE])


def driven(strength: str, level: Level, rule: FirstClick, index: int) -> tuple[Game, list[Move]]:
    """Play one game from Python, move by move."""
    game = Game(level, seed=71, index=index, first_click=rule)
    return game, [turn.move for turn in turns(game, make_player(strength))]


def hash_of(cells: list[int]) -> int:
    """Hash the cells of a game in the order of opening, as kernel and arena do."""
    hash = 0
    for cell in cells:
        hash = (hash ^ (cell + 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9 % 2**64
        hash ^= hash >> 29
    return hash


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("beginner", repeats(20, 250)),
        ("intermediate", repeats(8, 60)),
        ("expert", repeats(4, 25)),
        ("4x4/6", repeats(10, 30)),
        ("1x9/2", 20),
        ("40x40/330", repeats(2, 10)),
    ],
)
def test_driven_move_by_move_it_makes_the_same_moves(
    strength: str, rule: FirstClick, name: str, games: int
) -> None:
    """Every game's moves, in their order, its guesses and its outcome equal the kernel's own."""
    level = Level.parse(name)
    if strength == "deep":
        games = repeats(1 if level.mines < 99 else 0, -(-games // 10))
    batch = play_games(Series(strength, level, rule, seed=71, count=games))
    for index in range(games):
        game, moves = driven(strength, level, rule, index)
        assert (game.outcome is Outcome.WON) == batch.won[index], f"game {index}"
        assert len(moves) == batch.moves[index], f"game {index}"
        assert sum(not move.certain for move in moves) == batch.guesses[index], f"game {index}"
        opened = [level.board.index(move.cell) for move in moves]
        assert hash_of(opened) == batch.hash[index], f"game {index} has other moves"


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("name", "games"),
    [("beginner", repeats(5, 15)), ("4x4/6", repeats(3, 10)), *cases([], [("intermediate", 4)])],
)
def test_each_move_is_what_the_kernel_decides(
    strength: Strength, rule: FirstClick, name: str, games: int
) -> None:
    """Each cell that the player opens is the next that the kernel names when asked for one move."""
    chooser = Chooser(strength, rule)
    for index in range(games):
        game = Game(Level.parse(name), seed=79, index=index, first_click=rule)
        player, due = make_player(strength), list[Cell]()
        while game.outcome is Outcome.PLAYING:
            due = [cell for cell in due if not game.view.is_opened(cell)]
            due = due or chooser.decide(game.view).cells
            move = player.move(game.view)
            assert move is not None
            assert move.cell == due[0], f"game {index}, after {len(game.view.opened)} cells"
            game.open(move.cell)


@pytest.mark.parametrize("strength", ["fast", "master"])
def test_threads_and_cuts_do_not_matter(strength: str) -> None:
    """The same games come out on any number of threads, and however the range is cut."""
    level = Level.NAMED["expert"]
    whole = play_games(Series(strength, level, FirstClick.SAFE, seed=72, count=120, threads=1))
    several = play_games(Series(strength, level, FirstClick.SAFE, seed=72, count=120, threads=5))
    parts = [
        play_games(Series(strength, level, FirstClick.SAFE, seed=72, start=s, count=40))
        for s in (0, 40, 80)
    ]
    for column in range(4):
        joined = np.concatenate([part[column] for part in parts])
        assert np.array_equal(whole[column], several[column])
        assert np.array_equal(whole[column], joined)


def test_given_layouts_are_played() -> None:
    """Games on explicit layouts equal the seeded games that those layouts come from."""
    level = Level.NAMED["beginner"]
    seeded = play_games(Series("master", level, FirstClick.NONE, seed=73, count=50))
    layouts = [Game(level, seed=73, index=i, first_click=FirstClick.NONE).layout for i in range(50)]
    given = play_games(
        Series("master", level, FirstClick.NONE, layouts=[layout for layout in layouts if layout])
    )
    assert np.array_equal(seeded.hash, given.hash)


@pytest.mark.parametrize("mines", range(1, 16))
def test_master_reaches_the_perfect_value_on_4x4(mines: int) -> None:
    """Over all layouts of 4x4 it wins exactly as many games as perfect play can."""
    level, board = Level(4, 4, mines), Board(4, 4)
    view = View(4, 4, mines, FirstClick.SAFE)
    [first] = Chooser("master", FirstClick.SAFE).decide(view).cells
    others = [cell for cell in board if cell != first]
    layouts = [Layout.of(board, chosen) for chosen in combinations(others, mines)]
    played = play_games(Series("master", level, FirstClick.SAFE, layouts=layouts, threads=2))
    best = perfect(view)
    assert Fraction(int(played.won.sum()), len(layouts)) == best.value


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


def test_of_equal_risks_a_likely_toss_up_is_settled_first() -> None:
    """Two cells that may become an unavoidable guess are preferred to others just as risky."""
    shown = ViewWriter(8, 8, 34, FirstClick.SAFE)
    for cell, clue in {(1, 0): 1, (1, 1): 3, (2, 0): 1, (2, 1): 3}.items():
        shown.reveal(cell, clue)
    decision = Chooser("master", FirstClick.SAFE).decide(shown.view)
    risks = {candidate.cell: candidate.risk for candidate in decision.candidates}
    assert decision.cells[0] in {(0, 0), (0, 1)}
    assert risks[(3, 0)] == pytest.approx(decision.risk)


def test_a_batch_stops_soon_when_asked() -> None:
    """A signal ends a batch of long games well before the game in play would end."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            play_games(Series("deep", Level.NAMED["expert"], FirstClick.SAFE, seed=77, count=2_000))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - start < 3


def test_no_certain_move_is_ever_fatal() -> None:
    """In many games of each level, a move that the player calls certain never hits a mine."""
    for level in Level.NAMED.values():
        for index in range(repeats(50, 300)):
            game = Game(level, seed=75, index=index)
            for turn in turns(game, make_player("fast")):
                assert not (turn.move.certain and game.outcome is Outcome.LOST)


def test_forecasts_belong_to_games() -> None:
    """Each guess is kept with its game and a chance between 0 and 1."""
    games, forecasts = forecast_games(
        Series(
            "master", Level.NAMED["intermediate"], FirstClick.SAFE, seed=76, count=200, threads=2
        )
    )
    assert len(forecasts.game) == games.guesses.sum()
    assert ((forecasts.chance >= 0) & (forecasts.chance <= 1)).all()
    assert set(forecasts.game.tolist()) <= set(range(200))


def test_bad_batches_are_refused() -> None:
    """Unknown strengths, no room for the first click and cells off the board are SapperErrors."""
    level = Level.NAMED["beginner"]
    with pytest.raises(InvalidBoard, match="strength"):
        play_games(Series("heroic", level, FirstClick.SAFE, count=1))
    with pytest.raises(InvalidBoard, match="off the board"):
        play_games(Series("fast", level, FirstClick.SAFE, count=1, first=(9, 9)))
    with pytest.raises(InvalidBoard):
        play_games(Series("fast", Level(3, 3, 9), FirstClick.SAFE, count=1))
    with pytest.raises(InvalidBoard):
        play_games(Series("fast", level, FirstClick.SAFE, count=-1))
    with pytest.raises(InvalidBoard, match="at most"):
        play_games(Series("fast", level, FirstClick.SAFE, count=2**62))


def test_an_unknown_total_is_played_by_risk() -> None:
    """Without a mine total the player still moves, by least risk."""
    shown = ViewWriter(5, 5)
    shown.reveal((0, 0), 0)
    move = make_player("master").move(shown.view)
    assert move is not None
    assert move.certain


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(
    "text", ["2x2/1\n1 1\n1 #", "2x1/1\n# 1", "2x1/0\n. .", "5x1/3\n. 1 # # #"]
)
def test_a_won_position_has_no_move(strength: str, text: str) -> None:
    """Where only mines are left, or nothing at all, the player stops."""
    assert make_player(strength).move(read_view(text)) is None


def test_large_won_boards_have_no_move() -> None:
    """The same holds where the board is too large for the player's tables."""
    game = Game(Level(40, 40, 1), seed=1)
    for _ in turns(game, make_player("master")):
        pass
    assert game.outcome is Outcome.WON
    assert make_player("master").move(game.view) is None


def test_a_flag_on_the_chosen_cell_is_not_the_end() -> None:
    """A flag on the cell that the player would choose makes it choose another."""
    game = Game(Level.NAMED["beginner"], seed=7)
    game.open((8, 0))
    usual = make_player("master").move(game.view)
    assert usual is not None
    game.flag(usual.cell)
    other = make_player("master").move(game.view)
    assert other is not None
    assert game.view[other.cell] == UNOPENED


def test_a_guess_is_thought_over_when_the_view_grows() -> None:
    """A player that is shown more than it asked for decides again."""
    shown = ViewWriter(3, 4, 2, FirstClick.SAFE)
    player = make_player("master")
    for cell, clue in (((0, 0), 1), ((2, 3), 0)):
        player.move(shown.view)
        shown.reveal(cell, clue)
    assert player.move(shown.view) == make_player("master").move(shown.view)


def test_an_impossible_view_leaves_no_trace() -> None:
    """After a refused position, the same player still decides as a new one does."""
    rows = ["-----1", "---2--", "-----2", "--2---", "-2----", "--11--"]
    text = "mines 8\n" + "\n".join(row.replace("-", "#") for row in rows)
    used = Chooser("fast", FirstClick.SAFE)
    with pytest.raises(InvalidPosition):
        used.decide(read_view("mines 5\n# 1 # # 1"))
    fresh = Chooser("fast", FirstClick.SAFE)
    assert used.decide(read_view(text)) == fresh.decide(read_view(text))


@pytest.mark.parametrize("player", ["random", "textbook", "cautious", "least-risk", "master"])
@pytest.mark.parametrize("level", ["3x3/5", "4x4/12", "3x1/1", "6x6/30"])
def test_a_zero_start_needs_room(player: str, level: str) -> None:
    """Where only some cells leave room for a first 0, every player begins at one of them."""
    for index in range(10):
        game = Game(Level.parse(level), seed=78, index=index, first_click=FirstClick.ZERO)
        turn = next(turns(game, make_player(player, seed=index)))
        assert game.view[turn.move.cell] == 0
