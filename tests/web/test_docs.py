"""docs/web-api.md names every route of the server and no others."""

from __future__ import annotations

import re
from pathlib import Path

from sapper.web.carriers.app import create_app
from sapper.web.carriers.assets import STATIC

PAGE = (Path(__file__).parents[2] / "docs" / "web-api.md").read_text()
DOCUMENT = create_app(Path("games.sqlite")).openapi()


def test_the_page_has_every_route_and_no_others() -> None:
    """The page names each method and path of the OpenAPI document, and no others."""
    listed = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/[^\s`?]+)", PAGE))
    routes = {
        (method.upper(), path.replace("{", "<").replace("}", ">"))
        for path, methods in DOCUMENT["paths"].items()
        for method in methods
    }
    assert listed == routes | {("GET", "/api/openapi.json")}


def test_every_named_file_exists() -> None:
    """The page names no static file that does not exist."""
    listed = set(re.findall(r"/static/([\w/-]+\.\w+)", PAGE))
    assert listed
    assert listed <= {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*")}
