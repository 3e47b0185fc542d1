"""Watching a player: its game, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sapper.advice import ExplainedPlayer, advise
from sapper.formatting import percent, share
from sapper.players import Turn, turns
from sapper.players.host import HostedPlayer
from sapper.players.protocol import PlayerFailed
from sapper.players.registry import player_class
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import SapperError
from sapper.rules.game import Game, Outcome
from sapper.rules.resuming import resume
from sapper.web.forms.limits import check_level
from sapper.web.forms.watch import WatchedEnd, WatchedGame, WatchedMove, WatchLine
from sapper.web.jobs.boards import fitting
from sapper.web.jobs.positions import candidate_form, read_view
from sapper.web.store.game_forms import changed_form, level_fields


def watch(player: str, board: str | None, seed: int, position: str | None) -> Iterator[WatchLine]:
    """Let a registered player play a board; yield the game, its moves, and how it ended.

    With a position it plays on from there, on the board or, without one, on a drawn layout.
    """
    game = _watched(board, seed, position)
    check_level(game.level)
    yield WatchedGame(
        kind="game",
        player=player,
        board=board or board_id(game),
        first_click=game.first_click,
        given=changed_form(game, list(game.view.opened)),
        **level_fields(game.level),
    )
    moves = guesses = 0
    with _playing(player, seed) as playing:
        for turn in turns(game, playing):
            moves, guesses = moves + 1, guesses + (not turn.move.certain)
            yield _move_form(game, turn, moves)
    over = game.outcome is not Outcome.PLAYING
    yield WatchedEnd(
        kind="end",
        outcome=str(game.outcome) if over else "stopped",
        fatal=game.fatal,
        mines=sorted(game.layout.mines) if game.layout is not None else [],
        moves=moves,
        guesses=guesses,
    )


@contextmanager
def _playing(name: str, seed: int) -> Iterator[ExplainedPlayer]:
    """Lend a player for one game; one of another author gets a process, and no seed of a board."""
    kind = player_class(name)
    third_party = issubclass(kind, HostedPlayer)
    player = kind(0 if third_party else seed)
    try:
        yield ExplainedPlayer(player, third_party=third_party)
    except PlayerFailed as error:
        raise SapperError(f"player {name!r} failed: {error.kind}: {error}") from error
    finally:
        if isinstance(player, HostedPlayer):
            player.close()


def _watched(board: str | None, seed: int, position: str | None) -> Game:
    if position is not None:
        view = read_view(position)
        return resume(fitting(view, seed, board), view, flags=False)  # a wrong one would stop it
    assert board is not None  # the route names one
    return game_from_id(board)


def _chance_after(game: Game) -> float | None:
    if game.outcome is not Outcome.PLAYING:
        return float(game.outcome is Outcome.WON)
    return advise(game.view).chance


def _move_form(game: Game, turn: Turn, number: int) -> WatchedMove:
    move = turn.move
    return WatchedMove(
        kind="move",
        number=number,
        cell=move.cell,
        certain=move.certain,
        risk=move.risk,
        risk_text=None if move.risk is None else percent(move.risk, certain=move.certain),
        chance=move.chance,
        chance_text=None if move.chance is None else share(move.chance),
        chance_after=_chance_after(game),
        reason=move.reason,
        candidates=[candidate_form(candidate) for candidate in move.candidates],
        changed=changed_form(game, turn.changed),
    )
