"""Every command and every piece of Python in README and docs is run, in the order of its page.

A block of Python is run, and compared if it is a session. A block of `sh`, and every command in
the running text, is run line by line; what is not run matches one of REASONS. A block of `text`
only shows something. An HTML comment before a block says more: `<!-- file: NAME -->` saves it
under that name, `<!-- not run: REASON -->` leaves it out.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sapper.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]

FENCE = re.compile(
    r"^(?:<!-- (?P<mark>.*?) -->\n)?^```(?P<kind>.*)\n(?P<text>(?:.*\n)*?)```$", re.M
)
INLINE = re.compile(
    r"`(?P<command>(?:\w+=\S+ )?(?:sapper \w+|python3?|make|pip) [^`\n]+(?:\n[^`\n]+)?)`"
)

REASONS = {
    r"(\S+=\S+ )?sapper play": "serves a page until it is ended; tests/web tests it",
    r"sapper assist": "asks a person; tests/cli/test_assist.py tests it",
    r".*--(games \d{4,}|positions \d{5,})": "takes longer than a test may",
    r".*--cluster": "needs a cluster; tests/arena/test_cluster.py starts one",
    r".*sapper-history\.json": "reads what the page exports; tests/cli/test_review.py does",
    r".*(game\.avf|shot\.png)": "reads a file of another program; tests make such files",
    r".*cmd:\./my-solver": "names a program of the reader's own",
    r".*\b[A-Z]+\b": "has a word that stands for something else",
    r"python3 -m http\.server": "serves a folder until it is ended",
    r"curl ": "needs a server that stays; tests/web asks one",
    r"make ": "sets up or measures for minutes",
    r"pip install": "changes the environment; `make wheel` tries the installs",
    r"python benchmarks ": "measures for minutes",
}


@dataclass(frozen=True)
class Snippet:
    """Something to run or to show, with the line where it begins."""

    line: int
    kind: str
    text: str
    mark: str = ""


def snippets(page: Path) -> list[Snippet]:
    """Return the blocks of a page, and the commands in its text, in their order."""
    text = page.read_text(encoding="utf-8")
    found = [
        Snippet(_line(text, match.start("text")), match["kind"], match["text"], match["mark"] or "")
        for match in FENCE.finditer(text)
    ]
    prose = FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    found += [
        Snippet(_line(text, match.start()), "sh", match["command"].replace("\n", " "))
        for match in INLINE.finditer(prose)
    ]
    return sorted(found, key=lambda snippet: snippet.line)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a block, with continued lines joined and comments left out."""
    for line in text.replace("\\\n", " ").splitlines():
        if command := re.sub(r"\s+#.*", "", line).strip():
            yield command


def reason(command: str) -> str | None:
    return next((why for rule, why in REASONS.items() if re.match(rule, command)), None)


def run(command: str) -> None:
    """Run a command of Sapper in the current directory; losing a game is no failure."""
    words, _, file = command.partition(" > ")
    program, *arguments = shlex.split(words)
    assert program == "sapper", f"{command}: run it, or say in REASONS why not"
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code in (0, 1), (command, result.output)
    assert not isinstance(result.exception, Exception), (command, result.exception)
    if file:
        Path(file).write_text(result.stdout, encoding="utf-8")


def run_python(snippet: Snippet, page: Path, names: dict[str, Any]) -> None:
    """Run a block of Python; compare what a session shows."""
    where = f"{page.name}, line {snippet.line}"
    if ">>> " not in snippet.text:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(snippet.text, where, "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(
        snippet.text, names, where, str(page), snippet.line
    )
    output = io.StringIO()
    results = doctest.DocTestRunner().run(session, out=output.write, clear_globs=False)
    names |= session.globs
    assert results.failed == 0, output.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_works(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an empty directory, each snippet works with what the page showed before it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = snippets(page)
    for snippet in shown:
        if snippet.mark.startswith("file: "):
            (tmp_path / snippet.mark[6:]).write_text(snippet.text, encoding="utf-8")
    for snippet in shown:
        what, _, detail = snippet.mark.partition(": ")
        if what == "file":
            continue
        if what == "not run":
            assert len(detail) > 10, "a reason has words"
        elif snippet.kind == "python":
            run_python(snippet, page, names)
        elif snippet.kind == "sh":
            for command in commands(snippet.text):
                if reason(command) is None:
                    run(command)
        else:
            assert snippet.kind == "text", f"{page.name}, line {snippet.line}: python, sh or text"
            assert not re.search(r"^(\$ |>>> |(sapper|pip|python3?|make) )", snippet.text, re.M)


def options(command: str) -> set[str]:
    """Return the options that a command takes."""
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).output
    return set(re.findall(r"--[\w-]+", shown))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_have_the_options_that_pages_name(page: Path) -> None:
    """Whether it is run or not, a command and its options exist."""
    shown = [s for s in snippets(page) if s.kind == "sh"]
    for command in (line for snippet in shown for line in commands(snippet.text)):
        words = shlex.split(command.partition(" > ")[0])
        if words[0] != "sapper" or words[1] == "COMMAND":
            continue
        assert {word for word in words[2:] if word.startswith("--")} <= options(words[1]), command


def test_no_command_hides_in_an_indented_block() -> None:
    """Blocks are fenced: an indented one would not be run."""
    for page in PAGES:
        outside = FENCE.sub("", page.read_text(encoding="utf-8"))
        assert not re.search(r"^    +(sapper|pip|python3?|make|>>>) ", outside, re.M), page.name


def test_reasons_leave_most_of_the_readme_to_run() -> None:
    """The commands of the README that need no person, program or patience are run."""
    shown = [line for s in snippets(PAGES[0]) if s.kind == "sh" for line in commands(s.text)]
    ran = {line.split()[1] for line in shown if reason(line) is None}
    assert ran >= {"solve", "why", "new", "grade", "watch", "review"}
