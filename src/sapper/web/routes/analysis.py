"""Analysis of any position."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.web.context import Shared, answer, problems
from sapper.web.wire import answers, requests

router = APIRouter(prefix="/api/analyse", tags=["analyse"])


@router.post("", response_model=answers.Analysis, responses=problems(504))
async def analyse(asked: requests.PositionRequest, request: Request, context: Shared) -> Response:
    """Analyse a position; for an impossible one, return the clues that contradict."""
    return answer(await context.ask_help(request, "analyse", asked=asked.model_dump()))


@router.post("/numbers", response_model=answers.Numbers, responses=problems(409, 504))
async def numbers(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Return the chance of each number in a cell."""
    return answer(await context.ask_help(request, "position_numbers", asked=asked.model_dump()))


@router.post("/explain", response_model=answers.Reason, responses=problems(409, 504))
async def explain(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Explain why a cell is safe or a mine."""
    return answer(await context.ask_help(request, "position_explain", asked=asked.model_dump()))
