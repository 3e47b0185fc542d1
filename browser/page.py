"""Write the page of the site: the server's page with another carrier and relative addresses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sapper.web.carriers.assets import STATIC, Assets

_OWN = Path(__file__).parent / "scripts"
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
_POLICY_TAG = f'  <meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'


def write_page(site: Path, runtime: dict[str, Any], offer: str) -> None:
    """Write the page, its files and its service worker.

    What Sapper offers is in the page, so that a board can be shown before Python has arrived.
    """
    with TemporaryDirectory() as made:
        folder = Path(made) / "page"
        shutil.copytree(STATIC, folder)
        shutil.copytree(_OWN, folder, dirs_exist_ok=True)
        (folder / "parts.json").write_text(json.dumps(runtime))
        assets = Assets(folder)
    version = f"site-{assets.version}"
    files = site / "static" / version
    files.mkdir(parents=True)
    for name, file in assets.files.items():
        (files / name).parent.mkdir(exist_ok=True)
        (files / name).write_bytes(file.body)
    kept = [name for name in assets.files if name != "shell.json"]
    (files / "shell.json").write_text(json.dumps(kept + _addresses(site)))
    page = assets.page.body.decode().replace(f"/static/{assets.version}/", f"./static/{version}/")
    page = page.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{_POLICY_TAG}', 1)
    known = f'  <script type="application/json" id="offer">{offer}</script>\n'
    page = page.replace("</head>\n", f"{known}</head>\n", 1)
    (site / "index.html").write_text(page)
    (site / "worker.js").write_bytes(assets.worker.body)
    (site / "version.txt").write_text(version)
    for name in ("404.html", "licences.html"):
        shutil.copyfile(_OWN.parent / name, site / name)
    (site / ".nojekyll").touch()  # a forge's pages would leave out files otherwise


def _addresses(site: Path) -> list[str]:
    """Return the files of the runtime, seen from those of the page."""
    runtime = site / "runtime"
    found = sorted(path for path in runtime.rglob("*") if path.is_file())
    return [f"../../runtime/{path.relative_to(runtime).as_posix()}" for path in found]
