"""A worker process: it reads jobs from the standard input and writes the answers.

Each message is its kind, its length in four bytes, and JSON. A thread reads while the
process works, so that it ends when its server does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from sapper import formatting
from sapper.formatting import notation
from sapper.web.forms.problems import Problem, in_words
from sapper.web.forms.serialisation import to_json
from sapper.web.jobs.table import JOBS, Job

PART, DONE, FAILED = b"p", b"d", b"f"
HEAD = 5  # bytes before the JSON


def pack(kind: bytes, data: object) -> bytes:
    body = to_json(data)
    return kind + len(body).to_bytes(4, "big") + body


def request(job: Job, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a job as a message to a worker; its sentences write cells as the caller's do."""
    return {"name": job.name, "arguments": arguments, "notation": notation.get()}


def answers(name: str, arguments: dict[str, Any], notation: str) -> Iterator[bytes]:
    """Do a job; yield the messages of its answer: its parts, and then its end or a problem."""
    formatting.notation.set(formatting.Notation(notation))
    try:
        yield from (pack(PART, part) for part in JOBS[name].parts(arguments))
        yield pack(DONE, None)
    except Exception as error:
        yield pack(FAILED, in_words(error).to_json())


def part(kind: bytes, body: bytes) -> bytes | None:
    """Return the part that a message carries, None for the end; raise its Problem."""
    if kind == FAILED:
        raise Problem.from_json(json.loads(body))
    return None if kind == DONE else body


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
    for known in JOBS.values():
        known.load()  # only now: that takes a moment
    while True:
        for message in answers(**jobs.get()):
            sink.write(message)
            sink.flush()


def _listen(source: IO[bytes], jobs: SimpleQueue[dict[str, Any]]) -> None:
    while len(head := source.read(HEAD)) == HEAD:
        jobs.put(json.loads(source.read(length(head))))
    os._exit(0)  # the server has gone, or has cancelled this job


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        main()
