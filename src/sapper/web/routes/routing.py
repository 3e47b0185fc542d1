"""The table of routes, and how a call finds its function and that function's arguments.

A route is a plain function. It asks for the context and the client by their types; what else it
takes is read from the path, from the body (a form) or from the query.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, is_dataclass
from functools import cached_property
from types import NoneType
from typing import Any, TypeVar, get_args, get_type_hints

from sapper.formatting import Notation, notation
from sapper.web.forms import limits
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import InvalidData, reader
from sapper.web.routes.context import Context
from sapper.web.routes.transport import Answer, Call, Client, Stream

Function = Callable[..., Awaitable[Answer[Any] | Stream[Any]]]
F = TypeVar("F", bound=Function)


@dataclass(frozen=True)
class Body:
    """How many bytes a request may send.

    For a body that comes in parts, also how long all of it may take, and how many such requests
    are answered besides the others.
    """

    most: int = limits.BYTES
    seconds: float = 0.0
    places: int = 0


_SMALL = Body()


@dataclass(frozen=True)
class Route:
    """A function for a method and a path; `problems` are the statuses that only some have."""

    method: str
    path: str
    function: Function
    status: int
    problems: tuple[int, ...]
    tag: str
    body: Body

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The type of each parameter."""
        found = get_type_hints(self.function, include_extras=True)
        return {name: found[name] for name in inspect.signature(self.function).parameters}

    @cached_property
    def form(self) -> Any:
        """The form of its answer; None if that is not JSON."""
        (form,) = get_args(get_type_hints(self.function)["return"])
        return None if form is NoneType else form

    @cached_property
    def defaults(self) -> dict[str, Any]:
        parameters = inspect.signature(self.function).parameters.values()
        return {each.name: each.default for each in parameters if each.default is not each.empty}

    @cached_property
    def takes_parts(self) -> bool:
        """Whether the function takes the body as it comes."""
        return AsyncIterator[bytes] in self.hints.values()

    def place(self, name: str) -> str:
        """Return where a parameter is found: context, client, parts, path, body or query."""
        hint = self.hints[name]
        given = {Context: "context", Client: "client", AsyncIterator[bytes]: "parts"}
        if isinstance(hint, type) and is_dataclass(hint) and hint is not Context:
            return "body"
        return given.get(hint) or ("path" if f"{{{name}}}" in self.path else "query")

    async def answer(self, context: Context, call: Call) -> Answer[Any] | Stream[Any]:
        """Call the function; every error that is not a bug is a SapperError."""
        return await self.function(**self._arguments(context, call))

    def _arguments(self, context: Context, call: Call) -> dict[str, Any]:
        """Read what the function takes; raise a Problem if something has another form."""
        found = self.pattern.fullmatch(call.path)
        texts = {"path": {} if found is None else found.groupdict(), "query": call.query}
        given = {"context": context, "client": call.client, "parts": call.parts}
        arguments: dict[str, Any] = {}
        for name, hint in self.hints.items():
            place = self.place(name)
            if place in given:
                arguments[name] = given[place]
            elif place == "body" and (call.body or name not in self.defaults):
                arguments[name] = _read(("body",), hint, _loaded(call.body))
            elif name in texts.get(place, {}):
                arguments[name] = _read((place, name), hint, texts[place][name], text=True)
            elif name not in self.defaults:
                raise _invalid(InvalidData("this field is required", place, name))
        return arguments


@dataclass
class Routes:
    """The routes of one part, all below a path."""

    prefix: str
    tag: str
    listed: list[Route] = field(default_factory=list)

    def get(self, path: str, *problems: int) -> Callable[[F], F]:
        return self._add("GET", path, 200, problems)

    def post(
        self, path: str, *problems: int, status: int = 200, body: Body = _SMALL
    ) -> Callable[[F], F]:
        return self._add("POST", path, status, problems, body)

    def delete(self, path: str, *problems: int) -> Callable[[F], F]:
        return self._add("DELETE", path, 204, problems)

    def _add(
        self, method: str, path: str, status: int, problems: tuple[int, ...], body: Body = _SMALL
    ) -> Callable[[F], F]:
        def added(function: F) -> F:
            self.listed.append(
                Route(method, self.prefix + path, function, status, problems, self.tag, body)
            )
            return function

        return added


def find(routes: list[Route], method: str, path: str) -> Route:
    """Return the first route for a path; raise a Problem if there is none, or for other methods."""
    fitting = [route for route in routes if route.pattern.fullmatch(path)]
    for route in fitting:
        if route.method == method:
            return route
    if fitting:
        raise Problem(Kind.METHOD, "this address does not support that method")
    raise Problem(Kind.NOT_FOUND, "there is nothing at this address")


def choose_notation(header: str | None) -> None:
    """Write the cells in a request's sentences as its client requests; each is a separate task."""
    names = Notation.NAMES
    notation.set(names if header is None else _read(("header", "Sapper-Cells"), Notation, header))


def _loaded(body: bytes) -> Any:
    if not body:
        raise _invalid(InvalidData("this field is required", "body"))
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _invalid(InvalidData("this is not JSON", "body")) from None


def _read(place: tuple[str, ...], hint: Any, data: Any, *, text: bool = False) -> Any:
    try:
        return reader(hint, text)(data)
    except InvalidData as fault:
        raise _invalid(InvalidData(fault.what, *place, *fault.where)) from None


def _invalid(fault: InvalidData) -> Problem:
    return Problem(Kind.INVALID, str(fault)[:500], where=fault.place[:200])
