"""Read plain data, as JSON, a query or a row of a table has it, into the types that say its form.

A form is a dataclass, or any type made of those below. What is allowed beyond the type stands
beside it: `Annotated[int, Within(0, 8)]`. The same notes describe it in the OpenAPI document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from sapper.rules.errors import SapperError

T = TypeVar("T")
Read = Callable[[Any], Any]
Json = dict[str, Any]

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NO_DAY = "it must be a date such as 2026-01-31"
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


class InvalidData(SapperError):
    """Data of another form; `where` leads to it."""

    def __init__(self, what: str, *where: str | int) -> None:
        super().__init__(what)
        self.what = what
        self.where = where

    def within(self, place: str | int) -> InvalidData:
        """Return the same fault, seen from further outside."""
        return InvalidData(self.what, place, *self.where)

    @property
    def place(self) -> str:
        return ".".join(map(str, self.where))

    def __str__(self) -> str:
        return f"{self.place or 'it'}: {self.what}"


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Form:
    """What a request or an answer consists of: each subclass is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Closed(Form):
    """A form in which an unknown field is an error."""

    __pydantic_config__: ClassVar[Json] = {"extra": "forbid"}  # for the document


@dataclass(frozen=True)
class Within:
    """A number in a range: at least `least`, and at most `most` or below `below`."""

    least: float
    most: float | None = None
    below: float | None = None
    above: bool = False  # whether `least` itself is too small

    def check(self, value: float) -> None:
        if not (value > self.least if self.above else value >= self.least):
            raise InvalidData(
                f"it must be {'more than' if self.above else 'at least'} {self.least}"
            )
        if self.most is not None and not value <= self.most:
            raise InvalidData(f"it must be at most {self.most}")
        if self.below is not None and not value < self.below:
            raise InvalidData(f"it must be less than {self.below}")

    def __get_pydantic_json_schema__(self, core: Any, describe: Callable[[Any], Json]) -> Json:
        found = {"exclusiveMinimum" if self.above else "minimum": self.least}
        more = {"maximum": self.most, "exclusiveMaximum": self.below}
        return describe(core) | found | {name: to for name, to in more.items() if to is not None}


@dataclass(frozen=True)
class Long:
    """A text or a list of some length; a text may have to match a pattern as a whole."""

    most: int | None = None
    least: int = 0
    pattern: str | None = None
    examples: tuple[str, ...] = ()

    def check(self, value: str | list[Any]) -> None:
        if self.most is not None and len(value) > self.most:
            raise InvalidData(f"it is longer than {self.most:,}")
        if len(value) < self.least:
            raise InvalidData(f"it is shorter than {self.least}")
        if self.pattern is not None and not re.fullmatch(self.pattern, cast("str", value)):
            raise InvalidData(f"it must match {self.pattern}")

    def __get_pydantic_json_schema__(self, core: Any, describe: Callable[[Any], Json]) -> Json:
        found = describe(core)
        kind = "Items" if found["type"] == "array" else "Length"
        limits: Json = {f"max{kind}": self.most, f"min{kind}": self.least or None}
        limits["pattern"] = None if self.pattern is None else f"^{self.pattern}$"
        limits["examples"] = list(self.examples) or None
        return found | {name: value for name, value in limits.items() if value is not None}


class Day:
    """A date such as 2026-01-31."""

    def check(self, value: str) -> None:
        if not _DAY.fullmatch(value):
            raise InvalidData(_NO_DAY)
        _day_in(value)

    def __get_pydantic_json_schema__(self, core: Any, describe: Callable[[Any], Json]) -> Json:
        return describe(core) | {"format": "date"}


@dataclass(frozen=True)
class Documented:
    """A field of an answer that the document describes, names, or gives the form of another."""

    text: str | None = None
    name: str | None = None
    like: Any = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        made = handler(source) if self.like is None else handler.generate_schema(self.like)
        return made if self.name is None else {**made, "ref": self.name}

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Json:
        found: Json = handler(core)
        if self.text is not None:
            handler.resolve_ref_schema(found)["description"] = self.text
        return found


def read(form: type[T], data: Any) -> T:
    """Read JSON data into a form; raise InvalidData if it has another."""
    return cast("T", reader(cast("Any", form))(data))


@cache
def reader(form: Any, text: bool = False) -> Read:
    """Return the function that reads a form; from `text` also numbers, truths and dates."""
    origin, inner = get_origin(form), get_args(form)
    if origin is Annotated:
        return _checked(reader(inner[0], text), inner[1:])
    if origin in (Union, UnionType):
        return _one_of([reader(part, text) for part in inner if part is not NoneType], form)
    if origin is Literal:
        return _chosen({value: value for value in inner})
    if origin in (list, dict, tuple):
        return _COLLECTIONS[origin](*map(reader, inner))
    if text and form in _FROM_TEXT:
        return _FROM_TEXT[form]
    if isinstance(form, type) and issubclass(form, Enum):
        return _chosen({member.value: member for member in form})
    if is_dataclass(form):
        return _object(form)
    if hasattr(form, "_fields"):  # a named tuple
        hints = get_type_hints(form, include_extras=True)
        items = _sequence(*(reader(hints[name]) for name in form._fields))
        return lambda data: form(*items(data))
    return _PLAIN[form]


def _checked(inner: Read, notes: tuple[Any, ...]) -> Read:
    checks = [note.check for note in notes]

    def checked(data: Any) -> Any:
        value = inner(data)
        for check in checks:
            check(value)
        return value

    return checked


def _one_of(choices: list[Read], form: Any) -> Read:
    """Read None, if it is allowed, or the first choice that fits."""
    optional = NoneType in get_args(form)

    def chosen(data: Any) -> Any:
        if data is None and optional:
            return None
        faults = []
        for choice in choices:
            try:
                return choice(data)
            except InvalidData as fault:
                faults.append(fault)
        raise max(faults, key=lambda fault: len(fault.where))  # the one that got furthest

    return chosen


def _chosen(values: dict[Any, Any]) -> Read:
    names = ", ".join(repr(str(value)) for value in values)

    def chosen(data: Any) -> Any:
        if not isinstance(data, str | int) or isinstance(data, bool) or data not in values:
            raise InvalidData(f"it must be one of {names}")
        return values[data]

    return chosen


def _items(inner: Read) -> Read:
    def items(data: Any) -> list[Any]:
        if not isinstance(data, list | tuple):
            raise InvalidData("it must be a list")
        return [_at(place, inner, item) for place, item in enumerate(data)]

    return items


def _sequence(*inner: Read) -> Read:
    def sequence(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple) or len(data) != len(inner):
            raise InvalidData(f"it must be a list of {len(inner)}")
        pairs = zip(inner, data, strict=True)
        return tuple(_at(place, one, item) for place, (one, item) in enumerate(pairs))

    return sequence


def _mapping(key: Read, value: Read) -> Read:
    def mapping(data: Any) -> Json:
        if not isinstance(data, dict):
            raise InvalidData("it must be an object")
        return {_at(name, key, name): _at(name, value, item) for name, item in data.items()}

    return mapping


def _object(form: Any) -> Read:
    hints = get_type_hints(form, include_extras=True)
    parts = {field.name: reader(hints[field.name]) for field in fields(form)}
    needed = [
        field.name
        for field in fields(form)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    closed = issubclass(form, Closed)

    def made(data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise InvalidData("it must be an object")
        if missing := [name for name in needed if name not in data]:
            raise InvalidData("this field is required", missing[0])
        if closed and (unknown := [name for name in data if name not in parts]):
            raise InvalidData("there is no such field", str(unknown[0])[:100])
        given = {name: one for name, one in parts.items() if name in data}
        return form(**{name: _at(name, one, data[name]) for name, one in given.items()})

    return made


def _at(place: str | int, inner: Read, data: Any) -> Any:
    try:
        return inner(data)
    except InvalidData as fault:
        raise fault.within(place) from None


def _number(data: Any) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise InvalidData("it must be a number")
    try:
        return float(data)
    except OverflowError:
        raise InvalidData("the number is too large") from None


def _whole(data: Any) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise InvalidData("it must be a whole number")
    return data


def _truth(data: Any) -> bool:
    if not isinstance(data, bool):
        raise InvalidData("it must be true or false")
    return data


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise InvalidData("it must be a text")
    if not data.isascii():
        try:
            data.encode()
        except UnicodeEncodeError:
            raise InvalidData("it has half of a character") from None
    return data


def _whole_in(data: str) -> int:
    if not _WHOLE.fullmatch(data):
        raise InvalidData("it must be a whole number")
    return int(data)


def _truth_in(data: str) -> bool:
    if data.lower() not in _TRUTHS:
        raise InvalidData("it must be true or false")
    return _TRUTHS[data.lower()]


def _day_in(data: str) -> date:
    try:
        return date.fromisoformat(data)
    except ValueError:
        raise InvalidData(_NO_DAY) from None


_PLAIN: dict[Any, Read] = {
    Any: lambda data: data,
    bool: _truth,
    int: _whole,
    float: _number,
    str: _text,
}
_FROM_TEXT: dict[Any, Read] = {bool: _truth_in, int: _whole_in, date: _day_in}
_COLLECTIONS: dict[Any, Callable[..., Read]] = {
    list: _items,
    tuple: _sequence,
    dict: _mapping,
}
