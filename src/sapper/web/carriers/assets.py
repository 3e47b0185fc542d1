"""The page and its files as they are sent: compressed, at addresses that change with the contents.

There is no build step. Comments on lines of their own are left out, a third of all bytes; lines
keep their numbers. One hash of all files is a folder in their addresses: modules import each
other by relative addresses, so a loaded file stays right forever, and is never requested
again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
_STYLE = re.compile(r' *<link rel="stylesheet" href="/static/([\w-]+\.css)">\n')
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
_MODULE = re.compile(r'^(?:import|export|\}).*from "(\.[\w./-]+\.js)";$', re.MULTILINE)


@dataclass(frozen=True)
class File:
    """A file with its media type; `packed` is the same, compressed."""

    media_type: str
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.body, 9, mtime=0)


class Assets:
    """All that the browser needs before it asks for data."""

    def __init__(self, folder: Path = STATIC) -> None:
        found = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self.version = _hash(found)
        self._page = found.pop("index.html").decode()
        self.worker = File(_TYPES[".js"], found.pop("worker.js"))
        sheets = _STYLE.findall(self._page)
        found["styles.css"] = b"".join(found.pop(name) for name in sheets)
        self.modules = _imported(found, "main.js")
        first = ["styles.css", *self.modules, "icon.svg", "manifest.webmanifest"]
        for name in found:
            if name.endswith((".js", ".css")):
                found[name] = _COMMENT.sub(
                    lambda comment: b"\n" * comment[0].count(b"\n"), found[name]
                )
        found["shell.json"] = json.dumps(first).encode()
        self.files = {name: File(_media_type(name), body) for name, body in found.items()}

    @cached_property
    def page(self) -> File:
        """Return the page with the addresses of its files; modules are requested all at once."""
        preloads = "".join(
            f'  <link rel="modulepreload" href="/static/{name}">\n' for name in self.modules
        )
        sheet = '  <link rel="stylesheet" href="/static/styles.css">\n'
        text = _STYLE.sub("", self._page).replace("</head>\n", f"{sheet}{preloads}</head>\n")
        return File(
            "text/html; charset=utf-8",
            text.replace("/static/", f"/static/{self.version}/").encode(),
        )


@cache
def assets() -> Assets:
    """Return the page of this server, read once."""
    return Assets()


def _hash(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, body in files.items():
        whole.update(f"{name} {len(body)}\n".encode() + body)
    return whole.hexdigest()[:12]


def _imported(files: dict[str, bytes], start: str) -> list[str]:
    """Return a module and all that it imports before it runs."""
    found, todo = list[str](), [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found.append(name)
            beside = posixpath.dirname(name)
            todo += [
                posixpath.normpath(posixpath.join(beside, path))
                for path in _MODULE.findall(files[name].decode())
            ]
    return found


def _media_type(name: str) -> str:
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
