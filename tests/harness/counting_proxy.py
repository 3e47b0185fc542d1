"""A relay between browser and server that counts what goes over the wire."""

from __future__ import annotations

import contextlib
import re
import socket
import threading

_REQUEST = re.compile(rb"^(?:GET|POST) (\S+) HTTP/1\.1\r$", re.MULTILINE)


class CountingProxy:
    """Relays connections to a server; knows the requests and the bytes of the answers."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.requests: list[str] = []
        self.received = 0
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> CountingProxy:
        return self

    def __exit__(self, *error: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def lead_to(self, server: str) -> None:
        """Have another server at the same address from now on; connections to the old one end."""
        self.server = server
        _end(*self._open)
        self._open.clear()

    def forget(self) -> None:
        self.requests.clear()
        self.received = 0

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return  # closed
            host, port = self.server.removeprefix("http://").split(":")
            try:
                server = socket.create_connection((host, int(port)))
            except OSError:
                browser.close()  # as if nothing listened
                continue
            self._open += [browser, server]
            for source, target in ((browser, server), (server, browser)):
                arguments = (source, target, source is browser)
                threading.Thread(target=self._relay, args=arguments, daemon=True).start()

    def _relay(self, source: socket.socket, target: socket.socket, asking: bool) -> None:
        try:
            while data := source.recv(1 << 16):
                if asking:
                    self.requests += [path.decode() for path in _REQUEST.findall(data)]
                else:
                    self.received += len(data)
                target.sendall(data)
        except OSError:
            pass  # one side has left
        finally:
            _end(source, target)


def _end(*ends: socket.socket) -> None:
    """End connections; closing alone would not, while another thread reads from one."""
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
