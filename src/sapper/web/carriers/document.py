"""The OpenAPI document: the routes, and the forms of what they take and answer."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from sapper.formatting import Notation
from sapper.web.forms.problems import MEDIA_TYPE, ProblemForm
from sapper.web.forms.validation import Json
from sapper.web.routes import games, replays, watch
from sapper.web.routes.routing import Route, find
from sapper.web.routes.table import ROUTES
from sapper.web.routes.transport import JSON

if TYPE_CHECKING:
    from fastapi import FastAPI


_REF = "#/components/schemas/{model}"
_EVERYWHERE = (400, 403, 405, 408, 413, 415, 422, 500, 503, 507)
_CELLS = "How sentences write cells: C4, or (3,2) as pairs."


def describe(app: FastAPI) -> None:
    """Let the app show the document of all routes."""

    def document() -> Json:
        if app.openapi_schema is None:
            info = {"title": app.title, "summary": app.summary, "version": app.version}
            app.openapi_schema = _without_nulls({"openapi": "3.1.0", "info": info} | _document())
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # the way FastAPI documents


def _document() -> Json:
    others: list[Any] = [((form, ""), "serialization", form) for form in (ProblemForm, Notation)]
    forms = others + [((route, name), *form) for route in ROUTES for name, *form in _forms(route)]
    schemas, shared = TypeAdapter.json_schemas(
        [(key, mode, TypeAdapter(form)) for key, mode, form in forms], ref_template=_REF
    )
    known: dict[Any, dict[str, Json]] = {}
    for ((owner, name), _), schema in schemas.items():
        known.setdefault(owner, {})[name] = schema
    lines = known[find(ROUTES, "POST", "/api/watch")]["return"]
    paths: dict[str, Json] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known[route])
    return {"paths": paths, "components": {"schemas": shared["$defs"] | {"WatchLine": lines}}}


def _without_nulls(data: Any) -> Any:
    """Leave out defaults that are null, which say nothing."""
    if isinstance(data, dict):
        return {name: _without_nulls(value) for name, value in data.items() if value is not None}
    return [_without_nulls(each) for each in data] if isinstance(data, list) else data


def _forms(route: Route) -> list[tuple[str, str, Any]]:
    """Return the forms of what a client sends to a route, and of what it answers."""
    places = ("path", "query", "body")
    sent = {name: hint for name, hint in route.hints.items() if route.place(name) in places}
    taken = [(name, "validation", hint) for name, hint in sent.items()]
    return [*taken, ("return", "serialization", route.form)]


def _operation(route: Route, schemas: dict[str, Json]) -> Json:
    name, answer = route.function.__name__, schemas.pop("return")
    body = {each: schema for each, schema in schemas.items() if route.place(each) == "body"}
    parameters = [_parameter(route, each, schemas[each]) for each in schemas if each not in body]
    form = {"$ref": _REF.format(model="Notation"), "description": _CELLS, "default": "names"}
    cells = {"name": "sapper-cells", "in": "header", "required": False, "schema": form}
    made = {
        "tags": [route.tag],
        "summary": name.replace("_", " ").title(),
        "description": route.function.__doc__,
        "operationId": re.sub(r"\W", "_", f"{name}{route.path}_{route.method.lower()}"),
        "parameters": [*parameters, cells | {"description": _CELLS}],
        "responses": _responses(route, answer),
    }
    if route.takes_parts:
        made["requestBody"] = {"required": True, "content": _content({"type": "object"})}
    for each, schema in body.items():
        made["requestBody"] = _body(schema, route.defaults.get(each))
    return made


def _parameter(route: Route, name: str, schema: Json) -> Json:
    titled = schema | {"title": name.replace("_", " ").title()}
    if (default := route.defaults.get(name)) is not None:
        titled["default"] = default
    needed = name not in route.defaults
    return {"name": name, "in": route.place(name), "required": needed, "schema": titled}


def _body(schema: Json, default: Any) -> Json:
    if default is None:
        return {"required": True, "content": _content(schema)}
    values = {name: value for name, value in vars(default).items() if value is not None}
    return {"content": _content(schema | {"default": values})}


def _content(schema: Json, *kinds: str) -> Json:
    return {kind: {"schema": schema} for kind in kinds or (JSON,)}


def _responses(route: Route, answer: Json) -> Json:
    problem = _content({"$ref": _REF.format(model="ProblemForm")}, MEDIA_TYPE)
    form = {"description": "A problem, described in one sentence.", "content": problem}
    good: Json = {"description": "Successful Response", "content": _content(answer)}
    if route.status == HTTPStatus.NO_CONTENT:
        del good["content"]
    if route.function is watch.watch:
        lines = "One JSON object per line: the game, each move, the end (or a problem)."
        good = {
            "description": lines,
            "content": _content({"$ref": _REF.format(model="WatchLine")}, watch.LINES),
        }
    if route.function is replays.file:
        content = _content({"type": "string"}, *replays.MEDIA_TYPES.values())
        good = {"description": "The file.", "content": content}
    found = {str(route.status): good}
    if route.function is games.get_game:
        found["304"] = {"description": "The client already has this state."}
    return found | {str(status): form for status in sorted({*_EVERYWHERE, *route.problems})}
