"""The page's files: compressed, immutable under one hash, small together, installable."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.web.carriers.assets import STATIC, Assets, assets

if TYPE_CHECKING:
    from httpx import Client


def test_every_file_of_the_page_is_there_for_ever(client: Client) -> None:
    """Each address in the page answers, compressed and immutable, under the hash of all files."""
    page = client.get("/play").text
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(addresses) > 20
    for address in addresses:
        assert address.startswith(f"/static/{assets().version}/")
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_client_without_gzip_gets_plain_files(client: Client) -> None:
    """The same file comes uncompressed without a request for compression."""
    address = f"/static/{assets().version}/main.js"
    answer = client.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == client.get(address).content == assets().files["main.js"].body


def test_only_comments_are_left_out() -> None:
    """Each line of code is sent as it is, at its number; what is missing was comment."""
    missing = []
    for path in STATIC.rglob("*.js"):
        if path.name in ("worker.js", "types.js"):  # sent as it is; types alone
            continue
        lines = path.read_text().splitlines()
        sent = assets().files[path.relative_to(STATIC).as_posix()].body.decode().splitlines()
        assert len(lines) == len(sent)
        assert all(now in (before, "") for before, now in zip(lines, sent, strict=True))
        missing += [
            before.strip() for before, now in zip(lines, sent, strict=True) if before != now
        ]
    assert len(missing) > 1_000
    assert all(line.startswith(("/*", "*", "//")) for line in missing)


def test_the_page_is_checked_and_not_sent_again(client: Client) -> None:
    """The page may never be out of date: the browser asks, and gets 304 while it is the same."""
    first = client.get("/play")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/analyse", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_of_another_version_are_not_there(client: Client) -> None:
    """An address with another hash, or with none, answers 404 and not something else."""
    for address in ("/static/main.js", "/static/000000000000/main.js"):
        assert client.get(address).status_code == 404


def test_any_change_changes_every_address(tmp_path: Path) -> None:
    """A changed file has another hash, and so has a file under another name."""
    versions = {assets().version}
    for change in ("edit", "rename"):
        folder = tmp_path / change
        shutil.copytree(STATIC, folder)
        if change == "edit":
            (folder / "words/words.js").write_text("export {};\n")
        else:
            (folder / "icon-180.png").rename(folder / "icon-181.png")
        versions.add(Assets(folder).version)
    assert len(versions) == 3


def test_the_worker_is_immutable_only_by_its_version(client: Client) -> None:
    """The service worker's address has the hash; without it, it is checked each time."""
    named = client.get(f"/worker.js?{assets().version}")
    assert "immutable" in named.headers["cache-control"]
    assert "default-src 'none'" in named.headers["content-security-policy"]
    for other in ("", "?000000000000"):
        assert client.get(f"/worker.js{other}").headers["cache-control"] == "no-cache"


def test_the_page_tells_its_version(client: Client) -> None:
    """`about` has the hash, from which an older page learns that there is a newer one."""
    assert client.get("/api/about").json()["shell"] == assets().version


def test_modules_are_asked_for_at_once() -> None:
    """All modules that Play imports are preloaded, and those of other modes are not."""
    page = assets().page.body.decode()
    preloaded = set(re.findall(r'"modulepreload" href="/static/\w+/([\w/-]+\.js)"', page))
    assert {"main.js", "play/play.js", "board/board.js", "words/words.js"} <= preloaded
    later = {"analyse/analyse.js", "replay/review.js", "train/train.js", "types.js", "worker.js"}
    assert not later & preloaded
    for name in preloaded:
        source = (STATIC / name).read_text()
        imported = re.findall(r'^(?:import|export|\}).* from "([\w./-]+)"', source, re.MULTILINE)
        found = {(STATIC / name).parent.joinpath(path).resolve() for path in imported}
        assert found <= {STATIC.resolve() / one for one in preloaded}, name


def test_compression_keeps_the_contents() -> None:
    """What is sent compressed is the file."""
    for file in [*assets().files.values(), assets().page, assets().worker]:
        assert gzip.decompress(file.packed) == file.body


def test_the_manifest_names_icons_of_their_sizes() -> None:
    """Each icon of the manifest exists with the size that it is said to have."""
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        body = (STATIC / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", body[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        assert len(body) < 6_000
