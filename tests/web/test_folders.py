"""Imports between the web's folders go one way only."""

from __future__ import annotations

from test_architecture import imports, modules

# A folder or module may import from itself and from those further left.
ORDER = [
    *("problems", "limits", "reading", "exchange", "shell", "store", "wire", "thinking", "context"),
    *("routing", "routes", "browser", "document", "responses", "connections", "security", "gate"),
    *("pages", "app"),
]


def test_arrows_within_the_web_point_one_way() -> None:
    """Each module is in the order, and none imports from further right."""
    for name, tree in modules():
        if not name.startswith("web/") or name == "web/__init__":
            continue
        place = ORDER.index(name.split("/")[1])
        known = [other.split(".") for other in imports(tree) if other.startswith("sapper.web.")]
        assert all(ORDER.index(parts[2]) <= place for parts in known), name
