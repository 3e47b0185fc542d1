"""Pages of the site that are not files in docs: lessons, reference, commands, and the root's pages.

MkDocs calls the functions whose names begin with `on_`.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files
from typer.main import get_command
from typer.testing import CliRunner

import sapper
from sapper.cli import app
from sapper.web.carriers.app import create_app

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
AT_THE_ROOT = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
WHOLE_MODULES = {  # public modules whose names are not names of `sapper`
    "knowledge": ["sapper.knowledge.classic"],
    "formatting": ["sapper.formatting"],
    "gym": ["sapper.gym", "sapper.gym.baselines"],
    "data": ["sapper.data"],
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made here."""
    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to pages of the site instead of files of the repository."""
    markdown = re.sub(rf"\]\((?:\.\./)+({'|'.join(AT_THE_ROOT)})", r"](\1", markdown)
    markdown = re.sub(r"\]\(([^)\s:]+)\.ipynb\)", r"](\1.md)", markdown)
    return markdown.replace("](docs/", "](") if page.file.src_path in AT_THE_ROOT else markdown


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every page."""
    for name in AT_THE_ROOT:
        yield name, (ROOT / name).read_text(encoding="utf-8")
    for lesson in sorted(ROOT.glob("docs/learn/*.ipynb")):
        notebook = json.loads(lesson.read_text(encoding="utf-8"))
        parts = [*map(cell_text, notebook["cells"]), download(lesson.name)]
        yield f"learn/{lesson.stem}.md", "\n\n".join(parts) + "\n"
    for room, parts in reference().items():
        yield f"reference/{room}.md", "\n\n".join([f"# {room.capitalize()}", *parts]) + "\n"
    yield "commands.md", commands()
    yield "names.md", names()
    yield "http-forms.md", http_forms()


def cell_text(cell: dict[str, Any]) -> str:
    """Return a cell of a notebook as Markdown, with its outputs."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    shown = [output_text(output) for output in cell["outputs"]]
    return "\n\n".join([f"```python\n{source}\n```", *shown])


def download(name: str) -> str:
    return f'<a href="{name}" download>This lesson as a notebook</a>'


def output_text(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if picture := data.get("image/svg+xml"):
        return f"<div>{''.join(picture)}</div>".replace("\n", "")
    text = "".join(output.get("text") or data["text/plain"])
    return f"```text\n{text.rstrip()}\n```"


def reference() -> dict[str, list[str]]:
    """Return for each room its public names, each as an order to document it."""
    rooms: defaultdict[str, list[str]] = defaultdict(list)
    for name in sapper.__all__:
        home = sapper._read_homes()[name]  # type: ignore[attr-defined]  # not in the stub
        rooms[home.split(".")[1]].append(
            documented(f"{source(home, name)}.{name}", f"sapper.{name}")
        )
    for room, modules in WHOLE_MODULES.items():
        rooms[room] += [documented(module, module) for module in modules]
    return dict(rooms)


def source(home: str, name: str) -> str:
    """Return the module in which a public name is defined."""
    thing = getattr(import_module(home), name)
    defined = inspect.isclass(thing) or inspect.isfunction(thing)
    return str(thing.__module__) if defined else home


def documented(path: str, heading: str) -> str:
    return f'::: {path}\n    options:\n      heading: "{heading}"\n      toc_label: "{heading}"'


def commands() -> str:
    """Return what each command says about itself."""
    parts = ["# Commands", "What `sapper COMMAND --help` prints."]
    for name in get_command(app).list_commands(None):  # type: ignore[attr-defined]
        result = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "100", "TERM": "dumb"})
        parts += [f"## sapper {name}", f"```text\n{result.output.strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def names() -> str:
    """Return the public names of `sapper`, each with the first line of its documentation."""
    lines = ["# Names", "Everything that `import sapper` offers.", "| name | |\n|---|---|"]
    for name in sapper.__all__:
        home = sapper._read_homes()[name].split(".")[1]  # type: ignore[attr-defined]
        lines[-1] += f"\n| [`{name}`](reference/{home}.md) | {summary(name)} |"
    return "\n\n".join(lines) + "\n"


def summary(name: str) -> str:
    """Return the first line about a public name; constants and aliases have only values."""
    thing = getattr(sapper, name)
    if isinstance(thing, int) or thing is sapper.Cell:
        return {"Cell": "A row and a column, from 0."}.get(name, f"The mark {thing} in a view.")
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def http_forms() -> str:
    """Return the fields of every request and answer of the HTTP API."""
    schemas = create_app(Path("games.sqlite")).openapi()["components"]["schemas"]
    parts = ["# Forms", "Every request and answer of the [HTTP API](web-api.md)."]
    for name, schema in sorted(schemas.items()):
        parts += [f"## {name}", *filter(None, [description(schema)])]
        fields = schema.get("properties", {}).items()
        rows = [f"| `{field}` | {form(of)} | {description(of)} |" for field, of in fields]
        table = "\n".join(["| field | form | |", "|---|---|---|", *rows])
        parts.append(table if rows else form(schema))
    return "\n\n".join(parts) + "\n"


def description(schema: dict[str, Any]) -> str:
    """Return what a schema says about itself, with brackets that make no links."""
    return str(schema.get("description", "")).replace("[", r"\[").replace("\n", " ")


def form(schema: dict[str, Any]) -> str:
    """Return a schema in short: `[Cell]`, `integer or null`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(map(form, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        items = schema.get("prefixItems") or [schema.get("items", {})]
        return f"list of {', '.join(map(form, items))}"
    return str(schema.get("type", "any"))
