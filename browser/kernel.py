"""Compile the kernel to WebAssembly: a module that Pyodide loads as it loads any extension."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Tools:
    """The compiler, the folder of system headers (`usr/include`), and nanobind's own folder."""

    zig: Path
    headers: Path
    nanobind: Path


def compile_kernel(tools: Tools, folder: Path, threads: int) -> bytes:
    """Compile what changed in a build folder and link it; return the module."""
    _run(
        *("cmake", "-S", str(_ROOT), "-B", str(folder), "-G", "Ninja"),
        f"-DCMAKE_TOOLCHAIN_FILE={_ROOT / 'browser' / 'wasm.cmake'}",
        f"-DSAPPER_ZIG={tools.zig}",
        f"-DSAPPER_HEADERS={tools.headers}",
        f"-DSAPPER_NANOBIND={tools.nanobind}",
    )
    _run("cmake", "--build", str(folder), "--parallel", str(threads))
    return (folder / "_kernel.so").read_bytes()


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:3])}: {(done.stdout + done.stderr)[-2000:]}")
