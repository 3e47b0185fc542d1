"""What the documents point to exists."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
# a path in backticks is relative to one of these
PLACES = ("", "src/sapper", "src/sapper/web/static")
KINDS = r"cpp|hpp|py|pyi|c|js|json|md|svg|png|toml"


@cache
def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), flags=re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    """Every relative link leads to a file, and its anchor to a heading."""
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert "://" in link or target.exists(), link
        assert "://" in link or not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page: Path) -> None:
    """Every file or folder of the repository that is named with its path exists."""
    named = re.findall(rf"[`\s]((?:[\w.-]+/)+[\w-]+\.(?:{KINDS}))\b", prose(page))
    named += re.findall(r"`((?:src|kernel|tests|docs|benchmarks|examples)/[\w/-]+)/?`", prose(page))
    for path in named:
        assert any((ROOT / place / path).exists() for place in PLACES), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lists_and_tables_begin_after_an_empty_line(page: Path) -> None:
    """The site would join a list or a table to the paragraph above it; a forge would not."""
    assert not re.findall(r"^(?![#|>\s]|- ).+\n(?:- |\|).*", prose(page), flags=re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_benchmarks_exist(page: Path) -> None:
    """Every benchmark that a page runs is one of those that `python benchmarks` lists."""
    listed = {path.stem for path in ROOT.glob("benchmarks/*/*.py")}
    named = re.findall(r"python benchmarks ([a-z_]+)", page.read_text(encoding="utf-8"))
    assert set(named) <= listed


def test_every_document_is_in_the_index() -> None:
    """The index links to every page of docs."""
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", prose(ROOT / "docs" / "index.md")))
    assert linked == {page.name for page in ROOT.glob("docs/*.md")} - {"index.md"}


def test_named_modules_exist() -> None:
    """Every name `sapper.x.y` in the documents exists."""
    names = {name for page in PAGES for name in re.findall(r"`(sapper(?:\.\w+)+)", prose(page))}
    assert len(names) > 10
    for name in names:
        resolve_name(name)
