"""The documentation site builds without a warning, has no broken link, and fetches nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import sapper
from sapper.web.carriers.app import create_app

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def pages(site: Path) -> list[Path]:
    return [page for page in site.rglob("*.html") if page.name != "404.html"]


@cache
def html(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_no_link_is_broken(site: Path) -> None:
    """Every link within the site leads to a file, and its anchor to a place in it."""
    checked = 0
    for page in pages(site):
        for link in re.findall(r'(?:href|src)="([^"]*)"', html(page)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), (page.name, link)
            if anchor and not anchor.startswith("__"):
                assert f'id="{anchor}"' in html(target), (page.name, link)
            checked += 1
    assert checked > 1000


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """No script, style, font or picture of a page has an address of another host."""
    for page in pages(site):
        loaded = re.findall(r'<(?:script|img|iframe|source)[^>]*\bsrc="([^"]*)"', html(page))
        loaded += re.findall(r'<link[^>]*\bhref="([^"]*)"[^>]*>', html(page))
        assert not [address for address in loaded if re.match(r"(https?:)?//", address)]
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\((https?:)?//", sheet.read_text(encoding="utf-8"))


def test_every_public_name_is_documented_with_an_example(site: Path) -> None:
    """The reference has a heading for each name of the package, and examples as code."""
    text = "".join(html(page) for page in (site / "reference").iterdir())
    for name in sapper.__all__:
        assert re.search(rf"sapper\.{name}\b", re.sub(r"<[^>]*>", "", text)), name
        assert re.search(rf'<h2 id="sapper\.[\w.]*\b{name}"', text), name
    assert text.count('<span class="gp">&gt;&gt;&gt; </span>') > 150


def test_lessons_have_their_pictures_and_notebooks(site: Path) -> None:
    """Each lesson is a page with drawn boards and the notebook to download."""
    for notebook in ROOT.glob("docs/learn/*.ipynb"):
        page = html(site / "learn" / f"{notebook.stem}.html")
        assert page.count("Minesweeper, ") > 1  # the titles of its pictures
        assert (site / "learn" / notebook.name).read_bytes() == notebook.read_bytes()


def test_the_list_of_names_has_a_sentence_for_each(site: Path) -> None:
    """A row of the page of names links to the reference and ends with a full stop."""
    rows = dict(
        re.findall(r"<code>(\w+)</code></a></td>\n<td>(.*?)</td>", html(site / "names.html"))
    )
    assert rows.keys() == set(sapper.__all__)
    assert all(row.endswith(".") for row in rows.values())


def test_the_page_of_forms_has_every_field(site: Path) -> None:
    """The page has each form of the HTTP API, with each field of its requests and answers."""
    page = html(site / "http-forms.html")
    schemas = create_app(site / "games.sqlite").openapi()["components"]["schemas"]
    for name, schema in schemas.items():
        section = page.partition(f'<h2 id="{name.lower()}"')[2].partition("<h2")[0]
        assert section, name
        for field in schema.get("properties", ()):
            assert f"<code>{field}</code>" in section, (name, field)
