"""The browser's engine gives the answers of the native one: risks, reasons, best moves, grades."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from static_site.same_answers import differences, games, positions
from static_site.visiting import BOARD, opened
from web.browser.scene import ask

from sapper.web.carriers.job_runner import messages

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import BrowserContext


def natively(name: str, **arguments: Any) -> Any:
    """Return the last part of a job's answer."""
    job = {"name": name, "arguments": arguments, "notation": "names"}
    *_, (_, body), _ = messages(json.dumps(job))
    return json.loads(body)


def test_the_same_answers(site: str, context: BrowserContext, pytestconfig: pytest.Config) -> None:
    """Positions and reviewed games have the same answers; 500 and 30 with `make test-site`.

    At seed 251 a component was once taken for another: a shift by 40 of a number with 32 bits.
    """
    whole = pytestconfig.getoption("--carrier") == "browser"
    page = opened(context, f"{site}{BOARD}")
    defaults = {"mines": None, "density": None, "flags": "ignore"}
    for request in positions(range(500) if whole else (*range(11), 251)):
        expected = natively("analyse", **defaults | request)
        found = ask(page, "/api/analyse", request)
        assert list(differences(expected, found)) == []
    for request in games(30 if whole else 2):
        found = ask(page, "/api/review", request)
        assert list(differences(natively("review", **request), found)) == []
