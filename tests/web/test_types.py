"""The page's modules are type-checked as they are; there is no build step."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from harness.missing import give_up

from sapper.formatting import one_line
from sapper.web.carriers.assets import STATIC

_BROWSER = Path(__file__).parents[2] / "browser"
ALONE = _BROWSER / "scripts"
_OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "noUnusedLocals": True,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    "types": [],
}


def _compiler() -> list[str]:
    """Find TypeScript, or have npm fetch it."""
    if tsc := shutil.which("tsc"):
        return [tsc]
    if (npm := shutil.which("npm")) is None:
        give_up("there is no npm to fetch TypeScript, which checks the page's types: install Node")
    return [npm, "exec", "--yes", "--package=typescript@5.9", "--", "tsc"]


def test_modules_pass_the_strict_checker(tmp_path: Path) -> None:
    """`tsc --checkJs --strict` finds nothing in any module, with or without a server."""
    compiler = _compiler()
    reply = subprocess.run([*compiler, "--version"], capture_output=True, text=True, cwd=tmp_path)
    if reply.returncode:
        give_up(
            "npm could not fetch TypeScript, which checks the page's types: connect to the "
            f"network, or install tsc ({one_line(reply.stderr)[-200:]})"
        )
    project = tmp_path / "tsconfig.json"
    files = [str(path) for folder in (STATIC, ALONE) for path in sorted(folder.rglob("*.js"))]
    options = _OPTIONS | {"rootDirs": [str(STATIC), str(ALONE)]}
    project.write_text(json.dumps({"compilerOptions": options, "files": files}))
    checked = subprocess.run([*compiler, "-p", str(project)], capture_output=True, text=True)
    assert checked.stdout == ""
    assert checked.returncode == 0


def test_types_are_those_of_the_openapi_document() -> None:
    """The page's types are up to date; `python browser/page_types.py` updates them."""
    check = [sys.executable, str(_BROWSER / "page_types.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_text_never_becomes_markup() -> None:
    """No module makes HTML from text, runs text, or uses style attributes."""
    forbidden = (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
    )
    for path in STATIC.rglob("*.js"):
        source = path.read_text()
        assert not [word for word in forbidden if word in source], path.name
    page = (STATIC / "index.html").read_text()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page


def test_modules_stay_small() -> None:
    """No module is longer than 400 lines."""
    assert {
        path.name for path in STATIC.rglob("*.*s") if len(path.read_text().splitlines()) > 400
    } == set()
