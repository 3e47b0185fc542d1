"""A worker process: it reads jobs from the standard input and writes the answers.

Each message is its kind, its length in four bytes, and JSON. A thread reads while the
process works, so that it ends when its server does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

PART, DONE, FAILED = b"p", b"d", b"f"
HEAD = 5  # bytes before the JSON


def pack(kind: bytes, data: object) -> bytes:
    body = json.dumps(data).encode()
    return kind + len(body).to_bytes(4, "big") + body


def end() -> bytes:
    """Return the message after the last part of an answer."""
    return DONE + bytes(4)


def length(head: bytes) -> int:
    return int.from_bytes(head[1:HEAD], "big")


def main() -> None:
    """Answer jobs until the input ends; the first argument is the niceness."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a player that prints must not break the answers
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(int(sys.argv[1]))
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, jobs), daemon=True).start()
    from sapper.web.jobs import table as known  # only now: its imports take a moment

    while True:
        job = jobs.get()
        for message in known.answers(**job):
            sink.write(message)
            sink.flush()


def _listen(source: IO[bytes], jobs: SimpleQueue[dict[str, Any]]) -> None:
    while len(head := source.read(HEAD)) == HEAD:
        jobs.put(json.loads(source.read(length(head))))
    os._exit(0)  # the server has gone, or has cancelled this job


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        main()
