"""Debian's Firefox, driven by its own WebDriver BiDi: no driver has to be installed beside it."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

from harness.missing import give_up

Json = dict[str, Any]
PATIENCE = 180.0  # seconds; only a failing test takes so long
_MOUSE = {"left": 0, "right": 2}
# Firefox drops what is clicked in the first moments of a page, as if it were a mistake.
_SETTINGS = """\
user_pref("dom.input_events.security.minNumTicks", 0);
user_pref("dom.input_events.security.minTimeElapsedInMS", 0);
"""
# The middle of an element, once it lies still for two frames and a click there reaches it.
_MIDDLE = """(async () => {
  const middle = () => {
    const { x, y, width, height } = document.querySelector(SELECTOR).getBoundingClientRect();
    return [Math.floor(x + width / 2), Math.floor(y + height / 2)];
  };
  const before = String(middle());
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const top = document.elementFromPoint(...middle());
  return before === String(middle()) && top?.closest(SELECTOR) ? before : "";
})().catch(() => "")"""


class Firefox:
    """A browser with one tab."""

    def __init__(self, program: str, profile: Path) -> None:
        (profile / "user.js").write_text(_SETTINGS)
        command = [program, "--headless", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0", "about:blank"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
        )
        try:
            self._connect()
        except BaseException:
            self._process.kill()
            raise

    def _connect(self) -> None:
        self._socket = _WebSocket(*self._place())
        self._sent = 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        (tab,) = self._ask("browsingContext.getTree")["contexts"]
        self._tab = tab["context"]

    def __enter__(self) -> Firefox:
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()
        self._process.kill()
        self._process.communicate()

    def visit(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def read(self, expression: str) -> Any:
        """Return the value of a JavaScript expression: text, a number, or whether it is true."""
        target = {"context": self._tab}
        answer = self._ask(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> str:
        """Wait until a JavaScript expression is true, or has a value; return it as text."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.read(f"(async () => String((await {expression}) || ''))()")):
            assert time.monotonic() < deadline, f"it never came: {expression}"
            time.sleep(0.05)
        return str(value)

    def click(self, selector: str, button: str = "left") -> None:
        """Click in the middle of an element with the mouse, once it is there and lies still."""
        # A place, not an element: the page may put a new one there at any moment.
        middle = self.wait_for(_MIDDLE.replace("SELECTOR", json.dumps(selector)))
        x, y = map(int, middle.split(","))
        steps = [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": _MOUSE[button]},
            {"type": "pointerUp", "button": _MOUSE[button]},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key: str) -> None:
        steps = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def _perform(self, source: Json) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _place(self) -> tuple[str, int]:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"BiDi listening on ws://([\d.]+):(\d+)", line):
                return found[1], int(found[2])
        raise AssertionError("Firefox ended before it listened")

    def _ask(self, method: str, **params: Any) -> Json:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.receive())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == self._sent:
                assert message["type"] == "success", message
                result: Json = message["result"]
                return result


class _WebSocket:
    """As much of RFC 6455 as a client of BiDi needs: whole messages of text."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), timeout=PATIENCE)
        self._stream = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /session HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        self._socket.sendall(f"{head}\r\n".encode())
        assert b" 101 " in self._stream.readline()
        while self._stream.readline().strip():
            pass

    def send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self._socket.sendall(b"\x81" + length + mask + masked)

    def receive(self) -> str:
        """Return the next message; other frames than text are of no interest."""
        message = b""
        while True:
            first, size = self._stream.read(2)
            if size == 126:
                (size,) = struct.unpack(">H", self._stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._stream.read(8))
            data = self._stream.read(size)
            if first & 0x0F in (0, 1):
                message += data
                if first & 0x80:
                    return message.decode()

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


def open_firefox(profile: Path) -> Firefox:
    """Start Firefox with an empty profile; give the test up without one."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        give_up("there is no Firefox to test the page in: install firefox-esr")
    return Firefox(program, profile)
