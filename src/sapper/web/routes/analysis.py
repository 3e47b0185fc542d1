"""Analysis of any position."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sapper.web.forms import requests
from sapper.web.forms.help import Analysis, Numbers, Reason
from sapper.web.jobs import table
from sapper.web.jobs.table import Job
from sapper.web.routes.context import Context, collect, while_wanted
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client

routes = Routes("/api/analyse", "analyse")


@routes.post("", 504)
async def analyse(
    request: requests.PositionRequest, client: Client, context: Context
) -> Answer[Analysis]:
    """Analyse a position; for an impossible one, return the clues that contradict."""
    return await _analysed(context, client, table.ANALYSE, request)


@routes.post("/numbers", 409, 504)
async def numbers(
    request: requests.PositionCellRequest, client: Client, context: Context
) -> Answer[Numbers]:
    """Return the chance of each number in a cell."""
    return await _analysed(context, client, table.ANALYSE_NUMBERS, request)


@routes.post("/explain", 409, 504)
async def explain(
    request: requests.PositionCellRequest, client: Client, context: Context
) -> Answer[Reason]:
    """Explain why a cell is safe or a mine."""
    return await _analysed(context, client, table.ANALYSE_EXPLAIN, request)


async def _analysed(
    context: Context, client: Client, job: Job, request: requests.PositionRequest
) -> Answer[Any]:
    """Ask a worker; a running game in the same position counts as helped from now on."""
    view, found = await while_wanted(client, collect(context.stream(job, **asdict(request))))
    rows = json.loads(view)["rows"]
    await context.store.write(lambda games: games.analysed(rows))
    return Answer(found)
