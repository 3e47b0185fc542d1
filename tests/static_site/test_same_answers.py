"""The browser's engine gives the answers of the native one: risks, reasons, best moves, grades."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from static_site.same_answers import differences, games, positions
from static_site.visiting import BOARD, asked, opened

from sapper.web.browser.thinker import messages

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import BrowserContext


def natively(name: str, **arguments: Any) -> Any:
    """Return the last part of a job's answer."""
    job = {"name": name, "arguments": arguments, "notation": "names"}
    bodies = [body for _, body in messages(json.dumps(job)) if body]
    return json.loads(bodies[-1])


def test_the_same_answers(site: str, context: BrowserContext, pytestconfig: pytest.Config) -> None:
    """Positions and reviewed games have the same answers; 500 of them with `make test-site`."""
    whole = pytestconfig.getoption("--carrier") == "browser"
    page = opened(context, f"{site}{BOARD}")
    about = positions(470 if whole else 12)
    defaults = {"mines": None, "density": None, "flags": "ignore"}
    for wish, found in zip(about, asked(page, "/api/analyse", *about), strict=True):
        expected = natively("analyse", asked=defaults | wish)
        assert list(differences(expected, found)) == []
    played = games(30 if whole else 2)
    for wish, found in zip(played, asked(page, "/api/review", *played), strict=True):
        assert list(differences(natively("review", **wish), found)) == []
