"""The page's types, made from the OpenAPI document; run as a program, it writes them."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sapper.web.app import create_app

STATIC = Path(__file__).parents[2] / "src" / "sapper" / "web" / "static"
TYPES = STATIC / "types.js"
_HEAD = """\
/** The server's answers, as far as the page reads them; made by tests/web/page_types.py. */

"""
_NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
Json = dict[str, Any]


def page_types() -> str:
    """Write the types that the page's modules import, and those that these are made of."""
    schemas = create_app(Path("games.sqlite")).openapi()["components"]["schemas"]
    modules = "".join(path.read_text() for path in STATIC.glob("*.js"))
    wanted = set(re.findall(r'types\.js"\)\.(\w+)', modules))
    while more := {name for told in wanted for name in _mentioned(schemas[told])} - wanted:
        wanted |= more
    told = "".join(_typedef(name, schemas[name]) for name in sorted(wanted))
    return f"{_HEAD}{told}\nexport {{}};\n"


def _mentioned(schema: Json) -> Iterator[str]:
    yield from re.findall(r'schemas/(\w+)"', json.dumps(schema))


def _typedef(name: str, schema: Json) -> str:
    told = f"  {schema['description']}" if "description" in schema else ""
    return f"/** @typedef {{{_type(schema)}}} {name}{told} */\n"


def _fields(schema: Json) -> str:
    """Write the fields of an object, several a line; a question mark where one may be absent."""
    required = schema["required"]
    told = [
        f"{field}{'' if field in required else '?'}: {_type(form)}"
        for field, form in schema["properties"].items()
    ]
    if len(line := ", ".join(told)) < 60:
        return f"{{ {line} }}"
    whole = ", ".join(field.replace(" ", "\0") for field in told)  # no line ends within a field
    wrapped = textwrap.fill(whole, 99, initial_indent=" *   ", subsequent_indent=" *   ")
    return "{\n" + wrapped.replace("\0", " ") + "\n * }"


def _type(schema: Json) -> str:
    """Write a schema as TypeScript does."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": choices}:
            return " | ".join(map(_type, choices))
        case {"prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"items": item, "minItems": least, "maxItems": most} if least == most:
            return f"[{', '.join([_type(item)] * most)}]"
        case {"items": {"anyOf": _} as item}:
            return f"({_type(item)})[]"
        case {"items": item}:
            return f"{_type(item)}[]"
        case {"properties": _}:
            return _fields(schema)
        case {"propertyNames": key, "additionalProperties": value}:
            return f"Record<{_type(key)}, {_type(value)}>"
        case {"type": "null"}:
            return "null"
    return _NAMES[schema["type"]]


if __name__ == "__main__":
    TYPES.write_text(page_types())
