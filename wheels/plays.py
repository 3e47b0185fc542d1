"""Play with the Sapper that is installed for this Python; compare its moves with the pinned ones.

    python wheels/plays.py

Needs nothing but the installed package. Every wheel is tried with it.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import sapper

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tests" / "data" / "signatures.json"
DEMO = ("watch", "--level", "expert", "--seed", "6", "--delay", "0")


def main() -> None:
    if ROOT / "src" in Path(sapper.__file__).resolve().parents:
        sys.exit("this Python uses the repository's own package: install a wheel first")
    print(f"Python {sys.version.split()[0]}, Sapper {sapper.__version__}")
    ends = [line for line in output_of(*DEMO).splitlines() if line.startswith(("WON", "LOST"))]
    print(f"the demo ends: {ends[0]}")
    signature, pinned = output_of("bench", "--signature").strip(), pinned_signature()
    if signature != pinned:
        sys.exit(f"the moves of master have changed: {signature} instead of {pinned}")
    print(f"the moves of master are the pinned ones: {signature}")


def pinned_signature() -> str:
    """Return what `sapper bench --signature` has to print."""
    pins = json.loads(PINS.read_text(encoding="utf-8"))
    words = " ".join(pin["signature"] for pin in pins if pin["player"] == "master")
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def output_of(*arguments: str) -> str:
    """Run the installed command and return what it printed."""
    command = Path(sysconfig.get_path("scripts"), "sapper")
    done = subprocess.run([command, *arguments], capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"sapper {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
