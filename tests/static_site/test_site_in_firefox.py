"""The site in Firefox: its files, workers and locks are not those of Chromium."""

from __future__ import annotations

from pathlib import Path

from harness.firefox import open_firefox
from web.browser.happy_path import take_happy_path


def test_the_happy_path_without_a_server(site: str, tmp_path: Path) -> None:
    """A game is played, helped and reviewed; after a reload, History still has it."""
    with open_firefox(tmp_path) as firefox:
        take_happy_path(firefox, site)
        firefox.visit(f"{site}/?at=history")
        firefox.wait_for("document.querySelectorAll('.games tbody tr').length === 1")
        assert firefox.read("document.querySelector('#connection').hidden")
        assert firefox.errors == []
