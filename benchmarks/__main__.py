"""Runs a benchmark by its name, or lists all of them.

python benchmarks
python benchmarks NAME [OPTIONS]
"""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_SUBJECTS = ("engine", "players", "boards", "learning", "pictures", "web")


def programs() -> dict[str, Path]:
    """Return the file of each benchmark by its name."""
    return {path.stem: path for subject in _SUBJECTS for path in _files(subject)}


def _files(subject: str) -> list[Path]:
    return sorted((_HERE / subject).glob("*.py"))


def show_list() -> None:
    """Print each subject with its benchmarks and what they do."""
    for subject in _SUBJECTS:
        print(subject)
        for path in _files(subject):
            summary = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            print(f"  {path.stem:17} {summary.splitlines()[0]}")
    print("\npython benchmarks NAME --help shows the options of most.")


def run(path: Path, options: list[str]) -> None:
    """Become the benchmark, with the tests' oracles and the site's server within reach."""
    folders = [str(_HERE.parent / name) for name in ("tests", "browser")]
    os.environ["PYTHONPATH"] = os.pathsep.join([*folders, os.environ.get("PYTHONPATH", "")])
    os.execv(sys.executable, [sys.executable, "-P", str(path), *options])


def main(arguments: list[str]) -> None:
    if not arguments or arguments[0] in ("-h", "--help"):
        show_list()
    elif path := programs().get(arguments[0]):
        run(path, arguments[1:])
    else:
        raise SystemExit(f"no benchmark is called {arguments[0]!r}: python benchmarks lists them")


if __name__ == "__main__":
    main(sys.argv[1:])
