"""A review judges moves exactly, by the view alone."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import combinations, islice, pairwise
from math import exp, isclose, prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sapper import (
    Action,
    ActionType,
    Board,
    Cell,
    FirstClick,
    Game,
    InvalidMove,
    Layout,
    Level,
    Outcome,
    View,
    board_id,
    game_from_id,
    game_from_json,
    game_to_json,
    generate,
    make_player,
    read_layout,
    review,
    review_to_json,
    turns,
    view_from_json,
)
from sapper.engine.perfect import first_chances
from sapper.reviewing import TOLERANCE, Judgement, Severity, Verdict, describe, summary

FIGURES = ("chance", "chance_made", "chance_after", "loss", "accuracy")

# (0,0) is a mine: the 1 at (1,1) and the zeros prove it as soon as the area is open
CORNER = "* . . .\n. . . .\n. . . *\n"


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a small game and some legal actions, sensible or not."""
    board = Board(draw(st.integers(2, 4)), draw(st.integers(2, 4)))
    mines = draw(st.sets(st.sampled_from(list(board)), min_size=1, max_size=board.size // 3))
    game = Game.of(Layout.of(board, mines), draw(st.sampled_from(FirstClick)))
    actions = st.tuples(st.sampled_from(ActionType), st.sampled_from(list(board)))
    for verb, cell in draw(st.lists(actions, max_size=25)):
        try:
            game.perform(Action(verb, cell))
        except InvalidMove:
            continue
    return game


def fitting(view: View) -> list[set[Cell]]:
    """Return every set of mines that the view allows."""
    assert view.mines is not None
    around = {cell: set(view.board.neighbours(cell)) for cell in view.opened}
    return [
        mines
        for mines in map(set, combinations(view.unopened, view.mines))
        if all(len(mines & near) == view[cell] for cell, near in around.items())
    ]


def views_before(game: Game) -> list[View]:
    assert game.layout is not None
    replay, views = Game.of(game.layout, game.first_click), []
    for action in game.actions:
        views.append(replay.view.copy())
        replay.perform(action)
    return views


@given(games())
def test_risks_are_the_share_of_layouts_that_lose(game: Game) -> None:
    """Risk and least risk, of chords too, are what trying every layout gives."""
    for verdict, view in zip(review(game).verdicts, views_before(game), strict=True):
        if not verdict.opens or verdict.judgement is Judgement.FREE:
            continue
        layouts = fitting(view)
        lost = sum(not mines.isdisjoint(verdict.opens) for mines in layouts)
        least = min(sum(cell in mines for mines in layouts) for cell in view.unopened)
        assert isclose(verdict.risk, lost / len(layouts), abs_tol=1e-9)
        assert isclose(verdict.least_risk, least / len(layouts), abs_tol=1e-9)


@given(games())
def test_judgements_are_those_of_their_definitions(game: Game) -> None:
    """Certain means true in every layout; the other judgements follow from that."""
    for verdict, view in zip(review(game).verdicts, views_before(game), strict=True):
        layouts = fitting(view)
        safe = {cell for cell in view.unopened if not any(cell in mines for mines in layouts)}
        check = _check_opening if verdict.opens else _check_flag
        if verdict.judgement not in (Judgement.FREE, Judgement.IDLE):
            check(verdict, layouts, safe)


def _check_opening(verdict: Verdict, layouts: list[set[Cell]], safe: set[Cell]) -> None:
    lost = sum(not mines.isdisjoint(verdict.opens) for mines in layouts)
    if lost == 0:
        assert verdict.judgement is Judgement.CERTAIN
    elif lost == len(layouts):
        assert verdict.judgement is Judgement.CERTAIN_MINE
    elif safe:
        assert verdict.judgement is Judgement.MISSED
        assert set(verdict.better) == safe
    else:
        assert verdict.loss is not None
        assert verdict.chance is not None
        worse = verdict.loss > TOLERANCE * verdict.chance
        assert verdict.judgement is (Judgement.WORSE_GUESS if worse else Judgement.BEST_GUESS)


def _check_flag(verdict: Verdict, layouts: list[set[Cell]], safe: set[Cell]) -> None:
    proved = all(verdict.action.cell in mines for mines in layouts)
    expected = Judgement.PROVED_FLAG if proved else Judgement.UNPROVED_FLAG
    if verdict.action.cell in safe:
        expected = Judgement.WRONG_FLAG
    assert verdict.judgement is expected


@given(games(), st.data())
def test_the_mines_play_no_part_in_a_judgement(game: Game, data: st.DataObject) -> None:
    """Other mines behind the same views change no verdict, only what came of the last move."""
    assert game.layout is not None
    assume(game.view.opened and game.kept == game.actions)
    others = fitting(game.view)
    mines = others[data.draw(st.integers(0, len(others) - 1))]
    other = Game.of(Layout.of(game.board, mines), game.first_click)
    for action in game.actions:
        other.perform(action)
    for ours, theirs in zip(review(game).verdicts, review(other).verdicts, strict=True):
        assert replace(ours, chance_after=None) == replace(theirs, chance_after=None)


@given(games())
def test_losses_are_those_of_perfect_play(game: Game) -> None:
    """On a small board a move's loss is the best play's chance minus the chance after the move."""
    for verdict, view in zip(review(game).verdicts, views_before(game), strict=True):
        if not verdict.opens or not view.opened:
            continue
        chances = first_chances(view)
        best = float(max(chances.values()))
        assert verdict.chance == pytest.approx(best)
        if len(verdict.opens) == 1:
            made = float(chances.get(verdict.opens[0], 0))
            assert verdict.loss == pytest.approx(best - made)
        else:
            assert verdict.chance_made is not None
            assert 0 <= verdict.chance_made <= min(best, 1 - verdict.risk) + 1e-9


@given(games())
def test_the_chance_is_known_after_every_action(game: Game) -> None:
    """The chance after an action is that before the next one; at the end it is 1 or 0."""
    judged = review(game)
    verdicts = judged.verdicts
    assert judged.chances == [verdict.chance_after for verdict in verdicts]
    for verdict, following in pairwise(verdicts):
        assert following.chance in (None, verdict.chance_after)
    if verdicts and game.outcome is not Outcome.PLAYING:
        assert judged.chances[-1] == (game.outcome is Outcome.WON)


@given(games())
def test_survival_is_that_of_the_guesses(game: Game) -> None:
    """Survival is the product over the guesses, and there is one risk for each move."""
    judged = review(game)
    guesses = [1 - move.risk for move in judged.moves if move.is_guess]
    assert judged.survival == (prod(guesses) if guesses else None)
    assert len(judged.risks) == len(judged.least_risks) == len(judged.moves)


@given(games())
def test_reviews_are_plain_data_and_faults_are_puzzles(game: Game) -> None:
    """The JSON goes through text; each fault has its view, what was better, and a text."""
    judged = review(game)
    data = json.loads(json.dumps(review_to_json(judged)))
    assert data["summary"] == summary(judged)
    assert [each["judgement"] for each in data["actions"]] == [
        verdict.judgement for verdict in judged.verdicts
    ]
    views = views_before(game)
    for action, verdict in zip(data["actions"], judged.verdicts, strict=True):
        figures = [verdict.chance, verdict.chance_made, verdict.chance_after, verdict.loss]
        assert [action[name] for name in FIGURES] == [*figures, verdict.accuracy]
        assert (action["severity"], action["undone"]) == (verdict.severity, verdict.undone)
    for puzzle, verdict in zip(data["faults"], judged.faults, strict=True):
        assert view_from_json(puzzle["view"]) == views[verdict.number - 1]
        assert puzzle["better"] == [list(cell) for cell in verdict.better]
        assert puzzle["text"] == describe(verdict)


def played(rows: str, *actions: tuple[ActionType, Cell]) -> Game:
    game = Game.of(read_layout(rows), FirstClick.SAFE)
    for verb, cell in actions:
        game.perform(Action(verb, cell))
    return game


def judgements(game: Game) -> list[Judgement]:
    return [verdict.judgement for verdict in review(game).verdicts]


def test_flags_are_judged_by_what_was_proved() -> None:
    """A flag is proved, unproved or wrong by the view; taking one away is not judged."""
    game = played(
        CORNER,
        (ActionType.FLAG, (2, 3)),  # before anything is open: nothing proves it
        (ActionType.FLAG, (2, 3)),  # taken away
        (ActionType.OPEN, (2, 0)),  # safe by the rules; leaves the top row and (1,3), (2,3) shut
        (ActionType.FLAG, (0, 0)),
        (ActionType.FLAG, (0, 3)),
    )
    assert judgements(game) == [
        Judgement.UNPROVED_FLAG,
        Judgement.IDLE,
        Judgement.FREE,
        Judgement.PROVED_FLAG,
        Judgement.WRONG_FLAG,
    ]
    text = describe(review(game).verdicts[-1])
    assert text.startswith("You flagged D1, which was safe. ")
    assert len(text) > 40  # and why


def test_a_guess_beside_a_certain_cell_is_a_fault_that_names_it() -> None:
    """A guess at 50 % although three cells were proved safe gives half of the chance away."""
    game = played(CORNER, (ActionType.OPEN, (2, 0)), (ActionType.OPEN, (2, 3)))
    judged = review(game)
    guess = judged.verdicts[-1]
    assert guess.judgement is Judgement.MISSED
    assert set(guess.better) == {(0, 1), (0, 2), (0, 3)}
    assert guess.reason
    assert (guess.chance, guess.chance_made, guess.chance_after) == (1.0, 0.5, 0.0)
    assert guess.severity is Severity.BLUNDER
    assert judged.survival == 0.5
    assert judged.fatal == (2, 3)
    assert summary(judged).startswith("Lost at move 2 to the mine at D3. 1 blunder. ")


def test_without_a_guess_there_is_no_luck() -> None:
    """Neither proved cells nor a certain mine are luck; flags count in the number of the move."""
    opened = (ActionType.OPEN, (2, 0)), (ActionType.FLAG, (0, 0))
    assert review(played(CORNER, *opened)).survival is None
    judged = review(played(CORNER, *opened, (ActionType.FLAG, (0, 0)), (ActionType.OPEN, (0, 0))))
    assert judged.survival is None
    assert summary(judged).startswith("Lost at move 4 to the mine at A1. 1 blunder. ")
    assert summary(judged).endswith("You guessed nothing.")


def test_chords_are_judged_by_all_that_they_open() -> None:
    """A chord on proved flags is proved safe; one on a wrong flag is sure to lose."""
    right = played(
        CORNER,
        (ActionType.OPEN, (2, 0)),
        (ActionType.CHORD, (2, 0)),
        (ActionType.FLAG, (0, 0)),
        (ActionType.CHORD, (1, 1)),
    )
    assert judgements(right)[1:] == [Judgement.IDLE, Judgement.PROVED_FLAG, Judgement.CERTAIN]
    assert review(right).verdicts[-1].opens == ((0, 1), (0, 2))
    wrong = played(
        CORNER, (ActionType.OPEN, (2, 0)), (ActionType.FLAG, (0, 1)), (ActionType.CHORD, (1, 0))
    )
    assert judgements(wrong)[-2:] == [Judgement.WRONG_FLAG, Judgement.CERTAIN_MINE]
    chord = review(wrong).verdicts[-1]
    assert (chord.mine, chord.risk, chord.loss) == ((0, 0), 1.0, 1.0)
    assert describe(chord).startswith("You chorded A2, but A1 had to be a mine; ")


def test_a_losing_chord_is_judged_as_a_whole() -> None:
    """Two cells with one mine each half of the time: the risk and the loss are of both."""
    rows = "* . . .\n. . . ."
    game = played(
        rows, (ActionType.OPEN, (0, 1)), (ActionType.FLAG, (1, 0)), (ActionType.CHORD, (0, 1))
    )
    chord = review(game).verdicts[-1]
    assert set(chord.opens) == {(0, 0), (0, 2), (1, 1), (1, 2)}
    assert isclose(chord.risk, 4 / 5)
    assert chord.chance_made is not None
    assert chord.chance is not None
    assert chord.chance_made <= 1 / 5 < chord.chance
    assert chord.better


def test_an_undone_move_stays_in_the_review() -> None:
    """Undo takes back the loss, not the verdict: the accuracy is that of the move made."""
    lost = (ActionType.OPEN, (2, 0)), (ActionType.OPEN, (0, 0))
    undone = played(CORNER, *lost, (ActionType.UNDO, (0, 0)), (ActionType.OPEN, (0, 3)))
    judged = review(undone)
    _, blunder, undo, safe = judged.verdicts
    assert (blunder.judgement, blunder.undone) == (Judgement.CERTAIN_MINE, True)
    assert (undo.judgement, undo.undone, safe.judgement) == (
        Judgement.IDLE,
        False,
        Judgement.CERTAIN,
    )
    assert (blunder.chance_after, undo.chance_after) == (0.0, blunder.chance)
    assert judged.accuracy == pytest.approx((100 + 100 * exp(-4)) / 2)
    assert review_to_json(judged)["actions"][1]["undone"]


def test_a_chord_that_was_undone_does_not_disturb_what_follows() -> None:
    """After an undone chord the cells that it opened are unknown again to the review too."""
    begun = (ActionType.OPEN, (2, 0)), (ActionType.FLAG, (0, 1)), (ActionType.CHORD, (1, 0))
    undone = played(CORNER, *begun, (ActionType.UNDO, (1, 0)), (ActionType.OPEN, (2, 3)))
    assert review(undone).verdicts[-1].judgement is Judgement.MISSED


def test_a_guess_that_wins_less_often_is_worse() -> None:
    """Beside a 2 with three shut neighbours the rest of this board is safer: 1/6, not 2/3."""
    rows = ". * . . .\n* . . . *"
    game = played(rows, (ActionType.OPEN, (0, 0)), (ActionType.OPEN, (1, 1)))
    taken = review(game).verdicts[-1]
    assert taken.judgement is Judgement.WORSE_GUESS
    assert isclose(taken.risk, 2 / 3)
    assert isclose(taken.best_risk, 1 / 6)
    for better in taken.better:
        best = played(rows, (ActionType.OPEN, (0, 0)), (ActionType.OPEN, better))
        assert judgements(best)[-1] is Judgement.BEST_GUESS


def test_a_guess_that_only_a_long_search_finds_is_the_best() -> None:
    """It loses nothing, although the chance of winning, which may not search as long, is judged."""
    game = Game(Level.parse("9x9/20"), seed=41, index=52, first_click=FirstClick.SAFE)
    for _ in islice(turns(game, make_player("master")), 23):
        pass
    taken = review(game).verdicts[-1]
    assert taken.opens == ((2, 8),)
    assert (taken.judgement, taken.loss) == (Judgement.BEST_GUESS, 0.0)


def test_without_a_promise_the_first_click_is_a_guess_like_any_other() -> None:
    """Under the rule `none` the first click risks the density, and no cell is better."""
    game = Game.of(read_layout(". * .\n. . ."))
    game.open((0, 0))
    first = review(game).verdicts[0]
    assert first.judgement is Judgement.BEST_GUESS
    assert isclose(first.risk, 1 / 6)


def test_a_record_is_reviewed_like_the_game() -> None:
    """A game read from its JSON gets the same review, and reviewing changes nothing."""
    game = Game(Level.NAMED["beginner"], seed=11)
    for _ in turns(game, make_player("random", seed=1)):
        pass
    before = game_to_json(game)
    assert review(game_from_json(before)).verdicts == review(game).verdicts
    assert game_to_json(game) == before


def test_games_that_have_hardly_begun_can_be_reviewed() -> None:
    """A game with no moves, or only flags, before the mines are laid risks nothing."""
    game = Game(Level.NAMED["beginner"], seed=1)
    assert review(game).accuracy == 100
    game.flag((0, 0))
    judged = review(game)
    assert [verdict.judgement for verdict in judged.verdicts] == [Judgement.UNPROVED_FLAG]
    assert judged.outcome is Outcome.PLAYING
    assert summary(judged).startswith("Not over after 1 move. You always chose the best move.")


def test_an_expert_game_is_reviewed_in_well_under_a_second() -> None:
    """A whole expert game with its guesses takes a small part of a second of work."""
    game = Game(Level.NAMED["expert"], seed=5)
    for _ in turns(game, make_player("textbook", seed=5)):
        pass
    start = time.process_time()
    judged = review(game)
    assert time.process_time() - start < 1
    assert len(judged.verdicts) > 150
    assert len(judged.faults) > 3


def test_where_a_board_begins_is_not_judged_as_a_guess() -> None:
    """The first opening at the start cell of a board is free, without any first-click rule."""
    game = game_from_id(board_id(generate("9x9/10", seed=3, first=(4, 4))))
    game.open((4, 4))
    verdict = review(game).verdicts[0]
    assert verdict.judgement is Judgement.FREE
    assert review(game).survival in (None, 1.0)
