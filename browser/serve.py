"""Preview the site locally: python browser/serve.py [PORT [FOLDER]].

Missing files are answered with 404.html, as static hosts do.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).parents[1] / "site"


class Handler(SimpleHTTPRequestHandler):
    """A plain static host, such as a forge's pages."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        body = (SITE / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def main() -> None:
    """Serve until Ctrl-C."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8001
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else SITE
    with ThreadingHTTPServer(
        ("127.0.0.1", port), partial(Handler, directory=str(folder))
    ) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
