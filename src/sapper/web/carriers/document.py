"""The OpenAPI document: FastAPI writes it from the routes, with the forms of their answers."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import FastAPI, Header, Response
from fastapi.openapi.constants import REF_TEMPLATE
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from sapper.web.forms import analysis as analysis_forms
from sapper.web.forms import boards as board_forms
from sapper.web.forms import games as game_forms
from sapper.web.forms import help as help_forms
from sapper.web.forms import history as history_forms
from sapper.web.forms import pictures as picture_forms
from sapper.web.forms import replays as replay_forms
from sapper.web.forms import review as review_forms
from sapper.web.forms import training as training_forms
from sapper.web.forms.problem_form import ProblemForm
from sapper.web.forms.problems import MEDIA_TYPE
from sapper.web.forms.watch import WatchLine
from sapper.web.routes import (
    analysis,
    boards,
    games,
    help,
    history,
    pictures,
    replays,
    review,
    training,
    watch,
)
from sapper.web.routes.routing import Function, Route
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import JSON
from sapper.words import Notation

_FORMS: dict[Function, Any] = {
    games.new_game: game_forms.GameState,
    games.get_game: game_forms.GameState,
    games.act: game_forms.ActionAnswer,
    games.again: game_forms.GameState,
    help.hint: help_forms.Hint,
    help.overlay: help_forms.Overlay,
    help.numbers: help_forms.Numbers,
    help.explain: help_forms.Reason,
    analysis.analyse: analysis_forms.Analysis,
    analysis.numbers: help_forms.Numbers,
    analysis.explain: help_forms.Reason,
    pictures.read_shown: picture_forms.PictureReading,
    boards.make_boards: board_forms.Boards,
    boards.about: board_forms.About,
    review.ending: review_forms.Ending,
    review.review_stored: review_forms.Review,
    review.review_posted: review_forms.Review,
    replays.replay: replay_forms.ReplayFilm,
    training.how_it_stands: training_forms.TrainingStanding,
    training.what_is_taught: training_forms.Lessons,
    training.next_puzzle: training_forms.TrainingPuzzle,
    training.get_puzzle: training_forms.TrainingPuzzle,
    training.answer_puzzle: training_forms.TrainingAnswer,
    history.history: history_forms.History,
    history.delete_games: history_forms.Deleted,
    history.sum_up: history_forms.Statistics,
    history.progress: history_forms.Progress,
    history.dailies: history_forms.Dailies,
    history.export: history_forms.Export,
    history.import_games: history_forms.Import,
}
_EVERYWHERE = (400, 403, 405, 408, 413, 415, 422, 500, 503, 507)
_CELLS = Annotated[
    Notation, Header(description="How sentences write cells: C4, or (3,2) as pairs.")
]
_ANY_BODY = {"required": True, "content": {JSON: {"schema": {"type": "object"}}}}


def describe(app: FastAPI) -> None:
    """Let the app show the document of all routes."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title,
                version=app.version,
                summary=app.summary,
                routes=[_described(route) for route in ROUTES],
            )
            made["components"]["schemas"] |= _schemas("WatchLine", WatchLine)
            made["components"]["schemas"] |= _schemas("ProblemForm", ProblemForm)
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # the way FastAPI documents


def _schemas(name: str, form: Any) -> dict[str, Any]:
    """Return the schema of a form that no route names, and of those in it."""
    schema = TypeAdapter(form).json_schema(ref_template=REF_TEMPLATE)
    return {**schema.pop("$defs", {}), name: schema}


def _described(route: Route) -> APIRoute:
    """Return a route as FastAPI describes it; it is never called."""

    def endpoint() -> None: ...

    hints = {name: hint for name, hint in route.hints.items() if _is_sent(route, name)}
    parameters = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=route.defaults.get(name, Parameter.empty),
            annotation=hint,
        )
        for name, hint in hints.items()
    ]
    cells = Parameter(
        "sapper_cells", Parameter.KEYWORD_ONLY, default=Notation.NAMES, annotation=_CELLS
    )
    endpoint.__signature__ = Signature([*parameters, cells])  # type: ignore[attr-defined]
    endpoint.__name__, endpoint.__doc__ = route.function.__name__, route.function.__doc__
    form = _FORMS.get(route.function)
    return APIRoute(
        route.path,
        endpoint,
        methods=[route.method],
        status_code=route.status,
        tags=[route.tag],
        response_model=form,
        response_class=Response if form is None else JSONResponse,
        responses=_responses(route),
        openapi_extra={"requestBody": _ANY_BODY} if route.takes_parts else None,
    )


def _is_sent(route: Route, name: str) -> bool:
    return route.place(name) in ("path", "query", "body")


def _responses(route: Route) -> dict[int | str, dict[str, Any]]:
    content = {MEDIA_TYPE: {"schema": {"$ref": REF_TEMPLATE.format(model="ProblemForm")}}}
    form = {"description": "A problem, described in one sentence.", "content": content}
    found: dict[int | str, dict[str, Any]] = dict.fromkeys(
        sorted({*_EVERYWHERE, *route.problems}), form
    )
    if route.function is games.get_game:
        found[304] = {"description": "The client already has this state."}
    if route.function is watch.watch:
        schema = {"$ref": REF_TEMPLATE.format(model="WatchLine")}
        told = "One JSON object per line: the game, each move, the end (or a problem)."
        found[200] = {"description": told, "content": {watch.LINES: {"schema": schema}}}
    if route.function is replays.file:
        kinds = {kind: {"schema": {"type": "string"}} for kind in replays.MEDIA_TYPES.values()}
        found[200] = {"description": "The file.", "content": kinds}
    return found
