"""Help while playing: hint, overlay of risks, the chance of each number, reasons."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from sapper.advice import Strength
from sapper.rules.json_forms import view_to_json
from sapper.web.context import Context, Shared, answer, problems
from sapper.web.routes.games import GameId
from sapper.web.store.thread import Games
from sapper.web.wire.answer_forms import help as answers
from sapper.web.wire.forms import Json

router = APIRouter(prefix="/api/games/{id}", tags=["help"])

Row = Annotated[int, Query(ge=0, lt=1_000_000)]
Column = Annotated[int, Query(ge=0, lt=1_000_000)]
_PROBLEMS = problems(404, 409, 504)


@router.get("/hint", response_model=answers.Hint, responses=_PROBLEMS)
async def hint(
    id: GameId, request: Request, context: Shared, strength: Strength = Strength.ANSWER
) -> Response:
    """Help with the next move: the clues to look at, the technique, or the answer and why."""
    return await _helped(context, request, id, "hint", strength=str(strength))


@router.get("/overlay", response_model=answers.Overlay, responses=_PROBLEMS)
async def overlay(id: GameId, request: Request, context: Shared) -> Response:
    """Return the risk of every cell, the certain cells, and how safe the best move is."""
    return await _helped(context, request, id, "overlay")


@router.get("/numbers", response_model=answers.Numbers, responses=_PROBLEMS)
async def numbers(
    id: GameId, row: Row, column: Column, request: Request, context: Shared
) -> Response:
    """Return the chance of each number in a cell."""
    return await _helped(context, request, id, "numbers", cell=[row, column])


@router.get("/explain", response_model=answers.Reason, responses=_PROBLEMS)
async def explain(
    id: GameId, row: Row, column: Column, request: Request, context: Shared
) -> Response:
    """Explain why a cell is safe or a mine."""
    return await _helped(context, request, id, "explain", cell=[row, column])


async def _helped(
    context: Context, request: Request, id: str, name: str, **arguments: Any
) -> Response:
    """Ask a worker about the view, and add the number of the game's last action."""
    seq, view = await context.store.run(lambda games: _seen(games, id))
    found = await context.ask_help(request, name, view=view, **arguments)
    return answer(b'{"seq":%d,' % seq + found[1:])


def _seen(games: Games, id: str) -> tuple[int, Json]:
    stored = games.game(id)
    games.help(stored)
    return stored.entry.seq, view_to_json(stored.game.view)
