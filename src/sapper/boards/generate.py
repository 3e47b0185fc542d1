"""Boards that need no guessing: certain moves lead from a given first cell to the end.

`uniform` tries layouts until one is solvable, so every solvable board of the request is equally
likely. `repair` moves mines where play is stuck, which reaches densities where hardly any layout
is solvable; its boards are not uniform. Both return only boards that were solved from the first
cell to the end without a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

from sapper.batch.boards import BoardRequest, Made, Method, Solution, make_boards, solve_layout
from sapper.formatting import at, brief
from sapper.knowledge.tier import Tier
from sapper.rules.arguments import as_cell, whole
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.first_click import check_room
from sapper.rules.game import Game
from sapper.rules.seeds import check_seed
from sapper.rules.view import FirstClick, as_first_click

ATTEMPTS = 200_000
_CELLS_PER_BATCH = 2_000_000  # attempts times cells: well under a second
_BOARDS_PER_BATCH = 1_000


class TooMuchEffort(SapperError):
    """No board was found in the attempts allowed; the request may be impossible.

    >>> try:
    ...     generate(Level(2, 2, 2), first_click=FirstClick.SAFE, attempts=100)
    ... except TooMuchEffort:
    ...     print("every such board needs a guess")
    every such board needs a guess
    """


@dataclass(frozen=True)
class NoGuessBoard:
    """A layout that certain moves solve from `first`, and how it was made.

    >>> board = generate(Level(9, 9, 10), seed=1)
    >>> str(board.hardest), board.rounds[Tier.SUBSET]
    ('subset', 1)
    >>> board.game().start
    (0, 0)
    """

    layout: Layout
    first: Cell
    first_click: FirstClick
    method: Method
    seed: int
    index: int
    attempts: int

    def game(self) -> Game:
        """Return a new game on this board, pinned to its first cell."""
        game = Game.of(self.layout, self.first_click)
        game.pin(self.first)
        return game

    @cached_property
    def _solution(self) -> Solution:
        return solve_layout(self.layout, self.first)

    @property
    def rounds(self) -> dict[Tier, int]:
        """How many rounds each technique takes when the easiest is always used first."""
        return dict(zip(Tier, self._solution.rounds, strict=True))

    @property
    def hardest(self) -> Tier | None:
        """The hardest technique that the board needs; None if the first click solves it."""
        return max((tier for tier, rounds in self.rounds.items() if rounds), default=None)


def generate(
    level: Level | str,
    *,
    first: Cell = (0, 0),
    seed: int = 0,
    method: Method = "uniform",
    hardest: Tier = Tier.MINE_COUNT,
    grade: Tier | None = None,
    count_mines: bool = True,
    first_click: FirstClick = FirstClick.ZERO,
    index: int = 0,
    attempts: int = ATTEMPTS,
) -> NoGuessBoard:
    """Make board `index` of `seed`, solvable from `first` without a guess.

    `hardest` limits the technique needed, `grade` fixes it; without `count_mines` the mine total
    is never needed. Raise TooMuchEffort if no board is found in `attempts` attempts.

    >>> board = generate(Level(9, 9, 10), first=(4, 4), hardest=Tier.SUBSET)
    >>> board.first, board.hardest <= Tier.SUBSET
    ((4, 4), True)
    """
    size = Level.of(level)
    request = BoardRequest(size, first, first_click, method, hardest, grade, seed, attempts)
    request = _checked(request, count_mines)
    _, index = check_seed(seed, index)
    return _board(request, make_boards(request, index, 1, 1)[0], index)


def generate_many(
    level: Level | str,
    *,
    count: int,
    threads: int = 1,
    first: Cell = (0, 0),
    seed: int = 0,
    method: Method = "uniform",
    hardest: Tier = Tier.MINE_COUNT,
    grade: Tier | None = None,
    count_mines: bool = True,
    first_click: FirstClick = FirstClick.ZERO,
    index: int = 0,
    attempts: int = ATTEMPTS,
) -> Iterator[NoGuessBoard]:
    """Make boards `index` … `index + count − 1` of `seed`, each as `generate` makes it alone.

    A board that cannot be made raises TooMuchEffort when its turn comes.

    >>> [str(board.hardest) for board in generate_many(Level(9, 9, 10), count=3)]
    ['subset', 'subset', 'one clue']
    """
    size = Level.of(level)
    request = BoardRequest(size, first, first_click, method, hardest, grade, seed, attempts)
    request = _checked(request, count_mines)
    if (count := whole("count", count)) < 1:
        raise InvalidBoard(f"the count of boards must be at least 1, not {brief(count)}")
    if not 1 <= (threads := whole("number of threads", threads)) <= 1024:
        raise InvalidBoard(f"threads must be from 1 to 1024, not {brief(threads)}")
    _, index = check_seed(seed, index)
    check_seed(seed, index + count - 1)
    return _made(request, index, index + count, threads)


def _made(request: BoardRequest, start: int, stop: int, threads: int) -> Iterator[NoGuessBoard]:
    """Make boards in batches of about equal work; the first batch is small."""
    batch = threads
    while start < stop:
        size = min(batch, stop - start)
        made = make_boards(request, start, size, threads)
        for place, each in enumerate(made):
            yield _board(request, each, start + place)
        start += size
        work = sum(each.attempts for each in made) * request.level.board.size / size
        usual = int(threads * _CELLS_PER_BATCH / max(work, 1))
        batch = max(threads, min(_BOARDS_PER_BATCH, usual))


def _board(request: BoardRequest, made: Made, index: int) -> NoGuessBoard:
    if made.layout is None:
        raise TooMuchEffort(_complaint(request, index, made.attempts))
    return NoGuessBoard(
        made.layout,
        request.first,
        request.first_click,
        request.method,
        request.seed,
        index,
        made.attempts,
    )


def _complaint(request: BoardRequest, index: int, attempts: int) -> str:
    needs = "exactly" if request.grade else "at most"
    hint = ", or try the method 'repair'" if request.method == "uniform" else ""
    tried = "1 attempt" if attempts == 1 else f"{attempts:,} attempts"
    return (
        f"board {index} of seed {request.seed}: {tried} made no {request.level} board "
        f"that is solvable without a guess from {at(request.first)} and needs {needs} technique "
        f"'{request.grade or request.hardest}'; it may be impossible: allow more attempts{hint}"
    )


def _checked(request: BoardRequest, count_mines: bool) -> BoardRequest:
    """Return the request as the kernel needs it; raise InvalidBoard if it is impossible."""
    level, grade = request.level, request.grade
    if not isinstance(request.method, str) or request.method not in get_args(Method):
        raise InvalidBoard(f"the method is 'uniform' or 'repair', not {brief(request.method)}")
    if not 1 <= (attempts := whole("number of attempts", request.attempts)) < 1 << 63:
        raise InvalidBoard("attempts must be at least 1, and fewer than 2^63")
    request = replace(
        request,
        seed=check_seed(request.seed, 0)[0],
        attempts=attempts,
        first=_cell(request.first, level),
        first_click=as_first_click(request.first_click),
        hardest=_tier("hardest", request.hardest),
        grade=None if grade is None else _tier("grade", grade),
    )
    promised = request.first_click is not FirstClick.NONE  # here the first cell is never a mine
    check_room(level, request.first_click if promised else FirstClick.SAFE, request.first)
    return _limited(request, count_mines)


def _limited(request: BoardRequest, count_mines: bool) -> BoardRequest:
    """Leave out the mine count if it must not be used; refuse a grade beyond the limit."""
    if not count_mines and request.grade is Tier.MINE_COUNT:
        raise InvalidBoard("the grade 'mine count' needs what count_mines=False rules out")
    if not count_mines:
        request = replace(request, hardest=min(request.hardest, Tier.CASES))
    if request.grade is not None and request.grade > request.hardest:
        raise InvalidBoard(
            f"the grade '{request.grade}' is harder than the hardest technique allowed, "
            f"'{request.hardest}'"
        )
    return request


def _cell(cell: Cell, level: Level) -> Cell:
    first = as_cell(cell)
    level.board.index(first)
    return first


def _tier(name: str, tier: object) -> Tier:
    try:
        return Tier(tier)  # type: ignore[arg-type]  # this is the check
    except (ValueError, RecursionError):
        raise InvalidBoard(f"{name} is a Tier, not {brief(tier)}") from None
