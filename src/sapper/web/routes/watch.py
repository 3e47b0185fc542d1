"""Watching a player: its game, move by move as they are made."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from sapper.players import player_names
from sapper.rules.board import Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.game import Game
from sapper.rules.view import FirstClick
from sapper.web.forms import requests
from sapper.web.forms.limits import check_board_id, check_level
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.serialisation import to_json
from sapper.web.forms.validation import Json
from sapper.web.forms.watch import WatchLine
from sapper.web.jobs.table import WATCH
from sapper.web.routes.context import Context, new_seed
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Stream

routes = Routes("/api", "watch")

LINES = "application/x-ndjson"  # one JSON object per line: the game, each move, the end


@routes.post("/watch", 404)
async def watch(
    context: Context, request: requests.WatchRequest = requests.EXPERT
) -> Stream[WatchLine]:
    """Let a registered player play a board, or on from a position; stream one line per move."""
    if request.player not in player_names():  # never a module or a program named by a client
        raise Problem(Kind.NOT_FOUND, "there is no such player")
    chosen = new_seed() if request.seed is None else request.seed
    name = None if request.board is None else await _seen(context, request.board)
    if name is None and request.position is None:
        name = _named(request.level, request.first_click, chosen)
    drawn = (request.seed or 0) if name is not None else chosen
    job = {"player": request.player, "board": name, "seed": drawn, "position": request.position}
    lines = context.stream(WATCH, **job)
    return Stream(_lines(lines if request.position is None else _noted(context, lines)), LINES)


async def _seen(context: Context, board: str) -> str:
    """Check a board and remember that it is shown."""
    check_board_id(board)
    layout = game_from_id(board).layout
    if layout is not None:
        await context.store.write(lambda games: games.see(board_id(layout)))
    return board


def _named(level: str, rule: FirstClick, seed: int) -> str:
    return board_id(Game(check_level(Level.parse(level)), seed=seed, first_click=rule))


async def _noted(
    context: Context, parts: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Pass the parts on; a running game in the position of the first counts as helped."""
    async with aclosing(parts) as open_parts:
        start = await anext(open_parts)
        rows = _rows(json.loads(start))
        await context.store.write(lambda games: games.analysed(rows))
        yield start
        async for part in open_parts:
            yield part


def _rows(start: Json) -> list[str]:
    """Return the rows that a game begins with."""
    marks = [["#"] * start["width"] for _ in range(start["height"])]
    for row, column, mark in start["given"]:
        marks[row][column] = mark
    return ["".join(row) for row in marks]


async def _lines(parts: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Write each part as a line; if there is a problem, it is the last line."""
    try:
        async with aclosing(parts) as open_parts:
            async for part in open_parts:
                yield part + b"\n"
    except Problem as problem:
        yield to_json({"kind": "problem", "problem": problem.to_json()}) + b"\n"
