"""Attacks on the commands: pictures, files, programs, signals and streams out of the ordinary."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from struct import pack

from attack.target import Figures, Lost
from harness.programs import program
from harness.spent import run_measured

Dice = random.Random
Round = Callable[[Dice, Path], Figures]
_COMMAND = [sys.executable, "-m", "sapper"]
_CODES = {0, 1, 2, 129, 130, 143, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP}
_SECONDS = 120


def _run(*words: str, text: bytes = b"", before: str = "") -> tuple[int, bytes, Figures]:
    """Run a command; return its code, what it printed, and what it cost."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
        given.write(text)
        given.seek(0)
        process = subprocess.Popen(
            ["/usr/bin/env", "sh", "-c", f'{before} exec "$@"', "sh", *_COMMAND, *words],
            stdin=given,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
        patience = threading.Timer(_SECONDS, process.kill)
        patience.start()
        _, status, used = os.wait4(process.pid, 0)
        patience.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        if process.returncode == -signal.SIGKILL:
            raise Lost(f"sapper {' '.join(words)[:200]} did not end")
        return process.returncode, printed.read(), Figures(longest=used.ru_utime + used.ru_stime)


def _check(words: tuple[str, ...], code: int, printed: bytes) -> None:
    if b"Traceback" in printed or code not in _CODES | {74}:
        shown = printed[-400:].decode(errors="replace")
        raise Lost(f"sapper {' '.join(words)[:200]} ended with {code}: {shown}")


def _tried(*words: str, text: bytes = b"", before: str = "") -> Figures:
    code, printed, figures = _run(*words, text=text, before=before)
    _check(words, code, printed)
    return figures


def _png(width: int, height: int, rows: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """Make a PNG of one bit a pixel from its compressed rows and further chunks."""
    head = pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), *more, (b"IDAT", rows), (b"IEND", b"")]
    parts = [
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _blank(width: int, height: int) -> bytes:
    packer = zlib.compressobj(9)
    row = bytes((width + 7) // 8 + 1)
    return b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])


def _tiff(directories: int) -> bytes:
    """Make a TIFF of many empty pictures."""
    entry = pack("<HHII", 256, 3, 1, 1)
    size = 2 + len(entry) + 4
    body = b"".join(
        pack("<H", 1) + entry + pack("<I", 8 + size * (n + 1) if n < directories - 1 else 0)
        for n in range(directories)
    )
    return b"II*\x00" + pack("<I", 8) + body


def pictures(dice: Dice, folder: Path) -> Figures:
    """Pictures made to hang or to fill the memory: an answer within 5 s and 300 MB."""
    width, height = dice.choice([(6000, 6000), (1, 30_000_000), (30_000_000, 1), (20_000, 20_000)])
    bomb = zlib.compress(bytes(50_000_000), 9)
    forms = [
        lambda: _png(width, height, _blank(width, min(height, 6000))),
        lambda: _png(50, 50, _blank(50, 50), (b"zTXt", b"a\0\0" + bomb)),
        lambda: _png(50, 50, _blank(50, 50), (b"iCCP", b"a\0\0" + bomb)),
        lambda: _tiff(80_000),
        lambda: _png(500, 500, dice.randbytes(3000)),
        lambda: dice.randbytes(2000),
        lambda: b"GIF89a" + dice.randbytes(3000),
    ]
    path = folder / "picture"
    path.write_bytes(dice.choice(forms)())
    command = [
        "sh",
        "-c",
        'ulimit -v 3000000; ulimit -t 60; exec "$@"',
        "sh",
        *_COMMAND,
        "read",
        str(path),
    ]
    spent = run_measured(*command)
    _check(("read", "picture"), spent.code, spent.output.encode())
    figures = Figures(longest=spent.seconds, memory=spent.megabytes)
    if figures.longest > 5 or figures.memory > 300:
        raise Lost(f"a picture took {figures.longest:.1f} s and {figures.memory:.0f} MB")
    return figures


def programs(dice: Dice, folder: Path) -> Figures:
    """Programs that hang, flood, lie or leave children: each loses its game, and nothing more."""
    kind = dice.choice(["rude", "noise", "crash", "exit", "nonsense", "off", "huge", "twice"])
    return _tried("bench", program(kind), "--games", "2", "--level", "3x3/1")


def signals(dice: Dice, folder: Path) -> Figures:
    """Signals at any moment: no traceback, and no hidden file is left."""
    words = dice.choice(
        [
            ("new", "--level", "expert", "--no-guess", "--count", "50", "--save", "boards.txt"),
            ("bench", "subset", "--games", "200", "--level", "expert"),
            ("duel", "subset", "random", "--games", "200"),
            ("watch", "--level", "expert", "--delay", "0.01"),
            ("solve", "-"),
        ]
    )
    number = dice.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    process = subprocess.Popen(
        [*_COMMAND, *words],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    time.sleep(dice.uniform(0, 1.5))
    process.send_signal(number)
    try:
        _, complaints = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Lost(f"sapper {words[0]} went on after signal {number}") from None
    _check(words, process.returncode, complaints)
    if hidden := [path.name for path in folder.iterdir() if path.name.startswith(".")]:
        raise Lost(f"sapper {words[0]} left {hidden[0]} after signal {number}")
    return Figures()


_INPUTS = [
    *(b"", b"#", b"1", b"\xff\xfe\x00", b"# # #\n1 9 z\n"),
    *(b"\x1b[31m###\x1b[0m", b"#" * 100_000, b"# 1 #\n# 2 #\n# # #\n"),
]
_VERBS = [
    *("solve", "why", "hint", "review", "read", "grade", "metrics", "dataset"),
    *("bench", "duel", "watch", "new", "players", "engine"),
]
_ARGUMENTS = [
    *("", "-", "--json", "--level", "expert", "0x0/0", "A1", "-1", "\x07", "é", "/dev/full"),
]


def commands(dice: Dice, folder: Path) -> Figures:
    """Odd arguments, input and streams: a sentence and a code, whatever comes."""
    words = (dice.choice(_VERBS), *dice.choices(_ARGUMENTS, k=dice.randrange(4)))
    streams = dice.choice(["", "", "exec <&-;", "exec 2>&-;", "exec >/dev/full;"])
    terminal = dice.choice(["", "TERM=dumb", "LANG=C", "COLUMNS=20", "PYTHONIOENCODING=ascii"])
    before = f"cd {folder}; export {terminal or 'A=b'}; {streams}"
    return _tried(*words, text=dice.choice(_INPUTS), before=before)


ROUNDS: list[Round] = [pictures, programs, signals, commands]


def attempt(attack: Round, dice: Dice) -> Figures:
    """Run one round in a new folder."""
    with tempfile.TemporaryDirectory(prefix="sapper-attack-") as folder:
        return attack(dice, Path(folder))
