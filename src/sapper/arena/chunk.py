"""A chunk of games: the unit of work, with one result wherever and however often it is played.

Game i of a seed has the same board, the same player's seed and so the same moves alone,
in a batch, on any number of threads or workers. `play_chunk` is all that workers run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from sapper.arena.fairness import player_seed, sealed_seed
from sapper.arena.luck import LuckMeter, luck_of_games
from sapper.batch.games import Games, Series, forecast_games, play_games
from sapper.files import writing
from sapper.formatting import Notation, at, written_as
from sapper.players.host import HostedPlayer
from sapper.players.protocol import Move, Player, PlayerFailed
from sapper.players.registry import is_builtin, player_class
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove, SapperError
from sapper.rules.first_click import mine_free_cells
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View

_T = TypeVar("_T")
_WORD: Final = (1 << 64) - 1
KILLED: Final = "killed its worker"  # the reason for games that no process survives
_EXAMPLE: Final = 160  # how many characters of an example are kept
_FARTHEST: Final = 10**9  # rows and columns; larger numbers may be too long to print


class BrokenPromise(SapperError):
    """A given board that breaks the first-click rule."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A player, a level and the other conditions of a match, except the number of games.

    The secret keys the seeds that a third-party player is given and, with `sealed`, the boards.
    If it is `adjusted`, the luck of each game is kept.
    """

    player: str
    level: Level
    first_click: FirstClick
    seed: int
    first: Cell | None = None
    move_seconds: float | None = None
    secret: str | None = field(default=None, repr=False)
    sealed: bool = False
    adjusted: bool = False

    @property
    def label(self) -> str:
        return f"{self.player} · {self.level.name} · {self.first_click}"

    @property
    def is_third_party(self) -> bool:
        """Whether its player comes from another author."""
        return not is_builtin(player_class(self.player))

    @property
    def board_seed(self) -> int:
        """The seed that the boards are drawn from."""
        if not self.sealed:
            return self.seed
        if self.secret is None:
            raise SapperError("a sealed contest needs a secret")
        return sealed_seed(self.seed, self.secret)


@dataclass(frozen=True, slots=True)
class Task:
    """Games start … start + count - 1 of a contest; `row` is the contest's place in a match.

    With `layouts`, one per game of this chunk, the boards are given instead of drawn. With
    `log`, the conversation with a program is added to that file, game by game.
    """

    contest: Contest
    row: int
    start: int
    count: int
    threads: int = 1
    layouts: tuple[Layout, ...] | None = None
    log: Path | None = None

    def series(self, strength: str) -> Series:
        """Return these games as a request to the kernel."""
        contest = self.contest
        return Series(
            strength,
            contest.level,
            contest.first_click,
            seed=contest.board_seed,
            start=self.start,
            count=self.count,
            first=contest.first,
            threads=self.threads,
            layouts=self.layouts,
        )


@dataclass(slots=True)
class Failures:
    """How often a player lost by its own fault, with the first such game as an example."""

    count: int
    game: int
    example: str

    def join(self, other: Failures) -> Failures:
        first = min(self, other, key=lambda failures: failures.game)
        return Failures(self.count + other.count, first.game, first.example)


@dataclass(slots=True)
class ChunkResult:
    """The results of a chunk; their sums do not depend on how games were cut into chunks."""

    row: int
    start: int
    won: npt.NDArray[np.bool_]
    moves: int
    guesses: int
    signature: int
    lost_at: dict[int, int] = field(default_factory=dict)  # number of the last move: games
    failures: dict[str, Failures] = field(default_factory=dict)
    false_certain: int = 0  # moves called certain that opened a mine
    luck: npt.NDArray[np.float64] | None = None  # of each game, on request

    @property
    def count(self) -> int:
        return len(self.won)


def strength_of(kind: type[Player]) -> str | None:
    """Return the kernel's name for a player that it plays itself; None for all others.

    A third-party class is played move by move, whatever strength it claims.
    """
    return getattr(kind, "strength", None) if is_builtin(kind) else None


@written_as(Notation.NAMES)  # a record says the same wherever its games were played
def play_chunk(task: Task) -> ChunkResult:
    """Play the games of a task.

    A player that fails loses that game, and the result says why. Raise SapperError if the
    task itself is at fault: an unknown player, or an impossible board.
    """
    kind = player_class(task.contest.player)
    strength = strength_of(kind)
    if strength is not None:
        return _play_natively(kind, strength, task)
    failures: dict[str, Failures] = {}
    played = [_play(kind, task, place, failures) for place in range(task.count)]
    games = Games(
        np.array([game.won for game in played], dtype=np.bool_),
        np.array([game.moves for game in played], dtype=np.int32),
        np.array([game.guesses for game in played], dtype=np.int32),
        np.array([game.hash for game in played], dtype=np.uint64),
    )
    chunk = _summary(task, games, failures, sum(game.false_certain for game in played))
    if task.contest.adjusted:
        chunk.luck = np.array([game.luck for game in played], dtype=np.float64)
    return chunk


def lost_chunk(task: Task, reason: str, example: str) -> ChunkResult:
    """Return a chunk whose games are all lost by the player's fault, without a move."""
    none = np.zeros(task.count, dtype=np.int32)
    games = Games(none.astype(np.bool_), none, none, none.astype(np.uint64))
    chunk = _summary(task, games, {reason: Failures(task.count, task.start, example)})
    if task.contest.adjusted:
        chunk.luck = np.zeros(task.count)
    return chunk


def _play_natively(kind: type[Player], strength: str, task: Task) -> ChunkResult:
    if task.layouts is not None:
        _check_promise(kind, task, task.layouts)
    if not task.contest.adjusted:
        return _summary(task, play_games(task.series(strength)), {})
    games, guesses = forecast_games(task.series(strength))
    chunk = _summary(task, games, {})
    chunk.luck = luck_of_games(games, guesses)
    return chunk


def _check_promise(kind: type[Player], task: Task, layouts: Sequence[Layout]) -> None:
    """Raise BrokenPromise for the first given board that breaks the first-click rule."""
    contest, level = task.contest, task.contest.level
    first = contest.first
    if first is None:
        move = kind(0).move(View(level.height, level.width, level.mines, contest.first_click))
        first = None if move is None else move.cell
    for place, layout in enumerate(layouts):
        if first is not None and _breaks_rule(layout, contest.first_click, first):
            raise _broken_promise(contest.first_click, task.start + place, first)


def _breaks_rule(layout: Layout, rule: FirstClick, cell: Cell) -> bool:
    return cell in layout.board and any(
        map(layout.is_mine, mine_free_cells(layout.board, rule, cell))
    )


def _broken_promise(rule: FirstClick, number: int, cell: Cell) -> BrokenPromise:
    return BrokenPromise(
        f"board {number + 1} breaks the first-click rule {str(rule)!r} at {at(cell)}"
    )


class _Played(NamedTuple):
    won: bool
    moves: int
    guesses: int
    hash: int
    false_certain: bool
    luck: float


def _play(kind: type[Player], task: Task, place: int, failures: dict[str, Failures]) -> _Played:
    number = task.start + place
    layout = None if task.layouts is None else task.layouts[place]
    going = _OneGame(task.contest, number, layout, None if task.log is None else [])
    try:
        going.play(kind)
    except PlayerFailed as fault:
        going.note(f"; lost by {fault.kind}: {fault}")
        failure = Failures(1, number, str(fault)[:_EXAMPLE])
        before = failures.get(fault.kind)
        failures[fault.kind] = failure if before is None else before.join(failure)
    won = going.game.outcome is Outcome.WON
    if task.log is not None:
        _append(task.log, going)
    luck = going.meter.luck if going.meter else 0.0
    return _Played(won, going.moves, going.guesses, going.hash, going.false_certain, luck)


class _OneGame:
    """One game of an ordinary player, with its counts so far."""

    def __init__(
        self, contest: Contest, index: int, layout: Layout | None, said: list[str] | None
    ) -> None:
        self._contest, self._index, self._given = contest, index, layout is not None
        self.said = said
        self.meter = LuckMeter() if contest.adjusted else None
        self.note(f"; game {index}: {contest.player}")
        rule = contest.first_click
        self.game = (
            Game(contest.level, seed=contest.board_seed, index=index, first_click=rule)
            if layout is None
            else Game.of(layout, rule)
        )
        self._board = self.game.board
        self.moves = self.guesses = 0
        self.hash = 0
        self._certain = False  # whether the last move was called so

    @property
    def false_certain(self) -> bool:
        """Whether a move that was called certain lost the game."""
        return self._certain and self.game.outcome is Outcome.LOST

    def note(self, line: str) -> None:
        if self.said is not None:
            self.said.append(line)

    def play(self, kind: type[Player]) -> None:
        if self._contest.first is not None:
            promised = self._contest.first_click is not FirstClick.NONE
            self._open(self._contest.first, certain=promised)
        seed = player_seed(kind, self._contest.board_seed, self._index, self._contest.secret)
        player = _blaming(lambda: kind(seed))
        if isinstance(player, HostedPlayer):
            self._follow_program(player)
        else:
            self._follow(player)

    def _follow_program(self, player: HostedPlayer) -> None:
        player.move_seconds = self._contest.move_seconds or player.move_seconds
        player.conversation = self.said
        try:
            self._follow(player)
        finally:
            player.close()

    def _follow(self, player: Player) -> None:
        while self.game.outcome is Outcome.PLAYING:
            choice = _blaming(lambda: _choice(player.move(self.game.view)))
            if choice is None:
                return
            self._open(*choice)

    def _open(self, cell: Cell, certain: bool) -> None:
        rule, layout = self._contest.first_click, self.game.layout
        if self._given and layout and not self.moves and _breaks_rule(layout, rule, cell):
            raise _broken_promise(rule, self._index, cell)
        if self.meter:
            self.meter.before(self.game.view, cell, certain)
        try:
            self.game.open(cell)
        except (InvalidMove, InvalidBoard) as error:
            raise PlayerFailed("illegal move", str(error)) from error
        if self.meter:
            self.meter.after(self.game.outcome is not Outcome.LOST)
        self.moves += 1
        self.guesses += not certain
        self._certain = certain
        self.hash = _stirred(self.hash, self._board.index(cell))


def _append(log: Path, played: _OneGame) -> None:
    """Add a game to the log at once, so that games of several workers do not mix."""
    lines = [*(played.said or []), f"; {played.game.outcome} after {played.moves} moves", ""]
    with writing(log), log.open("ab", buffering=0) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def _choice(move: Move | None) -> tuple[Cell, bool] | None:
    """Return the cell, as plain integers, and whether it is certain."""
    if move is None:
        return None
    row, column = move.cell
    cell = int(index(row)), int(index(column))
    if not (-_FARTHEST <= cell[0] <= _FARTHEST and -_FARTHEST <= cell[1] <= _FARTHEST):
        raise PlayerFailed("illegal move", "the cell is far off the board")
    return cell, bool(move.certain)


def _blaming(call: Callable[[], _T]) -> _T:
    """Call a player, and take any error for its fault; only Ctrl-C is the user's."""
    try:
        return call()
    except (PlayerFailed, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise PlayerFailed.raised(error) from error


def _stirred(hash: int, word: int) -> int:
    """Add a word to a hash, exactly as kernel/board/seeds.hpp does."""
    hash = ((hash ^ (word + 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9) & _WORD
    return hash ^ (hash >> 29)


def _summary(
    task: Task, games: Games, failures: dict[str, Failures], false_certain: int = 0
) -> ChunkResult:
    lost, times = np.unique(games.moves[~games.won], return_counts=True)
    return ChunkResult(
        row=task.row,
        start=task.start,
        won=np.asarray(games.won, dtype=np.bool_),
        moves=int(games.moves.sum(dtype=np.int64)),
        guesses=int(games.guesses.sum(dtype=np.int64)),
        signature=_signature(task.start, games.hash),
        lost_at=dict(zip(lost.tolist(), times.tolist(), strict=True)),
        failures=failures,
        false_certain=false_certain,
    )


def _signature(start: int, hashes: npt.NDArray[np.uint64]) -> int:
    """Sum a hash of each game's number and moves, modulo 2^64, so that chunks add up."""
    numbers = np.arange(start, start + len(hashes), dtype=np.uint64)
    return int(_mixed(hashes ^ _mixed(numbers)).sum(dtype=np.uint64))


def _mixed(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Mix the bits of each word (the last step of SplitMix64)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
