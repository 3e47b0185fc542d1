"""What only POSIX systems have stays in few places, so that Sapper can run on Windows too.

`make lint` checks every call: mypy reads the package as Windows would.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

import sapper
from sapper.players.host import hosted_words
from sapper.players.protocol import PlayerFailed
from sapper.rules.view import UNOPENED, View

SOURCE = Path(sapper.__file__).parent
KERNEL = Path(__file__).parent.parent / "kernel"
POSIX = {"crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource",
         "syslog", "termios", "tty"}  # fmt: skip
GUARDED = {
    "arena/record.py": {"fcntl"},  # a lock on the file
    "cli/assist.py": {"readline"},  # lines that can be edited
    "cli/invitation.py": {"fcntl"},  # the addresses of this machine
    "cli/play.py": {"resource"},  # the limit of open files
}
KERNEL_GUARDED = {("workspace.cpp", "malloc.h")}  # gives memory back, where glibc is


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


def test_posix_modules_are_imported_in_named_files_only() -> None:
    """No other file than those above imports what Windows lacks."""
    users = {path.relative_to(SOURCE).as_posix(): imported(path) for path in SOURCE.rglob("*.py")}
    assert {name: found & POSIX for name, found in users.items() if found & POSIX} == GUARDED


@pytest.mark.parametrize("file", GUARDED)
def test_guarded_imports_are_not_at_the_top(file: str) -> None:
    """A POSIX module is imported inside a function, under a condition."""
    tree = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
    top = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert not top & POSIX


def test_the_kernel_includes_standard_headers_only() -> None:
    """Headers of C++ have no suffix and no folder; the bindings also include nanobind's."""
    others = set[tuple[str, str]]()
    for path in sorted(KERNEL.rglob("*pp")):
        for header in re.findall(r"#include <(.*)>", path.read_text(encoding="utf-8")):
            bound = path.parent.name == "bindings" and header.startswith("nanobind/")
            if not bound and not re.fullmatch(r"[a-z_]+", header):
                others.add((path.name, header))
    assert others == KERNEL_GUARDED


def test_windows_refuses_third_party_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player that needs a separate process fails with a sentence; nothing is started."""
    player = hosted_words(sys.executable, "-c", "raise SystemExit")(seed=1)
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(PlayerFailed, match="third-party players are not supported on Windows"):
        player.move(View.of([[UNOPENED, UNOPENED]], 1))
