"""Plain data is read into forms, strictly; whatever has another form is named with its place."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from sapper.training import Standing, Technique
from sapper.web.forms.validation import Closed, Form, InvalidData, Long, Within, read, reader


class Part(Closed):
    name: Annotated[str, Long(5, pattern="[a-z]+")]
    size: Annotated[int, Within(1, below=10)] | None = None


class Whole(Form):
    parts: list[Part]
    kind: Literal["a", "b"] = "a"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], ""),
        ({}, "parts"),
        ({"parts": 3}, "parts"),
        ({"parts": [{"name": "Ab"}]}, "parts.0.name"),
        ({"parts": [{"name": "ab"}, {"name": "abcdef"}]}, "parts.1.name"),
        ({"parts": [{"name": "ab", "size": 10}]}, "parts.0.size"),
        ({"parts": [{"name": "ab", "size": True}]}, "parts.0.size"),
        ({"parts": [{"name": "ab", "size": 2.0}]}, "parts.0.size"),
        ({"parts": [{"name": "ab", "colour": "red"}]}, "parts.0.colour"),
        ({"parts": [{"name": "\ud800"}]}, "parts.0.name"),
        ({"parts": [], "kind": "c"}, "kind"),
        ({"parts": [], "kind": ["a"]}, "kind"),
    ],
)
def test_another_form_is_refused_with_its_place(data: Any, place: str) -> None:
    """The error names the path to the first field that is wrong."""
    with pytest.raises(InvalidData) as caught:
        read(Whole, data)
    assert caught.value.place == place


def test_what_fits_is_read() -> None:
    """Fields that are left out have their defaults; a form that is not closed ignores others."""
    made = read(Whole, {"parts": [{"name": "ab", "size": 9}, {"name": "c"}], "more": 1})
    assert made == Whole(parts=[Part(name="ab", size=9), Part(name="c")], kind="a")


def test_text_is_read_only_from_text() -> None:
    """A query has its numbers as text; JSON has them as numbers."""
    number = Annotated[int, Within(0, 8)]
    assert reader(number, text=True)("7") == 7
    with pytest.raises(InvalidData):
        reader(number)("7")
    with pytest.raises(InvalidData):
        reader(number, text=True)("7 ")


def test_a_standing_is_read_as_it_was_written() -> None:
    """Named tuples, dictionaries with enums as keys and nested dataclasses come back equal."""
    written = TypeAdapter(Standing).dump_python(Standing(), mode="json")
    assert read(Standing, written) == Standing()
    assert set(read(Standing, written).techniques) == set(Technique)


NUMBERS: list[Any] = [
    -1,
    0,
    0.0,
    1,
    1.5,
    2,
    2**70,
    float("nan"),
    float("inf"),
    True,
    None,
    "1",
    [],
    {},
]


@pytest.mark.parametrize("data", NUMBERS)
def test_numbers_are_accepted_as_by_another_checker(data: Any) -> None:
    """Pydantic, in its strict mode, accepts and refuses the same numbers."""
    other = TypeAdapter(Annotated[float, Field(ge=0, lt=2, strict=True)])
    try:
        expected: Any = other.validate_python(data)
    except ValidationError:
        expected = InvalidData
    if expected is InvalidData:
        with pytest.raises(InvalidData):
            reader(Annotated[float, Within(0, below=2)])(data)
    else:
        assert reader(Annotated[float, Within(0, below=2)])(data) == expected
