"""Make the site: the page, Python and Sapper as files that any host can serve."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from kernel import Tools, compile_kernel  # noqa: E402 - needs the path above, as all below
from page import write_page  # noqa: E402
from parts import PYODIDE, headers  # noqa: E402
from sources import MARK, sources  # noqa: E402

BUILD = ROOT / "build" / "browser"
SITE = ROOT / "site"


def main() -> None:
    """Build `site/`; what did not change since the last time is taken from `build/browser`."""
    pyodide = PYODIDE.fetch(BUILD / "parts")
    kernel = compile_kernel(_tools(), BUILD / "kernel", os.cpu_count() or 1)
    made = _library(pyodide, kernel)
    library, code = ((made / name).read_bytes() for name in ("library.zip", "sapper.zip"))
    shutil.rmtree(SITE, ignore_errors=True)
    names = _write_runtime(pyodide, {"library": library, "code": code, "kernel": kernel})
    write_page(SITE, names, (made / "offer.json").read_text(encoding="utf-8"))
    (SITE / MARK).write_text(sources())
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"site: {size / 1e6:.1f} MB")


def _tools() -> Tools:
    return Tools(_package("ziglang") / "zig", headers(BUILD / "parts"), _package("nanobind"))


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is missing: make site installs it")
    return Path(spec.origin).parent


def _library(pyodide: Path, kernel: bytes) -> Path:
    """Return where the bytecode of Python's own modules and of Sapper's is, and what is offered."""
    stage = BUILD / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "static", "*.so")
    shutil.copytree(ROOT / "src" / "sapper", stage / "sapper", ignore=ignored)
    shutil.copytree(ROOT / "browser" / "stand_in", stage / "numpy", ignore=ignored)
    (stage / "sapper" / "_kernel.so").write_bytes(kernel)
    (stage / "sapper-0.dist-info").mkdir()
    (stage / "sapper-0.dist-info" / "entry_points.txt").write_text(_players())
    program = ROOT / "browser" / "library.mjs"
    kept = BUILD / "library" / _key(stage, program, program.with_name("inside.py"))
    if not (kept / "sapper.zip").exists():
        kept.mkdir(parents=True, exist_ok=True)
        subprocess.run(["node", str(program), str(pyodide), str(stage), str(kept)], check=True)
    return kept


def _players() -> str:
    """Return the entry points, from which Python gets the names of the players."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    players = project["entry-points"]["sapper.players"]
    return "\n".join(["[sapper.players]", *(f"{name} = {players[name]}" for name in players), ""])


def _key(*places: Path) -> str:
    whole = hashlib.sha256(PYODIDE.version.encode())
    for place in places:
        for path in sorted([place, *place.rglob("*")]):
            if path.is_file():
                whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def _write_runtime(pyodide: Path, parts: dict[str, bytes]) -> dict[str, object]:
    """Write what runs Sapper, at addresses that change with the contents; return them."""
    parts["module"] = (pyodide / "pyodide.asm.wasm").read_bytes()
    parts["loader"] = (pyodide / "pyodide.asm.mjs").read_bytes()
    folder = SITE / "runtime" / PYODIDE.sha512[:12]
    folder.mkdir(parents=True)
    shutil.copyfile(pyodide / "pyodide.mjs", folder / "pyodide.mjs")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    packed = {name: gzip.compress(data, 9, mtime=0) for name, data in parts.items()}
    names: dict[str, object] = {"folder": f"{folder.name}/", "info": lock["info"]}
    names["players"] = _players()
    for name, data in packed.items():
        place = f"{hashlib.sha256(data).hexdigest()[:12]}/{name}.packed"
        (SITE / "runtime" / place).parent.mkdir(exist_ok=True)
        (SITE / "runtime" / place).write_bytes(data)
        names[name] = place
    names["memory"] = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:12]
    first = [data for name, data in packed.items() if name != "kernel"]  # which comes later
    return names | {"total": sum(map(len, first))}


if __name__ == "__main__":
    main()
