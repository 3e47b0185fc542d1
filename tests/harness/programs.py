"""Programs as players: one that misbehaves in many ways, and whether any still runs."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

_BAD = """
import os, subprocess, sys, time
kind = sys.argv[1]
for line in sys.stdin:
    if line.startswith("hello"):
        print("what?" if kind == "rude" else "hello 1 bad", flush=True)
    if not line.startswith("go"):
        continue
    if kind == "hang":
        time.sleep(1000)
    if kind == "child":  # one that the program leaves behind, with its output open
        subprocess.Popen(["sleep", "1000"])
        time.sleep(1000)
    if kind.startswith("orphan"):  # in a new session, its parent gone, its output open
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)
        os.wait()
        sys.stdout.write("move 0")
        sys.stdout.flush()
        time.sleep(1000 if kind == "orphan" else 0)
        os._exit(0)
    if kind == "halves":  # each half in time, both together too late
        for half in ("move 0", " 0\\n"):
            time.sleep(0.3)
            sys.stdout.write(half)
            sys.stdout.flush()
        continue
    if kind == "noise":
        sys.stderr.write("x" * 10_000_000 + "\\n")
        sys.exit("\\x1b[2J")
    if kind == "crash":
        raise ZeroDivisionError("oops")
    if kind == "exit":
        os._exit(7)
    while kind == "flood":
        sys.stdout.write("x" * 100_000)
    while kind == "mines without end":
        sys.stdout.write("mine 0 0\\n" * 1000)
    while kind == "trickle":
        sys.stdout.write("x")
        sys.stdout.flush()
        time.sleep(0.05)
    answers = {"nonsense": "move a b", "off": "move 99 99", "risky": "move 0 0 guess risk nan",
               "huge": "move " + "9" * 4000 + " 0", "mines": "mine 99 99\\nmove 0 0",
               "twice": "move 0 0\\nmove 0 0", "again": "move 0 0", "stop": "stop"}
    print(answers[kind], flush=True)
"""


def program(*words: object) -> str:
    """Return the player name for a command line."""
    return "cmd:" + shlex.join(map(str, words))


def bad_program(folder: Path, kind: str) -> str:
    """Write a program that misbehaves in the given way; return the name of its player."""
    path = folder / "bad.py"
    path.write_text(_BAD)
    return program(sys.executable, path, kind)


_OTHER = """
import os
from sapper.players import Move
class Other:
    def __init__(self, seed): self.seed = seed
    def move(self, view):
        if view.opened: raise ValueError("no idea")
        return Move((0, 0), False, f"{self.seed} {os.getpid()}")
"""


def register_players(folder: Path, *names: str) -> None:
    """Install a package with a player into a folder; it tells its seed and its process."""
    (folder / "other_for_test.py").write_text(_OTHER)
    about = folder / "other_for_test-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: other-for-test\nVersion: 1.0\n")
    entries = [f"{name} = other_for_test:Other\n" for name in names]
    (about / "entry_points.txt").write_text(f"[sapper.players]\n{''.join(entries)}")


def running(text: str) -> list[str]:
    """Find processes by a text in their command line, and zombies."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        zombie_of_ours = not words and parent == os.getpid()
        if text.encode() in words or zombie_of_ours:
            found.append(entry.name)
    return found
