from __future__ import annotations

import doctest
import inspect
from importlib import import_module

import pytest

import sapper

PUBLIC = {
    name: thing
    for name in sapper.__all__
    if inspect.isclass(thing := getattr(sapper, name)) or inspect.isfunction(thing)
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
