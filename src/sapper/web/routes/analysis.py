"""Analysis of any position."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from sapper.web.context import Context, Shared, answer, problems
from sapper.web.wire import requests
from sapper.web.wire.answer_forms.analysis import Analysis
from sapper.web.wire.answer_forms.help import Numbers, Reason

router = APIRouter(prefix="/api/analyse", tags=["analyse"])


@router.post("", response_model=Analysis, responses=problems(504))
async def analyse(asked: requests.PositionRequest, request: Request, context: Shared) -> Response:
    """Analyse a position; for an impossible one, return the clues that contradict."""
    return await _analysed(context, request, "analyse", asked)


@router.post("/numbers", response_model=Numbers, responses=problems(409, 504))
async def numbers(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Return the chance of each number in a cell."""
    return await _analysed(context, request, "position_numbers", asked)


@router.post("/explain", response_model=Reason, responses=problems(409, 504))
async def explain(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Explain why a cell is safe or a mine."""
    return await _analysed(context, request, "position_explain", asked)


async def _analysed(
    context: Context, request: Request, name: str, asked: requests.PositionRequest
) -> Response:
    """Ask a worker; a running game in the same position counts as helped from now on."""
    parts = await context.ask_help_in_parts(request, name, asked=asked.model_dump())
    rows = json.loads(parts[0])["rows"]
    if any(mark not in "#F" for row in rows for mark in row):
        await context.store.run(lambda games: games.analysed(rows))
    return answer(parts[1])
