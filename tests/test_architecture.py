"""The package keeps its shape: rooms, the direction of imports, public names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import iter_modules

import pytest

import sapper

SOURCE = Path(sapper.__file__).parent
ROOMS = {module.name for module in iter_modules(sapper.__path__)}
ORACLES = Path(__file__).parent / "oracles"

# A room may import from itself and from rooms that stand further left.
ORDER = [
    {"signals", "formatting"},
    {"rules"},
    {"engine", "files", "knowledge"},
    {"batch", "vision", "players"},
    {"advice"},
    {"arena", "boards", "reviewing"},
    {"replays", "training"},
    {"data", "web"},
    {"cli", "gym"},
]
# A folder of the web layer may import from itself and from those further left.
WEB_ORDER = ["forms", "store", "jobs", "routes", "carriers"]
OPTION = re.compile(r"(?<![-\w])--[a-z]")
FRONT_ENDS = {"cli", "gym", "web"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).with_suffix("").as_posix()
        if name not in ("__init__", "__main__"):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


ROOMLESS = {"sapper._kernel", "sapper.__version__"}


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
    """Each module belongs to a room of the plan."""
    assert {room(name) for name, _ in modules()} == set().union(*ORDER)


def test_arrows_point_one_way() -> None:
    """No module imports from a room to the right of its own, nor from one beside it."""
    for name, tree in modules():
        for imported in imports(tree):
            if not imported.startswith("sapper.") or imported in ROOMLESS:
                continue
            other = imported.removeprefix("sapper.")
            same = room(other) == room(name)
            assert same or rank(other) < rank(name), f"{name} imports {imported}"


def test_arrows_within_the_web_point_one_way() -> None:
    """Each module of the web layer is in a folder, and none imports from further right."""
    for name, tree in modules():
        if not name.startswith("web/") or name == "web/__init__":
            continue
        place = WEB_ORDER.index(name.split("/")[1])
        known = [other.split(".") for other in imports(tree) if other.startswith("sapper.web.")]
        assert all(WEB_ORDER.index(parts[2]) <= place for parts in known), name


def test_two_rooms_know_the_kernel() -> None:
    """The native module is imported by engine and batch, and nowhere else."""
    users = {room(name) for name, tree in modules() if "sapper._kernel" in set(imports(tree))}
    assert users == {"batch", "engine"}


def test_inference_is_handed_no_mines() -> None:
    """No module of the engine names a layout or a game: these are for batch."""
    for name, tree in modules():
        if room(name) == "engine":
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert not {"Layout", "Game"} & names, name
            assert "sapper.rules.game" not in set(imports(tree)), name


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
        # the time limits of the host are real time; the board of a day is given the day
        timed = name in ("players/host", "boards/daily")
        assert timed or not {"time", "datetime"} & set(imports(tree)), name
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        printed = [call for call in calls if isinstance(call, ast.Name) and call.id == "print"]
        assert not printed or name == "knowledge/classic", name


def test_only_the_commands_name_options() -> None:
    """No text of the library names an option, but for the command that a data set writes down."""
    for name, tree in modules():
        if room(name) == "cli" or name == "data/card":
            continue
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        assert not [text for text in texts if isinstance(text, str) and OPTION.search(text)], name


def test_the_rules_know_no_terminal() -> None:
    """No module of the rules looks at its environment: pictures are the same everywhere."""
    for name, tree in modules():
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert room(name) != "rules" or not {"environ", "isatty", "stdout"} & attributes, name


def test_oracles_share_nothing_with_what_they_check() -> None:
    """An oracle uses only the rules, the slow reference and its own code."""
    own = ("sapper.rules.", "sapper.engine.reference")
    for path in sorted(ORACLES.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                node.body = []
        shared = {name for name in imports(tree) if name.startswith("sapper")}
        assert {name for name in shared if not name.startswith(own)} == set(), path.name


def test_every_module_says_what_it_is_for() -> None:
    """Each module has a docstring."""
    assert [name for name, tree in modules() if not ast.get_docstring(tree)] == []


def test_public_names() -> None:
    """`sapper` exports exactly the names that its stub lists, and each exists."""
    stub = ast.parse((SOURCE / "__init__.pyi").read_text(encoding="utf-8"))
    (listed,) = (node.value for node in stub.body if isinstance(node, ast.Assign))
    assert sorted(ast.literal_eval(listed)) == sapper.__all__
    assert all(hasattr(sapper, name) for name in [*sapper.__all__, "__version__"])
    assert set(sapper.__all__) <= set(dir(sapper))
    public = {name for name in vars(sapper) if not name.startswith("_")}
    assert public - ROOMS == set(sapper.__all__)


def test_no_public_name_is_also_a_room() -> None:
    """`sapper.review` and the like are the functions, whatever was imported before."""
    assert not ROOMS & set(sapper.__all__)


@pytest.mark.parametrize("module", ["sapper", "sapper.knowledge.classic"])
def test_light_imports_stay_light(module: str) -> None:
    """Neither the package itself nor the textbook's classes load numpy or the kernel."""
    code = f"import sys, {module}; print(*{{'numpy', 'sapper._kernel'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
