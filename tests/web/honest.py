"""Plays games over HTTP as an honest player would: by what certainly follows from the view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper import View, analyse, view_from_json

if TYPE_CHECKING:
    from httpx import Client

Json = dict[str, Any]


def seen(state: Json) -> View:
    """Return the view of a game's state."""
    names = ("width", "height", "mines", "first_click", "rows")
    return view_from_json({"sapper": "view", "version": 1} | {name: state[name] for name in names})


def start(client: Client, **query: Any) -> Json:
    """Start a game that needs no guess, and open its middle."""
    answer = client.post("/api/games", json={"level": "beginner", "no_guess": 6} | query)
    assert answer.is_success, answer.text
    state: Json = answer.json()
    if state["start"] is None:
        state = move(client, state["id"], "open", state["height"] // 2, state["width"] // 2)
    return state


def move(client: Client, id: str, action: str, row: int = 0, column: int = 0) -> Json:
    """Act, and return the state after it."""
    body: Json = {"action": action}
    if action != "undo":
        body |= {"row": row, "column": column}
    answer = client.post(f"/api/games/{id}/actions", json=body)
    assert answer.status_code == 200, answer.text
    state: Json = client.get(f"/api/games/{id}").json()
    return state


def win(client: Client, state: Json) -> Json:
    """Play a game that needs no guess to its end; return its last state."""
    while state["outcome"] == "playing":
        certain = sorted(analyse(seen(state)).safe)
        assert certain, "this board needs a guess"
        for row, column in certain:
            if state["rows"][row][column] == "#":
                state = move(client, state["id"], "open", row, column)
    assert state["outcome"] == "won"
    return state


def lose(client: Client, state: Json) -> Json:
    """Open a mine as soon as one is certain; return the state after it."""
    while not (known := analyse(seen(state))).mines:
        state = move(client, state["id"], "open", *min(known.safe))
    row, column = min(known.mines)
    return move(client, state["id"], "open", row, column)
