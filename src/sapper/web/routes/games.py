"""Playing: new games, clicks and other actions, the same board again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date
from hashlib import sha256

from sapper.formatting import joined
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import InvalidMove
from sapper.rules.game import ActionType, Game
from sapper.rules.json_forms import layout_from_json
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick
from sapper.web.forms import requests
from sapper.web.forms.fields import GameId
from sapper.web.forms.games import ActionAnswer, GameState
from sapper.web.forms.limits import check_board_id, check_level
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Json
from sapper.web.jobs.table import BEGIN_AT, DAILY_BOARD, NO_GUESS_BOARD
from sapper.web.routes.context import Context, new_id, new_seed
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, answer
from sapper.web.store.entries import Entry
from sapper.web.store.game_forms import changed_form, standing_fields, state_form
from sapper.web.store.games import Games
from sapper.web.store.stored_game import StoredGame

routes = Routes("/api/games", "games")


@routes.post("", 404, 409, 504, status=201)
async def new_game(
    request: requests.NewGame, client: Client, context: Context
) -> Answer[GameState]:
    """Start a game of a level, a board id, a layout or a position; start or continue a day's."""
    _check_one(request)
    if request.position is not None:
        return await _start(context, await _position_entry(request, client, context))
    if request.daily is not None:
        return await _daily(request.daily, request.level or "beginner", client, context)
    return await _start(context, _entry_for(request, new_id(), context.now()))


def _check_one(request: requests.NewGame) -> None:
    kinds = ("daily", "board", "layout", "position")
    named = [name for name in kinds if getattr(request, name) is not None]
    if len(named) > 1:
        raise Problem(Kind.INVALID, f"give only one of {joined(named)}", where="body")
    if request.game is not None and request.position is None:
        raise Problem(Kind.INVALID, "give the position in that game", where="body.position")


async def _position_entry(request: requests.NewGame, client: Client, context: Context) -> Entry:
    """Describe a game from a position: on the board of a finished game, or one that is drawn.

    A running game in the same position counts as helped: help with this one is help with that.
    """
    id = request.game
    board = id and await context.store.read(lambda games: board_id(games.finished(id).game))
    seed = new_seed() if request.seed is None else request.seed
    wish = {"position": request.position, "seed": seed, "board": board}
    made = json.loads(await context.ask(client, BEGIN_AT, **wish))
    rows = json.loads(made["given"])["rows"]
    await context.store.write(lambda games: games.analysed(rows))
    return Entry.of_position(new_id(), context.now(), made)


async def _start(context: Context, entry: Entry) -> Answer[GameState]:
    state = await context.store.write(lambda games: state_form(games.add(entry), context.now()))
    return answer(state, 201, {"Location": f"/play/{entry.id}"})


def _entry_for(request: requests.NewGame, id: str, now: float) -> Entry:
    if request.layout is not None:
        laid = _layout(request.layout)
        return Entry.of_board(id, now, board_id(laid), Game.of(laid, FirstClick.NONE))
    if request.board is not None:
        check_board_id(request.board)
        return Entry.of_board(id, now, request.board, game_from_id(request.board))
    level = check_level(Level.parse(request.level or "beginner"))
    seed = new_seed() if request.seed is None else request.seed
    rule = request.first_click if request.no_guess is None else FirstClick.ZERO
    game, chosen = Game(level, seed=seed, first_click=rule), request.seed is not None
    return Entry.of_level(id, now, game, request.no_guess, chosen=chosen)


def _layout(given: str | Json) -> Layout:
    laid = read_layout(given) if isinstance(given, str) else layout_from_json(given)
    check_level(laid.level)
    return laid


async def _daily(day: str, level: str, client: Client, context: Context) -> Answer[GameState]:
    """Go on with the unfinished game of a day, or start one; its clock runs at once."""
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Problem(Kind.INVALID, f"{day} is not a date", where="body.daily") from None
    if day > date.today().isoformat():
        raise Problem(Kind.INVALID, f"the board of {day} is not open yet", where="body.daily")
    size = str(Level.parse(level))

    def go_on(games: Games) -> GameState | None:
        return _running_game(games, day, size, context.now())

    if (running := await context.store.read(go_on)) is not None:
        return answer(running)
    made = json.loads(await context.ask(client, DAILY_BOARD, day=day, level=size))
    entry = Entry.of_day(new_id(), context.now(), size, day, made)
    state = await context.store.write(  # another request may have begun it by now
        lambda games: go_on(games) or state_form(games.add(entry), context.now())
    )
    return answer(state, 201 if state.id == entry.id else 200)


def _running_game(games: Games, day: str, level: str, now: float) -> GameState | None:
    where = "kind = 'daily' AND date = ? AND level = ? AND outcome = 'playing'"
    for entry in games.store.entries(where, (day, level), "created", 1):
        return state_form(games.game(entry.id), now)
    return None


@routes.get("/{id}", 404)
async def get_game(id: GameId, context: Context) -> Answer[GameState]:
    """Return a game; its ETag changes with all that the answer says, the clock included."""
    state = await context.store.read(lambda games: state_form(games.game(id), context.now()))
    found = answer(state)
    tag = sha256(found.body).hexdigest()[:16]
    return replace(found, headers={"ETag": f'"{tag}"', "Cache-Control": "no-cache"})


@routes.delete("/{id}", 404)
async def delete_game(id: GameId, context: Context) -> Answer[None]:
    """Delete a game."""

    def delete(games: Games) -> None:
        games.forget(id)
        if not games.store.delete(id):
            raise Problem(Kind.NOT_FOUND, "there is no such game")

    await context.store.write(delete)
    return Answer(b"", 204)


@routes.post("/{id}/actions", 404, 409, 504)
async def act(
    id: GameId, request: requests.ActionRequest, client: Client, context: Context
) -> Answer[ActionAnswer]:
    """Open, flag or chord a cell, or undo the action that lost."""
    cell = request.cell
    done = await context.store.write(lambda games: _act(games, id, request, cell, context.now()))
    if isinstance(done, NoGuessBoard):  # the first click of a no-guess game
        made = json.loads(await context.ask(client, NO_GUESS_BOARD, **asdict(done)))
        done = await context.store.write(
            lambda games: _act(games, id, request, cell, context.now(), made["board"])
        )
    assert isinstance(done, ActionAnswer)
    return answer(done)


@dataclass(frozen=True)
class NoGuessBoard:
    """A board for a worker to generate, for the first click."""

    level: str
    seed: int | None
    first: Cell
    tier: int | None


def _board_to_make(
    stored: StoredGame, request: requests.ActionRequest, cell: Cell | None
) -> NoGuessBoard | None:
    if request.action != "open" or cell is None or not stored.awaits_board:
        return None
    stored.game.board.index(cell)
    if cell in stored.game.view.flags:
        return None
    return NoGuessBoard(stored.entry.level, stored.game.seed, cell, stored.entry.tier)


def _act(
    games: Games,
    id: str,
    request: requests.ActionRequest,
    cell: Cell | None,
    now: float,
    made: str | None = None,
) -> ActionAnswer | NoGuessBoard:
    """Act and save it; if the board must be generated first, return which board instead."""
    stored = games.game(id)
    if request.key is not None and request.key in stored.keys:
        return _action_form(stored, now, [], repeated=True)
    if request.expected is not None and request.expected != stored.entry.seq:
        raise Problem(
            Kind.STALE, "the game has changed in the meantime", state=state_form(stored, now)
        )
    awaited = _board_to_make(stored, request, cell)
    if awaited is not None and made is None:
        return awaited
    event = stored.next_event(request.action, cell, now, request.key)
    unlaid = stored.game.layout is None
    try:
        if made is not None and awaited is not None:
            stored.lay(made)
        changed = stored.act(event)
    except InvalidMove as error:
        if awaited is not None:
            games.forget(id)  # the store does not have the new board
        raise Problem(Kind.NOT_ALLOWED, str(error), seq=stored.entry.seq) from error
    games.store.append(id, event)
    if unlaid:
        games.meet(stored)
    games.save(stored)
    return _action_form(stored, now, changed)


def _action_form(
    stored: StoredGame, now: float, changed: list[Cell], repeated: bool = False
) -> ActionAnswer:
    whole = repeated or stored.events[-1].verb == ActionType.UNDO
    return ActionAnswer(
        repeated=repeated,
        changed=[] if whole else changed_form(stored.game, changed),
        state=state_form(stored, now) if whole else None,
        **standing_fields(stored, now),
    )


@routes.post("/{id}/again", 404, 409, status=201)
async def again(id: GameId, context: Context) -> Answer[GameState]:
    """Start a new game on the board of a finished one."""
    entry = await context.store.read(lambda games: games.game(id).again(new_id(), context.now()))
    return await _start(context, entry)
