"""Compile the kernel to WebAssembly: a module that Pyodide loads as it loads any extension.

Most of the time goes into headers, so several sources are compiled as one unit. Each object is
kept under a hash of all its sources and headers, so that only changed units are compiled again.
A warning is an error: what is harmless with 64 bits can be wrong with 32.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_COMPILE = [
    "--target=wasm32-unknown-emscripten",
    "-std=c++20",
    "-O2",
    "-msimd128",  # searches go over whole rows of bytes
    "-DNDEBUG",
    "-fPIC",
    "-ffp-contract=off",  # as everywhere: all processors round alike
    "-fwasm-exceptions",
    "-mllvm",
    "-wasm-enable-sjlj",
    "-fvisibility=hidden",
    "-ffunction-sections",
    "-fdata-sections",
    "-nostdinc",
    "-nostdinc++",
]
_STRICT = ["-Wall", "-Wextra", "-Werror"]
_BIND = ["-include", "cstdio", "-fno-strict-aliasing", "-DPy_LIMITED_API=0x030C0000"]
_LINK = [
    "-shared",
    "--experimental-pic",
    "-Bsymbolic",
    "--no-entry",
    "--gc-sections",
    "--unresolved-symbols=import-dynamic",
    "--export=PyInit__kernel",
    "--export-if-defined=__wasm_apply_data_relocs",
    "--strip-all",
    "-O2",
]
_BATCH = 10  # sources in one unit


@dataclass(frozen=True)
class Tools:
    """The compiler, the folder of system headers (`usr/include`), and nanobind's own folder."""

    zig: Path
    headers: Path
    nanobind: Path

    @property
    def includes(self) -> list[str]:
        system = [
            self.headers / "c++" / "v1",
            self.zig.parent / "lib" / "include",
            self.headers,
            self.headers / "compat",
            self.headers / "python3.13",
            self.nanobind / "include",
            self.nanobind / "ext" / "robin_map" / "include",
        ]
        return [part for folder in system for part in ("-isystem", str(folder))]


def compile_kernel(tools: Tools, kept: Path, threads: int) -> bytes:
    """Compile what changed and link it; return the module."""
    kept.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(threads) as pool:
        objects = list(pool.map(lambda unit: _object(tools, unit, kept), _units(tools)))
    module = kept / "_kernel.so"
    _run([str(tools.zig), "wasm-ld", *_LINK, "-o", str(module), *map(str, objects)])
    return module.read_bytes()


def _units(tools: Tools) -> list[list[Path]]:
    """Return the sources that are compiled together, the longest to compile first."""
    bindings = sorted((_ROOT / "kernel" / "python").glob("*.cpp"))
    core = sorted({*(_ROOT / "kernel").glob("*/*.cpp")} - {*bindings})
    batches = [core[begin : begin + _BATCH] for begin in range(0, len(core), _BATCH)]
    return [bindings, [tools.nanobind / "src" / "nb_combined.cpp"], *batches]


def _object(tools: Tools, unit: list[Path], kept: Path) -> Path:
    binds = unit[0].parent.name in ("python", "src")
    flags = [*_COMPILE, *(_BIND if binds else _STRICT)]
    found = kept / f"{unit[0].stem}-{_key(unit, flags, tools)}.o"
    if not found.exists():
        source, draft = found.with_suffix(".cpp"), found.with_suffix(".draft")
        source.write_text("".join(f'#include "{path}"\n' for path in unit), encoding="utf-8")
        command = [str(tools.zig), "clang", *flags, *tools.includes, f"-I{_ROOT / 'kernel'}"]
        _run([*command, "-c", str(source), "-o", str(draft)])
        draft.replace(found)
    return found


def _key(unit: list[Path], flags: list[str], tools: Tools) -> str:
    """Hash the sources, every header of the kernel that they include, the tools and the flags."""
    whole = hashlib.sha256(" ".join([*flags, tools.headers.parents[1].name]).encode())
    included = set(unit)
    for source in unit:
        _included(source, included)
    for path in (_ROOT / "browser" / "tools.txt", *sorted(included)):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _included(source: Path, known: set[Path]) -> set[Path]:
    """Return what is known, with the headers of the kernel that a file adds to it."""
    for name in re.findall(r'^#include "(.+)"', source.read_text(encoding="utf-8"), re.MULTILINE):
        header = _ROOT / "kernel" / name
        if header.exists() and header not in known:
            known.add(header)
            _included(header, known)
    return known


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[-3:])}: {done.stderr[-2000:]}")
