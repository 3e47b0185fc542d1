from __future__ import annotations

import numpy as np
import pytest

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk
from sapper.arena.match import Match, Tally, paired, play_here
from sapper.batch.games import Games, Series
from sapper.formatting import Notation, written_as
from sapper.players.protocol import Move
from sapper.rules.board import Layout, Level
from sapper.rules.errors import SapperError
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick, View

BEGINNER = Level.NAMED["beginner"]
TEXTBOOK = Contest("textbook", BEGINNER, FirstClick.SAFE, seed=5)


class Faulty:
    """Fails in its second move, in every game."""

    def __init__(self, seed: int) -> None:
        self._moves = 0

    def move(self, view: View) -> Move | None:
        self._moves += 1
        if self._moves == 2:
            raise KeyError("second\nmove")
        return Move((0, 0), True, "first")


class Stubborn(Faulty):
    def move(self, view: View) -> Move | None:
        return Move((0, 0), False, "always")


def named(kind: type) -> str:
    return f"{kind.__module__}:{kind.__name__}"


def total(match: Match, workers: int) -> list[Tally]:
    tallies = [Tally(match.games) for _ in match.contests]
    with play_here(match, workers) as play:
        for tasks in match.rounds():
            for chunk in play(tasks):
                tallies[chunk.row].add(chunk)
    return tallies


def figures(tally: Tally) -> tuple[object, ...]:
    counts = tally.games, tally.moves, tally.guesses, tally.signature
    return *counts, tally.results(), dict(tally.lost_at), tally.failures


def test_a_game_is_the_same_alone_and_in_a_batch() -> None:
    """Single games add up to the chunk, move for move."""
    chunk = play_chunk(Task(TEXTBOOK, 0, 3, 9))
    alone = [play_chunk(Task(TEXTBOOK, 0, start, 1)) for start in range(3, 12)]
    assert chunk.won.tolist() == [bool(game.won[0]) for game in alone]
    assert chunk.moves == sum(game.moves for game in alone)
    assert chunk.signature == sum(game.signature for game in alone) % 2**64


def test_the_signature_tells_games_apart() -> None:
    """Another seed or another order of the same games gives another signature."""
    one = play_chunk(Task(TEXTBOOK, 0, 0, 4))
    other = Contest("textbook", BEGINNER, FirstClick.SAFE, seed=6)
    assert one.signature != play_chunk(Task(other, 0, 0, 4)).signature


def test_workers_change_no_digit() -> None:
    """Two processes give what one gives, for several contests at once."""
    random = Contest("random", BEGINNER, FirstClick.ZERO, seed=5)
    match = Match((TEXTBOOK, random), 50)
    assert list(map(figures, total(match, 1))) == list(map(figures, total(match, 2)))


def test_a_chunk_that_comes_twice_counts_once() -> None:
    """A tally is idempotent."""
    tally, chunk = Tally(4), play_chunk(Task(TEXTBOOK, 0, 0, 4))
    assert tally.add(chunk)
    before = figures(tally)
    assert not tally.add(chunk)
    assert figures(tally) == before


def test_tasks_cover_every_game_once() -> None:
    """Chunks tile the games; what is done is left out; a duel goes game by game."""
    match = Match((TEXTBOOK, TEXTBOOK), 47, interleaved=True)
    (tasks,) = match.rounds()
    assert [(t.row, t.start, t.count) for t in tasks[:3]] == [(0, 0, 20), (1, 0, 20), (0, 20, 20)]
    assert sum(task.count for task in tasks) == 94
    (rest,) = match.rounds({(0, 0), (1, 0), (0, 20)})
    assert [task.start for task in rest] == [20, 40, 40]
    assert len(list(Match((TEXTBOOK, TEXTBOOK), 47).rounds())) == 2, "bench goes row by row"


def test_given_boards() -> None:
    """Game i is played on board i, wherever its chunk begins."""
    boards = tuple(seeded_layout(BEGINNER, 5, index) for index in range(30))
    none = Contest("textbook", BEGINNER, FirstClick.NONE, seed=5)
    given = total(Match((none,), 30, boards), 1)[0]
    drawn = total(Match((none,), 30), 1)[0]
    assert figures(given) == figures(drawn), "without a rule the seed alone lays the mines"


def test_a_board_that_breaks_the_promise_is_an_error() -> None:
    """A given board with a mine at the promised first cell is reported, not counted."""
    board = Layout.of(BEGINNER.board, [(0, column) for column in range(9)] + [(1, 0)])
    contest = Contest("textbook", BEGINNER, FirstClick.SAFE, seed=5, first=(0, 3))
    with pytest.raises(SapperError, match=r"board 8 breaks the first-click rule 'safe' at D1"):
        play_chunk(Task(contest, 0, 7, 1, layouts=(board,)))


def test_the_first_cell_can_be_given() -> None:
    """With `first`, every game begins there, and the cell counts as a move."""
    contest = Contest(named(Stubborn), BEGINNER, FirstClick.ZERO, seed=5, first=(4, 4))
    chunk = play_chunk(Task(contest, 0, 0, 5))
    assert chunk.moves >= 5
    assert chunk.guesses <= 5, "a promised first cell is not a guess"


def test_a_player_at_fault_loses_that_game_with_the_reason() -> None:
    """Failures of a player are counted by reason, with the first game as an example."""
    chunk = play_chunk(Task(Contest(named(Faulty), BEGINNER, FirstClick.ZERO, 5), 0, 10, 3))
    assert not chunk.won.any()
    failure = chunk.failures["raised KeyError"]
    assert (failure.count, failure.game, failure.example) == (3, 10, r"'second\nmove'")
    with written_as(Notation.PAIRS):  # which a record must not depend on
        chunk = play_chunk(Task(Contest(named(Stubborn), BEGINNER, FirstClick.ZERO, 5), 0, 0, 3))
    assert chunk.failures["illegal move"].example == "cell A1 is open already"


def test_pairs() -> None:
    """A comparison counts boards by who won them, among those that both have played."""

    def tally(start: int, *won: bool) -> Tally:
        filled = Tally(6)
        filled.add(ChunkResult(0, start, np.array(won), 0, 0, 0))
        return filled

    a, b = tally(0, True, True, False, False, True), tally(0, True, False, True, False)
    assert paired(a, b).games == 4
    assert (paired(a, b).both, paired(a, b).only_a, paired(a, b).only_b) == (1, 1, 1)
    assert paired(a, b, slice(0, 2)).discordant == 1
    assert tally(2, True).prefix() == 0
    assert a.results() == [1, 1, 0, 0, 1]


def test_the_seam_to_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of the kernel is handed to it in whole chunks, over its threads."""
    calls: list[Series] = []

    def play_games(series: Series) -> Games:
        calls.append(series)
        numbers = np.arange(series.start, series.start + series.count)
        moves = numbers.astype(np.int32)
        return Games(numbers % 3 == 0, moves, moves // 2, numbers.astype(np.uint64))

    monkeypatch.setattr("sapper.arena.chunk.play_games", play_games)
    monkeypatch.setattr("sapper.arena.match._NATIVE_CELLS", 7 * BEGINNER.board.size)
    contest = Contest("fast", BEGINNER, FirstClick.ZERO, seed=8, first=(2, 2))
    tally = total(Match((contest,), 17), workers=4)[0]
    assert [(call.start, call.count) for call in calls] == [(0, 7), (7, 7), (14, 3)]
    assert calls[0] == Series("fast", BEGINNER, FirstClick.ZERO, 8, 0, 7, (2, 2), 4, None)
    assert (tally.games, tally.wins, tally.moves) == (17, 6, sum(range(17)))
    assert sum(tally.lost_at.values()) == 11
