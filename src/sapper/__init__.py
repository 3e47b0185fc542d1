"""Sapper: a Minesweeper AI that plays, proves, advises and measures.

`__init__.pyi` lists the public names. Each is imported when it is first used, so that
`import sapper` costs nothing.
"""

__version__ = "0.2.0"

_homes: dict[str, str] = {}  # the module of each public name


def __getattr__(name: str) -> object:
    found = globals()[name] = _find(name)
    return found


def __dir__() -> list[str]:
    return sorted(globals().keys() | _read_homes().keys())


def _find(name: str) -> object:
    homes = _read_homes()
    if name == "__all__":
        return list(homes)
    if name not in homes:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(homes[name]), name)


def _read_homes() -> dict[str, str]:
    """Read the public names from the stub, once, so that names and types cannot differ."""
    if not _homes:
        import ast
        from pathlib import Path

        stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
        imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
        named = {alias.name: str(node.module) for node in imports for alias in node.names}
        _homes.update(sorted(named.items()))
    return _homes
