"""The house keeps its shape: rooms, arrows, public names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sapper

SOURCE = Path(sapper.__file__).parent

# A room may import from itself and from rooms that stand further left.
ORDER = [
    {"words"},
    {"rules"},
    {"knowledge", "engine"},
    {"players"},
    {"advice"},
    {"arena", "boards", "review"},
    {"data", "web"},
    {"cli", "gym"},
]
FRONT_ENDS = {"cli", "gym", "web"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).with_suffix("").as_posix()
        if name not in ("__init__", "__main__"):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def room(name: str) -> str:
    return name.replace(".", "/").split("/")[0]


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield every imported module by its full name; names taken from `sapper` count as modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            if node.module == "sapper":
                yield from (f"sapper.{alias.name}" for alias in node.names)
            else:
                yield node.module


def rank(name: str) -> int:
    return next(place for place, rooms in enumerate(ORDER) if room(name) in rooms)


def test_every_room_is_known() -> None:
    """Each module lives in a room of the plan."""
    assert {room(name) for name, _ in modules()} == set().union(*ORDER)


def test_arrows_point_one_way() -> None:
    """No module imports from a room to the right of its own, nor from a neighbour's beside it."""
    for name, tree in modules():
        for imported in imports(tree):
            if not imported.startswith("sapper.") or imported == "sapper._kernel":
                continue
            other = imported.removeprefix("sapper.")
            same = room(other) == room(name)
            assert same or rank(other) < rank(name), f"{name} imports {imported}"


def test_only_the_engine_knows_the_kernel() -> None:
    """The native module is imported in the engine's room and nowhere else."""
    users = {room(name) for name, tree in modules() if "sapper._kernel" in set(imports(tree))}
    assert users == {"engine"}


def test_the_readable_mind_is_pure_python() -> None:
    """The knowledge room imports neither numpy nor the kernel."""
    for name, tree in modules():
        if room(name) == "knowledge":
            assert not {module.split(".")[0] for module in imports(tree)} & {
                "numpy",
                "rich",
                "typer",
            }


def test_no_clock_and_no_printing_below_the_front_ends() -> None:
    """Only front ends read the clock or print (and the textbook's own `print` method)."""
    for name, tree in modules():
        if room(name) in FRONT_ENDS:
            continue
        assert not {"time", "datetime"} & set(imports(tree)), name
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        printed = [call for call in calls if isinstance(call, ast.Name) and call.id == "print"]
        assert not printed or name == "knowledge/classic", name


def test_every_module_says_what_it_is_for() -> None:
    """Each module has a docstring."""
    assert [name for name, tree in modules() if not ast.get_docstring(tree)] == []


def test_public_names() -> None:
    """`sapper` exports what it lists, in order, and nothing more."""
    assert sapper.__all__ == sorted(
        sapper.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert all(hasattr(sapper, name) for name in sapper.__all__)
    submodules = {
        "advice",
        "arena",
        "boards",
        "cli",
        "data",
        "engine",
        "gym",
        "knowledge",
        "players",
    }
    submodules |= {"rules", "web", "words"}
    public = {name for name in vars(sapper) if not name.startswith("_")}
    assert public - submodules == set(sapper.__all__)
