"""Wrong arguments of the library's functions are refused in the words of the domain."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest
from fuzz.fuzz_arguments import failures
from harness.scale import repeats

import sapper
from sapper import (
    Action,
    Board,
    FirstClick,
    Game,
    InvalidBoard,
    InvalidMove,
    Layout,
    Level,
    SapperError,
    View,
)

LEVEL = Level(9, 9, 10)
LAYOUT = Layout.of(Board(3, 3), [(0, 0)])
VIEW = View.of([[1, 1, 0], [-1, 1, 0]], mines=1)
anything: Any = sapper  # its functions without their types: here they get wrong arguments


def new() -> Any:
    return Game(LEVEL, seed=7)


@pytest.mark.parametrize("text", ["beginner", "9x9/10"])
def test_a_level_may_be_text(text: str) -> None:
    """A game and a no-guess board of a level's name are those of the level."""
    assert Game(text, seed=7).level == LEVEL
    assert sapper.generate(text, seed=7).layout == sapper.generate(LEVEL, seed=7).layout
    day = date(2026, 11, 17)
    assert sapper.daily_board(day, text).layout == sapper.daily_board(day, LEVEL).layout


@pytest.mark.parametrize("act", [Game.open, Game.flag, Game.pin])
@pytest.mark.parametrize("cell", [[4, 4], np.array([4, 4])], ids=["list", "array"])
def test_a_pair_is_kept_as_a_cell(act: Callable[..., Any], cell: Any) -> None:
    """Whatever pair an action is given, the game remembers a tuple of ints."""
    game = new()
    act(game, cell)
    kept = game.start if act is Game.pin else game.actions[0].cell
    assert (type(kept), kept) == (tuple, (4, 4))
    assert all(type(number) is int for number in kept)


NOT_CELLS = [4, None, "C4", (4.0, 4), (4, 4, 4), (4,), ("4", "4"), {4: 4}]


@pytest.mark.parametrize("cell", NOT_CELLS, ids=repr)
@pytest.mark.parametrize("act", [Game.open, Game.flag, Game.chord, Game.pin])
def test_what_is_no_cell_is_refused(act: Callable[..., Any], cell: Any) -> None:
    """An action on what is not a cell says what a cell is, and changes nothing."""
    game = new()
    with pytest.raises(InvalidMove, match=r"a cell is a tuple \(row, column\)"):
        act(game, cell)
    assert (game.actions, game.layout, list(game.view.flags)) == ([], None, [])


def test_row_and_column_instead_of_a_cell() -> None:
    """`game.open(4, 4)`, which beginners write, says what to write instead."""
    for act in (new().open, new().flag, new().chord):
        with pytest.raises(InvalidMove, match=r"such as \(4, 4\), not 4"):
            act(4, 4)


@pytest.mark.parametrize("cell", NOT_CELLS, ids=repr)
def test_views_and_boards_refuse_what_is_no_cell(cell: Any) -> None:
    """Looking a cell up in a view, a board or a layout says what a cell is."""
    for look in (VIEW.__getitem__, VIEW.is_opened, LAYOUT.is_mine):
        with pytest.raises(SapperError):
            look(cell)


WRONG: list[tuple[str, Callable[[], object], str]] = [
    ("Game(9)", lambda: anything.Game(9), "a level is 'beginner'"),
    ("Game(None)", lambda: anything.Game(None), "a level is 'beginner'"),
    ("Game('huge')", lambda: Game("huge"), "unknown level 'huge'"),
    ("seed as text", lambda: anything.Game(LEVEL, seed="a"), "a seed is a whole number"),
    ("seed 1.5", lambda: anything.Game(LEVEL, seed=1.5), "a seed is a whole number"),
    ("index", lambda: anything.Game(LEVEL, index="x"), "a game index is a whole number"),
    ("rule", lambda: anything.Game(LEVEL, first_click="nice"), "use none, safe, zero"),
    ("rule of View", lambda: anything.View(9, 9, 10, "nice"), "use none, safe, zero"),
    ("Game.of", lambda: anything.Game.of("..*"), "a Layout is needed"),
    ("perform", lambda: new().perform("open"), "an Action is needed"),
    ("verb", lambda: new().perform(Action("blow", (4, 4))), "use open, flag"),  # type: ignore[arg-type]
    ("Board('9', 9)", lambda: anything.Board("9", 9), "a height is a whole number"),
    ("Board(9, 9.5)", lambda: anything.Board(9, 9.5), "a width is a whole number"),
    ("mines", lambda: anything.Level(9, 9, "10"), "a number of mines is a whole number"),
    ("Level.parse(9)", lambda: anything.Level.parse(9), "text is needed"),
    ("Layout", lambda: anything.Layout(Board(2, 2), [0, 0, 0, 1]), "bytes"),
    ("Layout.of", lambda: anything.Layout.of("beginner", []), "a Board is needed"),
    ("Layout.of(4)", lambda: anything.Layout.of(Board(2, 2), 4), "the mines are cells"),
    ("View.of(5)", lambda: anything.View.of(5), "rows of marks"),
    ("View.of text", lambda: anything.View.of([[0, "x"]]), "a mark is a whole number"),
    ("View mines", lambda: anything.View(9, 9, "10"), "a number of mines is a whole number"),
    ("read_view", lambda: anything.read_view(VIEW), "text is needed"),
    ("read_layout", lambda: anything.read_layout(b".*"), "text is needed"),
    ("read_mine", lambda: anything.read_mine(5), "text is needed"),
    ("read_mbf", lambda: anything.read_mbf("text"), "bytes"),
    ("game_from_id", lambda: anything.game_from_id(5), "text is needed"),
    ("board_id", lambda: anything.board_id("x"), "a Game or Layout is needed"),
    ("write_view", lambda: anything.write_view("x"), "a View is needed"),
    ("write_layout", lambda: anything.write_layout("x"), "a Layout is needed"),
    ("write_mbf", lambda: anything.write_mbf("x"), "a Layout is needed"),
    ("write_mine", lambda: anything.write_mine("x"), "a View is needed"),
    ("view_to_json", lambda: anything.view_to_json(5), "a View is needed"),
    ("layout_to_json", lambda: anything.layout_to_json(5), "a Layout is needed"),
    ("game_to_json", lambda: anything.game_to_json(5), "a Game is needed"),
    ("make_player(5)", lambda: anything.make_player(5), "text is needed"),
    ("player's seed", lambda: anything.make_player("master", "x"), "a seed is a whole number"),
    ("turns", lambda: list(anything.turns(new(), "master")), "a player, as make_player"),
    ("turns of text", lambda: list(anything.turns("x", "master")), "a Game is needed"),
    ("review", lambda: anything.review("x"), "a Game is needed"),
    ("review_to_json", lambda: anything.review_to_json("x"), "a Review is needed"),
    ("generate", lambda: anything.generate(5), "a level is 'beginner'"),
    ("first", lambda: anything.generate(LEVEL, first="A1"), "a cell is a tuple"),
    ("KnowledgeBase", lambda: anything.KnowledgeBase("x"), "a Board is needed"),
    ("clue", lambda: anything.KnowledgeBase(Board(2, 2)).observe({(0, 0): "1"}), "a clue is"),
    ("puzzle", lambda: anything.puzzle("subset", seed="x"), "a seed is a whole number"),
]


@pytest.mark.parametrize(
    ("call", "message"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_wrong_arguments(call: Callable[[], object], message: str) -> None:
    """Each wrong argument raises a SapperError that says what is expected."""
    with pytest.raises(SapperError, match=message):
        call()


def test_an_unknown_rule_is_an_invalid_board() -> None:
    """The error of an unknown first-click rule is the same from every function."""
    for call in (anything.Game, anything.generate):
        with pytest.raises(InvalidBoard, match="'nice' is not a first-click rule"):
            call(LEVEL, first_click="nice")


def test_one_wrong_argument_is_answered_or_refused() -> None:
    """Whatever stands in for an argument; integers of numpy are as good as Python's."""
    assert dict(failures(repeats(600, 30_000), seed=1)) == {}


def test_seeds_and_cells_of_numpy() -> None:
    """They lead to the same boards and cells as plain numbers, and can be written as JSON."""
    for seed in (np.int64(5), np.uint64(5)):
        game, plain = anything.Game("expert", seed=seed), Game("expert", seed=5)
        for each in (game, plain):
            each.open((3, 3))
        assert json.dumps(sapper.game_to_json(game)) == json.dumps(sapper.game_to_json(plain))
    game = anything.Game("beginner", seed=7, first_click=FirstClick.ZERO)
    assert len(game.open((np.uint8(4), np.uint8(4)))) == 44
    game = anything.Game("expert", seed=7)
    game.open((np.int8(15), np.int8(29)))
    assert game.view.is_opened((15, 29))
    assert [type(part) for part in game.actions[0].cell] == [int, int]


def test_a_time_that_is_no_number_changes_nothing() -> None:
    """It is refused at once: such a game could not be saved later."""
    wrong: list[Any] = ["x", float("nan"), [], True]
    for time in wrong:
        game = new()
        with pytest.raises(InvalidMove, match="a time is a number of seconds"):
            anything.Game.open(game, (4, 4), time=time)
        assert not game.view.opened
        assert not game.actions
    game.open((4, 4), time=np.float32(1.5))
    assert game.actions[0].time == 1.5


def test_a_refusal_is_short_and_never_fails_itself() -> None:
    """Huge numbers, deep nesting and long texts are named by a few letters."""
    nested: list[Any] = []
    for _ in range(3_000):
        nested = [nested]
    for value in (10**5_000, nested, "x" * 200_000):
        with pytest.raises(SapperError) as refused:
            anything.Game(value)
        assert len(str(refused.value)) < 200


def test_what_a_player_answers_is_a_move() -> None:
    """A cell alone is refused by name."""

    class Bare:
        def move(self, view: View) -> Any:
            return 0, 0

    with pytest.raises(InvalidMove, match=r"answers a Move or None, not \(0, 0\)"):
        list(sapper.turns(new(), Bare()))
