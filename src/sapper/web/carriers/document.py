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

from sapper.web.forms.problems import MEDIA_TYPE, ProblemForm
from sapper.web.forms.watch import WatchLine
from sapper.web.routes import games, replays, watch
from sapper.web.routes.routing import Route
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import JSON
from sapper.words import Notation

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
    form = None if route.function is watch.watch else route.form
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
