"""The site in a folder of a plain host, and a browser for each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from harness.site_host import SiteHost, built_site
from web.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site from a folder of a host."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "games").mkdir()
    (folder / "games" / "sapper").symlink_to(built_site())
    with SiteHost(folder) as host:
        yield f"{host.url}/games/sapper"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Make a visitor whom the site has never seen."""
    made = browser.new_context(reduced_motion="reduce")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()
