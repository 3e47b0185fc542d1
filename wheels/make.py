"""Make the source archive and the wheels of this machine, check them, and play with each.

`make wheel` runs this in an environment that has the tools. From CPython 3.12 on, one wheel in the
stable ABI serves all versions; 3.11 needs its own. Each wheel is built from the source archive, so
that this is known to be complete. It is then installed where there is neither a compiler nor CMake
nor, if this machine can hide it, a network, for every Python that is found.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
BUILD = ROOT / "build" / "wheels"
PLAYS = ROOT / "wheels" / "plays.py"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
LARGEST = 2_000_000  # bytes
NO_NETWORK = (shutil.which("unshare") or "unshare", "--user", "--map-root-user", "--net")
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "zig", "cmake", "ninja", "make")


def main() -> None:
    pythons = found_pythons()
    if not pythons:
        sys.exit(f"no CPython {VERSIONS[0]} or newer was found")
    for folder in (DIST, BUILD):
        shutil.rmtree(folder, ignore_errors=True)
    tool("build", "--sdist", "--outdir", DIST, ROOT)
    for python in builders(pythons):
        build(python)
    check()
    for version, python in pythons.items():
        print(f"\n{version}: installing and playing without a compiler")
        play(version, python)
    print()
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:5.2f} MB  {file.name}")


def found_pythons() -> dict[str, str]:
    """Return the interpreters on the path, and those of pyenv, by version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    found = dict[str, str]()
    for version in VERSIONS:
        others = sorted(str(path) for path in pyenv.glob(f"{version}.*/bin/python"))
        for python in (f"python{version}", *others):
            if path := output_of(python, "-c", "import sys; print(sys.executable)"):
                found[version] = path
                break
    return found


def builders(pythons: dict[str, str]) -> list[str]:
    """Return the interpreters to build for: 3.11, and the first that has the stable ABI."""
    stable = [python for version, python in pythons.items() if version != "3.11"]
    return [python for version, python in pythons.items() if version == "3.11"] + stable[:1]


def build(python: str) -> None:
    """Build a wheel from the source archive, and name the systems that it runs on."""
    (source,) = DIST.glob("*.tar.gz")
    raw = BUILD / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    tool("pip", "--python", python, "wheel", "--quiet", "--no-deps", "--wheel-dir", raw, source)
    (wheel,) = raw.glob("*.whl")
    tool("auditwheel", "repair", "--strip", "--wheel-dir", DIST, wheel)


def check() -> None:
    """Check the descriptions, the symbols of the stable ABI and the sizes."""
    wheels = sorted(DIST.glob("*.whl"))
    tool("twine", "check", "--strict", *DIST.iterdir())
    for wheel in wheels:
        if "abi3" in wheel.name:
            tool("abi3audit", "--strict", "--summary", wheel)
        if wheel.stat().st_size > LARGEST:
            sys.exit(f"{wheel.name} has more than {LARGEST:,} bytes")


def play(version: str, python: str) -> None:
    """Install the wheel into an empty environment and play with it."""
    house, place = BUILD / "needed", BUILD / f"clean-{version}"
    this = f"sapper=={sapper_version()}"
    tool("pip", "--python", python, "download", "--quiet", "--only-binary=:all:",
         "--find-links", DIST, "--dest", house, this)  # fmt: skip
    run(python, "-m", "venv", place)
    own = place / "bin"
    found = [name for name in COMPILERS if shutil.which(name, path=str(own))]
    assert not found, found
    clean = {"PATH": str(own), "LANG": "C.UTF-8", "HOME": str(place)}
    hidden = NO_NETWORK if output_of(*NO_NETWORK, "echo", "works") else ()
    print(f"  the network is {'hidden' if hidden else 'there, but pip may not use it'}")
    pip = (own / "python", "-I", "-m", "pip", "--disable-pip-version-check")
    run(*hidden, *pip, "install", "--quiet", "--no-index", "--find-links", house,
        "--only-binary=:all:", this, env=clean)  # fmt: skip
    run(*hidden, own / "python", "-I", PLAYS, env=clean)


def sapper_version() -> str:
    (source,) = DIST.glob("*.tar.gz")
    return source.name.removesuffix(".tar.gz").partition("-")[2]


def output_of(*command: str) -> str:
    """Return what a command prints: nothing if it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def tool(name: str, *arguments: str | Path) -> None:
    """Run a module of the environment that has the tools."""
    run(sys.executable, "-m", name, *arguments)


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run([str(word) for word in command], env=env, check=False)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
