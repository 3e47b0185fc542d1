"""Serve the site as over a slow line: python benchmarks slow_host BYTES_PER_SECOND LATENCY.

The line is shared by all that is sent at a time, and every answer begins after the latency, in
seconds. A browser's own emulation would not slow what its workers fetch.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from http.server import ThreadingHTTPServer
from threading import Lock
from typing import Any, BinaryIO

from serve import SITE, Handler

PIECE = 4096  # bytes that are sent at a time
_line = Lock()


class SlowHandler(Handler):
    """Waits before each answer, and sends it piece by piece."""

    def __init__(self, *request: Any, speed: float, latency: float, **options: Any) -> None:
        self._speed, self._latency = speed, latency
        super().__init__(*request, **options)

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]  # narrower
        time.sleep(self._latency)
        while piece := source.read(PIECE):
            with _line:
                time.sleep(len(piece) / self._speed)
            outputfile.write(piece)


def main() -> None:
    """Serve until the program is ended."""
    speed, latency = map(float, sys.argv[1:])
    handler = partial(SlowHandler, speed=speed, latency=latency, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
