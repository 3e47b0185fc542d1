"""Run the lessons, and keep in each notebook what its cells show.

    python docs/learn/run.py            # writes the outputs
    python docs/learn/run.py --check    # compares them with those that are there

Both take the names of notebooks, if not all are to be run.

A lesson is a notebook, and that is its only source: edit it in Jupyter or in a text editor, and
run this. The cells run in order in one namespace, as in Jupyter, which is not needed here.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
Json = dict[str, Any]


def lessons(arguments: list[str]) -> list[Path]:
    """Return the notebooks that were named, or all of them."""
    named = [Path(argument) for argument in arguments if argument.endswith(".ipynb")]
    return named or sorted(FOLDER.glob("[1-9]-*.ipynb"))


def executed(notebook: Json) -> Json:
    """Return a notebook with the outputs that its code gives now."""
    names: Json = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run("".join(cell["source"]), names, count)
            cell = cell | {"execution_count": count, "outputs": outputs}
        cells.append(cell)
    return notebook | {"cells": cells}


def run(source: str, names: Json, count: int) -> list[Json]:
    """Run the code of one cell; its outputs are what it prints and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    outputs: list[Json] = []
    if text := printed.getvalue():
        lines = text.splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        result = {"data": shown(value), "execution_count": count, "metadata": {}}
        outputs.append(result | {"output_type": "execute_result"})
    return outputs


def shown(value: object) -> dict[str, list[str]]:
    """Return the forms in which a notebook shows a value: text, and a picture if it has one."""
    forms = {"text/plain": repr(value).splitlines(keepends=True)}
    if draw := getattr(value, "_repr_svg_", None):
        forms |= {"image/svg+xml": draw().splitlines(keepends=True)}
    return forms


def read(path: Path) -> Json:
    notebook: Json = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def write(path: Path, notebook: Json) -> None:
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run the lessons; with --check return 1 if one shows something else than before."""
    stale = 0
    for path in lessons(arguments):
        before = read(path)
        after = executed(before)
        if "--check" not in arguments:
            write(path, after)
        elif after != before:
            stale = 1
            print(f"{path.name} shows what it no longer gives: run docs/learn/run.py")
    return stale


if __name__ == "__main__":
    # threads of linear algebra that wait for each other are slow on a busy machine
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(main(sys.argv[1:]))
