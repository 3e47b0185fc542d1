"""The happy path through the page in Firefox."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness.firefox import open_firefox
from web.browser.happy_path import take_happy_path


@pytest.mark.needs_server("tests/static_site goes this way on the site, in Firefox too")
def test_the_happy_path_in_firefox(server: str, tmp_path: Path) -> None:
    """A game is played with clicks, flags and a chord, helped by a hint, and reviewed."""
    with open_firefox(tmp_path) as firefox:
        take_happy_path(firefox, server)
        assert firefox.read("document.querySelector('.risk-figure .chance') !== null")
        assert firefox.errors == []
