"""The kernel's stub agrees with the binary."""

from __future__ import annotations

import ast
from pathlib import Path

import sapper
from sapper import _kernel

STUB = ast.parse((Path(sapper.__file__).parent / "_kernel.pyi").read_text(encoding="utf-8"))


def names(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """Return what a stub declares: functions, classes and annotated attributes."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


def public(thing: object) -> set[str]:
    return {name for name in vars(thing) if not name.startswith("_")}


def test_stub_and_binary_have_the_same_names() -> None:
    """Every function, class and method of the binary is in the stub, and nothing else is."""
    declared = names(STUB.body)
    assert set(declared) == public(_kernel)
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef) and not issubclass(getattr(_kernel, name), Exception):
            methods = {each for each in names(node.body) if not each.startswith("_")}
            assert methods == public(getattr(_kernel, name)), name


def test_stub_and_binary_have_the_same_arguments() -> None:
    """Each function's keyword names in the stub are those that the binary reports."""
    for name, node in names(STUB.body).items():
        if isinstance(node, ast.FunctionDef):
            signature = getattr(_kernel, name).__nb_signature__[0][0]
            arguments = [*node.args.args, *node.args.kwonlyargs]
            assert all(f"{argument.arg}: " in signature for argument in arguments), signature
