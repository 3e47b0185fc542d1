from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from typing import Any

import pytest


def public_names(module: str) -> list[tuple[str, Any]]:
    """Return what a module lists as public, or what it defines."""
    home = import_module(module)
    own = [name for name, thing in vars(home).items() if in_module(thing, module)]
    return [(name, getattr(home, name)) for name in getattr(home, "__all__", own)]


def in_module(thing: object, module: str) -> bool:
    return getattr(thing, "__module__", "") == module and not thing.__name__.startswith("_")  # type: ignore[attr-defined]


MODULES = ("sapper", "sapper.formatting", "sapper.knowledge.classic", "sapper.gym", "sapper.data")
PUBLIC = {
    f"{module}.{name}": thing
    for module in MODULES
    for name, thing in public_names(module)
    if inspect.isclass(thing) or inspect.isfunction(thing)
}


@pytest.mark.parametrize("module", sorted({thing.__module__ for thing in PUBLIC.values()}))
def test_examples_in_docstrings_are_true(module: str) -> None:
    """Every example in a module with public names gives what it shows."""
    results = doctest.testmod(import_module(module))
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name: str) -> None:
    """Each public class and function shows in its docstring how it is used."""
    assert doctest.DocTestParser().get_examples(PUBLIC[name].__doc__ or "")
