"""sapper watch: watch a player play a game."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import SystemRandom
from typing import Annotated, TypeVar

import typer

from sapper.advice import ExplainedPlayer
from sapper.arena.fairness import player_seed
from sapper.cli.board_file import chosen, read_board_file
from sapper.cli.console import (
    SEED_HELP,
    AsciiOption,
    ExitCode,
    JsonOption,
    LevelOption,
    on_terminal,
    only_ascii,
    read_level,
    wants_colour,
    with_exit_code,
)
from sapper.cli.game_file import SAVE_HELP, check_save, save_game
from sapper.cli.options import (
    DEFAULT_PLAYER,
    FIRST_CLICK_HELP,
    PlayerOption,
    SecretOption,
    chosen_secret,
    refuse_secret,
)
from sapper.cli.screen import Pipe, Screen
from sapper.cli.watch_story import FrameStory, JsonStory, Progress, Story
from sapper.knowledge import Trace
from sapper.players import Player, Turn, turns
from sapper.players.protocol import PlayerFailed
from sapper.players.registry import check_player, is_builtin, player_class
from sapper.rules.board import Layout
from sapper.rules.board_id import game_from_id
from sapper.rules.errors import InvalidBoard, InvalidMove, SapperError
from sapper.rules.game import Game, Outcome
from sapper.rules.reading import BoardForm, beginning
from sapper.rules.view import FirstClick

HELP = """\
On a terminal Sapper redraws the board in place, with the last opened cell in [brackets] and a
flag on every cell that the player reports as a mine. For your own player it prints that player's
reason beside its own. In a pipe, and with --trace or --trace-brief, the frames follow one
another; --json prints one line of JSON for each move and stage, and for the end. Sapper looks
for a MODULE:CLASS in this directory too.

Exit code: 0 if the game was won, 1 if it was lost or the player stopped, 2 for bad input.

\b
Examples:
  sapper watch
  sapper watch --player cautious --level beginner --seed 3 --delay 0.5
  sapper watch --level beginner --trace | less
  sapper watch --level beginner --trace-brief --delay 2
  sapper watch --player textbook --seed 3 --save game.json
  sapper watch --player mine:MyPlayer --board 30x16x99-safe-42-0
  sapper new --no-guess | sapper watch --board -
"""

_DELAY = 0.1
_T = TypeVar("_T")


@with_exit_code
def run(
    player: PlayerOption = DEFAULT_PLAYER,
    level: LevelOption = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"{SEED_HELP}  [default: random]"),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of the game under its seed, from 0, or in the --board file, from 1.",
        ),
    ] = None,
    first_click: Annotated[
        FirstClick | None, typer.Option(help=f"{FIRST_CLICK_HELP}  [default: safe]")
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help="Play the board with this id, or in this file; - is standard input."
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help=f"Wait after each move.  [default: {_DELAY} on a terminal, else 0]",
        ),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print every step of the five reasoning stages.")
    ] = False,
    trace_brief: Annotated[
        bool, typer.Option("--trace-brief", help="Print the five reasoning stages, one line each.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=SAVE_HELP),
    ] = None,
    secret: SecretOption = None,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    chosen_seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    played = _game(board, level, chosen_seed, game, first_click)
    if trace_brief and (trace or json):
        raise SapperError("--trace-brief cannot be combined with --trace or --json")
    if save is not None:
        check_save(save)
    traced = trace or trace_brief
    in_place = on_terminal() and not json and not traced
    story = JsonStory() if json else _frames(in_place, ascii, trace_brief)
    pause = _pause(delay, in_place)
    progress = Progress(played, player, chosen_seed, _secret(player, secret))
    made = _make_player(progress, story.stage if traced else None)
    code = _play(progress, made, story, pause)
    if save is not None:
        save_game(played, save)
    return code


def _game(
    board: str | None, level: str | None, seed: int, game: int | None, rule: FirstClick | None
) -> Game:
    if board is None:
        rule = rule or FirstClick.SAFE
        return Game(read_level(level), seed=seed, index=game or 0, first_click=rule)
    if rule is not None:
        raise SapperError("--board fixes the first click: leave --first-click out")
    if board == "-" or Path(board).is_file():
        found = chosen(read_board_file(Path(board), level), game)
        return _fresh(found)
    if (level, game) != (None, None):
        raise SapperError("--board fixes level and game: leave those options out")
    return game_from_id(board)


def _fresh(board: BoardForm) -> Game:
    """Return a board as a game that is still to be played."""
    if isinstance(board, Layout):
        return Game.of(board)
    return beginning(board) if board.actions else board


def _frames(in_place: bool, ascii: bool, brief: bool) -> Story:
    sheet = Screen() if in_place else Pipe()
    return FrameStory(sheet, colour=wants_colour(), ascii_only=only_ascii(ascii), brief=brief)


def _pause(delay: float | None, in_place: bool) -> float:
    if delay is None:
        return _DELAY if in_place else 0
    if not 0 <= delay <= 3600:
        raise SapperError(f"--delay must be from 0 to 3600 seconds, not {delay}")
    return delay


def _play(progress: Progress, player: Player, story: Story, pause: float) -> ExitCode:
    for turn in _guarded_turns(progress, player):
        progress.count(turn)
        story.turn(progress, turn)
        if progress.game.outcome is Outcome.PLAYING:
            time.sleep(pause)
    story.end(progress)
    return ExitCode.DONE if progress.game.outcome is Outcome.WON else ExitCode.LOST


def _guarded_turns(progress: Progress, player: Player) -> Iterator[Turn]:
    """Play; name the player in every error that comes from it."""
    third_party = not is_builtin(player_class(progress.player))
    going = turns(progress.game, ExplainedPlayer(player, third_party=third_party))
    while True:
        turn = _blaming(progress.player, lambda: next(going, None))
        progress.known_mines = _blaming(
            progress.player, lambda: frozenset(getattr(player, "known_mines", ()))
        )
        if turn is None:
            return
        yield turn


def _secret(player: str, given: Path | None) -> str | None:
    """Return the secret that keys a third-party player's seed; our own players need none."""
    check_player(player)
    if is_builtin(player_class(player)):
        refuse_secret(given)
        return None
    return chosen_secret(given)


def _make_player(progress: Progress, trace: Trace | None) -> Player:
    name, seed = progress.player, progress.seed
    kind = player_class(name)
    if not is_builtin(kind):
        seed = player_seed(kind, seed, progress.game.index or 0, progress.secret)
    if trace is None:
        return _blaming(name, lambda: kind(seed))
    if "trace" not in _blaming(name, lambda: inspect.signature(kind).parameters):
        raise SapperError(f"player {name!r} has no trace: use master, textbook or cautious")
    return _blaming(name, lambda: kind(seed, trace=trace))  # type: ignore[call-arg]  # just looked


def _blaming(name: str, action: Callable[[], _T]) -> _T:
    try:
        return action()
    except BrokenPipeError:
        raise
    except (InvalidMove, InvalidBoard) as error:
        raise SapperError(f"player {name!r} made an illegal move: {error}") from error
    except PlayerFailed as error:
        if error.kind == "illegal move":
            raise SapperError(f"player {name!r} made an illegal move: {error}") from error
        kind = error.kind.removeprefix("raised ")
        raise SapperError(f"player {name!r} failed: {kind}: {error}") from error
    except Exception as error:
        raise SapperError(f"player {name!r} failed: {type(error).__name__}: {error}") from error
