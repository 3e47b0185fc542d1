"""The page's folders and which way their imports point."""

from __future__ import annotations

import posixpath
import re

from sapper.web.carriers.assets import STATIC

_SHARED = ["lib", "words", "board", "server", "page", "insight"]
_MODES = ["play", "analyse", "replay", "train", "history"]
_MAY_IMPORT = {
    "lib": set[str](),
    "words": {"lib"},
    "board": {"lib", "words"},
    "server": {"lib", "words"},
    "page": {"lib", "words", "board", "server"},
    "insight": {"lib", "words", "board", "server", "page"},
    **{mode: set(_SHARED) for mode in _MODES},
}
_IMPORT = re.compile(r'"(\.[\w./-]+\.js)"')  # of types too


def _folder(name: str) -> str:
    return posixpath.dirname(name)


def test_imports_follow_the_order_of_the_folders() -> None:
    """A folder imports those before it; modes never import one another."""
    wrong = []
    for path in sorted(STATIC.rglob("*.js")):
        name = path.relative_to(STATIC).as_posix()
        if "/" not in name:  # main.js joins all modes
            continue
        for found in _IMPORT.findall(path.read_text()):
            target = posixpath.normpath(posixpath.join(_folder(name), found))
            near = target == "types.js" or _folder(target) == _folder(name)
            if not near and _folder(target) not in _MAY_IMPORT[_folder(name)]:
                wrong.append(f"{name} imports {target}")
    assert wrong == []


def test_every_module_has_a_folder() -> None:
    """Beside the folders are only the page, what starts it and what all of them read."""
    folders = {path.name for path in STATIC.iterdir() if path.is_dir()}
    assert folders == set(_MAY_IMPORT)
    assert {path.name for path in STATIC.glob("*.js")} == {"main.js", "types.js", "worker.js"}


def test_views_ask_nothing_of_the_server() -> None:
    """What draws a mode (view.js, or a name that ends so) imports nothing that sends requests."""
    views = [*STATIC.rglob("view.js"), *STATIC.rglob("*-view.js")]
    assert len(views) > len(_MODES)
    assert [path.name for path in views if "/server/" in path.read_text()] == []
