"""Analysis of a position from anywhere."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.web.context import Shared, answer, problems
from sapper.web.wire import answers, requests

router = APIRouter(prefix="/api/analyse", tags=["analyse"])


@router.post("", response_model=answers.Analysis, responses=problems(504))
async def analyse(asked: requests.PositionRequest, request: Request, context: Shared) -> Response:
    """Tell everything about a position; an impossible one is answered with the clues to blame."""
    return answer(await context.ask_help(request, "analyse", asked=asked.model_dump()))


@router.post("/numbers", response_model=answers.Numbers, responses=problems(409, 504))
async def numbers(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Tell the chance of each number in a cell."""
    return answer(await context.ask_help(request, "position_numbers", asked=asked.model_dump()))


@router.post("/explain", response_model=answers.Reason, responses=problems(409, 504))
async def explain(
    asked: requests.PositionCellRequest, request: Request, context: Shared
) -> Response:
    """Say why a cell is safe or a mine."""
    return answer(await context.ask_help(request, "position_explain", asked=asked.model_dump()))
