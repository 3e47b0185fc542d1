from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove, SapperError
from sapper.rules.game import Action, ActionType, Game, Outcome
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick

NONE, SAFE, ZERO = FirstClick


def start(text: str, rule: FirstClick = NONE) -> Game:
    return Game.of(read_layout(text), rule)


def snapshot(game: Game) -> object:
    """Return the whole state of a game, including what equality of views leaves out."""
    kept = copy.deepcopy(game)
    state = vars(kept)
    del state["_seen"]
    return state, game.view.copy(), list(game.view.opened), game.outcome


def reference_area(layout: Layout, flags: set[Cell], cell: Cell) -> set[Cell]:
    """Find cell by cell what opening a safe cell reveals."""
    area, todo = set[Cell](), [cell]
    while todo:
        here = todo.pop()
        if here in area or here in flags:
            continue
        area.add(here)
        near = layout.board.neighbours(here)
        if not any(neighbour in layout.mines for neighbour in near):
            todo += near
    return area


@given(st.from_type(Layout), st.data())
def test_flood(layout: Layout, data: st.DataObject) -> None:
    """A 0 opens its connected area and its rim; flags stop the flood and stay."""
    game = Game.of(layout)
    cells = st.sampled_from(list(layout.board))
    for cell in data.draw(st.sets(cells, max_size=5)):
        with contextlib.suppress(InvalidMove):  # all mines: won before it started
            game.flag(cell)
    flags = set(game.view.flags)
    for cell in data.draw(st.lists(cells)):
        playing = game.outcome is Outcome.PLAYING
        if not playing or cell in layout.mines or game.view[cell] != -1:
            continue
        already = set(game.view.opened)
        changed = game.open(cell)
        # cells that were open before stop nothing: their own area is open as well
        assert set(changed) == reference_area(layout, flags, cell) - already
        assert game.view.flags == flags
    clues = layout.clues()
    assert all(game.view[cell] == clues[layout.board.index(cell)] for cell in game.view.opened)


@given(st.from_type(Game), st.data())
def test_changed_cells(game: Game, data: st.DataObject) -> None:
    """Every action returns each changed cell once: those of the view, and the mines it hit."""
    verbs, cells = st.sampled_from(ActionType), st.sampled_from(list(game.board))
    before = game.view.copy()
    try:
        changed = game.perform(Action(data.draw(verbs), data.draw(cells)))
    except SapperError:
        return
    differing = [cell for cell in game.board if game.view[cell] != before[cell]]
    hit = [cell for cell in changed if cell not in differing]
    assert len(changed) == len(differing) + len(hit) == len(set(changed))
    assert set(differing) <= set(changed)
    assert all(game.layout and game.layout.is_mine(cell) for cell in hit)
    assert game.fatal == (hit[0] if hit else None)


@given(st.from_type(Game), st.sampled_from(ActionType), st.integers(-2, 7), st.integers(-2, 13))
def test_errors_change_nothing(game: Game, verb: ActionType, row: int, column: int) -> None:
    """A refused action leaves the game exactly as it was."""
    before = snapshot(game)
    try:
        game.perform(Action(verb, (row, column), 1.5))
    except SapperError:
        assert snapshot(game) == before
    else:
        assert game.actions[-1] == Action(verb, (row, column), 1.5)


@given(st.from_type(Game))
def test_outcome(game: Game) -> None:
    """A game is lost at its fatal mine, won when all safe cells are open, otherwise it goes on."""
    safe = game.board.size - game.level.mines
    if game.fatal is not None:
        assert game.layout is not None
        assert game.layout.is_mine(game.fatal)
        assert game.outcome is Outcome.LOST
    else:
        won = len(game.view.opened) == safe
        assert game.outcome is (Outcome.WON if won else Outcome.PLAYING)


def replayed(game: Game, actions: list[Action]) -> Game:
    """Start a game anew and do some of its actions."""
    if game.seed is None or game.index is None:
        assert game.layout is not None
        again = Game.of(game.layout, game.first_click)
    else:
        seed, index = game.seed, game.index
        again = Game(game.level, seed=seed, index=index, first_click=game.first_click)
    for action in actions:
        again.perform(action)
    return again


@given(st.from_type(Game))
def test_replay(game: Game) -> None:
    """The actions of a game, done again from its start, give the same game."""
    assert snapshot(replayed(game, game.actions)) == snapshot(game)


@given(st.from_type(Game))
def test_an_undone_action_leaves_its_record_and_nothing_else(game: Game) -> None:
    """After an undo the game is as it was before the action that lost, but for the record."""
    if game.outcome is not Outcome.LOST:
        with pytest.raises(InvalidMove, match="only the action that lost"):
            game.undo()
        return
    played, view = list(game.actions), game.view
    seen = list(view.opened)
    game.undo(time=2.5)
    assert game.actions == [*played, Action(ActionType.UNDO, played[-1].cell, 2.5)]
    assert list(view.opened) == seen
    again = replayed(game, game.kept)
    assert game.kept == again.actions
    for name in ("actions", "_changed"):
        setattr(game, name, getattr(again, name))
    assert snapshot(game) == snapshot(again)


def test_a_chord_that_lost_is_undone_as_a_whole() -> None:
    """The cells that the chord opened are shut again, and a new area can open there."""
    game = start("* . . .\n. . . .\n. . . .")
    game.open((0, 1))
    game.flag((1, 0))
    followed = game.view
    assert len(game.chord((0, 1))) > 5
    assert game.outcome is Outcome.LOST
    with pytest.raises(InvalidMove, match="the action that lost was at"):
        game.undo((0, 0))
    game.undo((0, 1))
    assert (game.outcome, list(game.view.opened)) == (Outcome.PLAYING, [(0, 1)])
    assert len(followed.opened) > 5  # a view that somebody follows only grows
    game.flag((1, 0))
    game.open((2, 3))
    assert str(game.outcome) == "won"


def test_flags_before_the_first_click() -> None:
    """Flags set before the mines are laid stop the first flood, and open when asked."""
    game = Game(Level(5, 1, 0))
    game.flag((0, 2))
    assert game.layout is None
    assert sorted(game.open((0, 0))) == [(0, 0), (0, 1)]
    with pytest.raises(InvalidMove, match="flagged"):
        game.open((0, 2))
    game.flag((0, 2))
    assert sorted(game.open((0, 2))) == [(0, 2), (0, 3), (0, 4)]
    assert game.outcome is Outcome.WON


def test_flag_cuts_the_area() -> None:
    """A flag in a corridor stops the flood there; what lies behind opens once it is gone."""
    game = start(".....*")
    game.flag((0, 2))
    assert sorted(game.open((0, 0))) == [(0, 0), (0, 1)]
    game.flag((0, 2))
    assert sorted(game.open((0, 2))) == [(0, 2), (0, 3), (0, 4)]


def test_chord() -> None:
    """A chord opens the unflagged neighbours of a number with as many flags."""
    game = start("*..\n...\n...")
    game.open((1, 1))
    with pytest.raises(InvalidMove, match=r"the 1 at B2 has 0 flags"):
        game.chord((1, 1))
    game.flag((0, 0))
    assert len(game.chord((1, 1))) == 7
    assert game.outcome is Outcome.WON


def test_chord_on_a_wrong_flag() -> None:
    """A chord beside a wrong flag loses; the safe neighbours are opened all the same."""
    game = start("*..\n...")
    game.open((1, 1))
    game.flag((0, 1))
    changed = game.chord((1, 1))
    assert game.outcome is Outcome.LOST
    assert game.fatal == (0, 0)
    assert sorted(changed) == [(0, 0), (0, 2), (1, 0), (1, 2)]
    assert game.view[0, 0] == -1


def test_chord_on_two_mines() -> None:
    """A chord that hits two mines returns both; the first of them is the fatal one."""
    game = start("**.\n...")
    game.open((1, 1))
    game.flag((0, 2))
    game.flag((1, 2))
    assert game.chord((1, 1)) == [(0, 0), (0, 1), (1, 0)]
    assert game.fatal == (0, 0)


def test_chord_needs_a_number() -> None:
    """Neither an unopened nor a flagged cell can be chorded."""
    game = start("*.")
    with pytest.raises(InvalidMove, match="not open"):
        game.chord((0, 1))
    game.flag((0, 0))
    with pytest.raises(InvalidMove, match="not open"):
        game.chord((0, 0))


def test_chord_with_nothing_left() -> None:
    """A chord with only open or flagged neighbours changes nothing, but is an action."""
    game = start("*..*.")
    game.open((0, 1))
    game.open((0, 2))
    game.flag((0, 0))
    assert game.chord((0, 1)) == []
    assert game.actions[-1].type is ActionType.CHORD


def test_loss() -> None:
    """Opening a mine loses, returns that cell, and shows it in no view."""
    game = start("*.")
    assert game.open((0, 0), time=2.5) == [(0, 0)]
    assert (game.outcome, game.fatal) == (Outcome.LOST, (0, 0))
    assert game.view.opened == []
    assert game.actions == [Action(ActionType.OPEN, (0, 0), 2.5)]


@pytest.mark.parametrize("cell", [(0, 0), (0, 1)], ids=["lost", "won"])
def test_after_the_end(cell: Cell) -> None:
    """After the end every action is refused and the game is unchanged."""
    game = start("*.")
    game.open(cell)
    before = snapshot(game)
    actions: list[Callable[[Cell], object]] = [game.open, game.flag, game.chord]
    for action in actions:
        for target in game.board:
            with pytest.raises(InvalidMove, match="over"):
                action(target)
    assert snapshot(game) == before


def test_flag_and_unflag() -> None:
    """A flag is toggled, an open cell cannot have one, and a flag alone never ends a game."""
    game = start("*.")
    assert game.flag((0, 0)) == game.flag((0, 0)) == game.flag((0, 0)) == [(0, 0)]
    assert game.view.flags == {(0, 0)}
    assert game.outcome is Outcome.PLAYING
    assert game.first is None
    game = start("*..")
    game.open((0, 1))
    with pytest.raises(InvalidMove, match="cannot be flagged"):
        game.flag((0, 1))
    with pytest.raises(InvalidMove, match="open already"):
        game.open((0, 1))
    assert game.first == (0, 1)


@pytest.mark.parametrize("rule", FirstClick)
def test_first_click_rules(rule: FirstClick) -> None:
    """`safe` spares the first cell and `zero` its neighbours too, even on the fullest board."""
    for width, height in [(1, 5), (5, 1), (2, 2), (4, 4)]:
        board = Board(height, width)
        for cell in board:
            spared = {NONE: [], SAFE: [cell], ZERO: [cell, *board.neighbours(cell)]}[rule]
            game = Game(Level(width, height, board.size - len(spared)), first_click=rule)
            if game.outcome is Outcome.PLAYING:
                game.open(cell)
            assert game.layout is not None
            assert game.layout.mines == set(board) - set(spared)


def test_no_room_for_the_first_click() -> None:
    """Mines without room are refused: at once if no click has room, otherwise at the click."""
    with pytest.raises(InvalidBoard, match="no room"):
        Game(Level(2, 2, 4), first_click=SAFE)
    with pytest.raises(InvalidBoard, match="no room"):
        Game(Level(3, 3, 6), first_click=ZERO)
    game = Game(Level(3, 3, 5), first_click=ZERO)
    before = snapshot(game)
    with pytest.raises(InvalidBoard, match="leaves 0 cells"):
        game.open((1, 1))
    assert snapshot(game) == before
    game.open((0, 0))


def test_layout_that_breaks_its_rule() -> None:
    """On a given layout a first click that breaks the announced rule is refused."""
    game = start("*...", ZERO)
    for cell in [(0, 0), (0, 1)]:
        with pytest.raises(InvalidMove, match="first-click rule 'zero'"):
            game.open(cell)
    game.open((0, 2))


@pytest.mark.parametrize("rule", FirstClick)
def test_single_cell(rule: FirstClick) -> None:
    """On 1x1 without a mine the one click wins."""
    game = Game(Level(1, 1, 0), first_click=rule)
    assert game.open((0, 0)) == [(0, 0)]
    assert game.outcome is Outcome.WON


@pytest.mark.parametrize("level", [Level(1, 1, 1), Level(4, 3, 12)])
def test_only_mines(level: Level) -> None:
    """A board of only mines has nothing to open: it is won before it starts."""
    game = Game(level, first_click=NONE)
    assert game.outcome is Outcome.WON
    with pytest.raises(InvalidMove):
        game.open((0, 0))


@pytest.mark.parametrize("shape", [(1, 9), (9, 1)])
def test_narrow(shape: tuple[int, int]) -> None:
    """On a line of cells the flood goes to the clue before each mine."""
    board = Board(*shape)
    game = Game.of(Layout.of(board, [board.cell(6)]))
    assert sorted(game.open(board.cell(0))) == [board.cell(index) for index in range(6)]


def test_flood_does_not_wrap() -> None:
    """The end of a row is not a neighbour of the start of the next."""
    game = start("...*.\n...*.\n**.*.")
    assert (1, 4) not in game.open((0, 0))


@pytest.mark.parametrize(("height", "width"), [(1000, 1000), (1, 100_000), (100_000, 1)])
def test_large_area(height: int, width: int) -> None:
    """A large board without mines opens whole, each cell once, without recursion."""
    game = Game(Level(width, height, 0))
    changed = game.open((height // 2, width // 2))
    assert len(changed) == len(set(changed)) == height * width
    assert game.outcome is Outcome.WON


def test_short_names() -> None:
    """The repr of a game or a view shows its level, its state and how much is opened."""
    game = start("*..\n...")
    game.open((1, 1))
    assert repr(game) == "<Game 3x2/1, playing, 1 opened>"
    assert repr(game.view) == "<View 3x2/1, 1 opened>"
