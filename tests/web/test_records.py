"""Forged records: only unaided first attempts at unseen boards ever count."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from web.honest import lose, move, seen, start, win

from sapper import Level, board_id, daily_board, game_from_id, layout_to_json, write_view

if TYPE_CHECKING:
    from pathlib import Path

    from harness.shared_server import SharedServer
    from httpx import Client

Json = dict[str, Any]
UNDONE = "Unranked: a move was taken back; the game counts as lost."


def counts(client: Client, id: str) -> bool:
    """Return whether a finished game counts; the list, its filter and the sums must agree."""
    games = client.get("/api/history", params={"limit": 500}).json()["games"]
    ranked = client.get("/api/history", params={"limit": 500, "ranked": True}).json()["games"]
    expected = [game["id"] for game in games if game["unranked"] is None]
    assert [game["id"] for game in ranked] == expected
    reply = client.get("/api/statistics").json()
    finished = [game["id"] for game in ranked if game["outcome"] != "playing"]
    undone = [game["id"] for game in games if game["unranked"] == UNDONE]  # these count as lost
    counted = len(finished) + len(undone)
    assert reply["ranked"] == counted == sum(row["games"] for row in reply["levels"])
    return id in finished


def why(state: Json) -> str:
    assert state["unranked"] is not None
    return str(state["unranked"])


@pytest.fixture(autouse=True)
def honest(client: Client) -> Json:
    """Win a game as one should: it counts, so no test passes because nothing ever counts."""
    state = win(client, start(client))
    assert state["unranked"] is None
    assert counts(client, state["id"])
    return state


@pytest.mark.parametrize(
    ("help", "body"),
    [("hint", {"strength": "nudge"}), ("hint", None), ("overlay", None), ("numbers", {})],
)
def test_help_of_any_kind(client: Client, help: str, body: Json | None) -> None:
    """A game with any help does not count."""
    state = start(client)
    if help == "numbers":
        rows = enumerate(state["rows"])
        body = {"cell": next((r, line.index("#")) for r, line in rows if "#" in line)}
    assert client.post(f"/api/games/{state['id']}/{help}", json=body).status_code == 200
    state = win(client, state)
    assert why(state) == "Unranked: help was used."
    assert not counts(client, state["id"])


def test_the_same_board_again(client: Client, honest: Json) -> None:
    """A second game on a board does not count."""
    state = client.post(f"/api/games/{honest['id']}/again").json()
    state = win(client, state)
    assert why(state) == "Unranked: the board had been seen before."
    assert not counts(client, state["id"])


@pytest.mark.parametrize("delete", [False, True], ids=["kept", "deleted"])
def test_a_board_by_its_id(client: Client, honest: Json, delete: bool) -> None:
    """A board by its id or as a layout does not count, even if its first game was deleted."""
    if delete:
        assert client.delete(f"/api/games/{honest['id']}").status_code == 204
    layout = game_from_id(honest["board"]).layout
    assert layout is not None
    given = {"layout": layout_to_json(layout)}
    for query in ({"board": honest["board"]}, {"board": board_id(layout)}, given):
        state = client.post("/api/games", json=query).json()
        state = win(client, move(client, state["id"], "open", 4, 4))
        assert why(state) == "Unranked: the board was chosen, not drawn."
        assert not counts(client, state["id"])


def test_a_seed_that_the_client_knows(client: Client) -> None:
    """Who gives the seed can know the mines."""
    state = win(client, start(client, seed=42))
    assert why(state) == "Unranked: the board was chosen, not drawn."
    assert not counts(client, state["id"])


def test_an_imported_game(client: Client, honest: Json, elsewhere: Client) -> None:
    """A game that was imported does not count, and its board is known from then on."""
    exported = client.get("/api/export").json()
    assert honest["id"] in elsewhere.post("/api/import", json=exported).json()["ids"]
    assert why(elsewhere.get(f"/api/games/{honest['id']}").json()) == (
        "Unranked: the game was imported."
    )
    assert not counts(elsewhere, honest["id"])
    assert counts(elsewhere, win(elsewhere, start(elsewhere))["id"])


def test_an_edited_export(client: Client, honest: Json) -> None:
    """A faster time written into an export counts neither beside the game nor in its place."""
    games = client.get("/api/export").json()["games"]
    (game,) = [game for game in games if game["id"] == honest["id"]]
    edited = game | {"ended": game["started"] + 0.001, "helped": False, "unranked": None}
    before = client.get("/api/statistics").json()
    for claim in ({"id": honest["id"]}, {"id": "forged0000"}):
        document = {"sapper": "history", "version": 1, "games": [edited | claim]}
        assert client.post("/api/import", json=document).status_code == 200
        assert client.get("/api/statistics").json()["levels"] == before["levels"]
    client.delete(f"/api/games/{honest['id']}")
    document["games"] = [edited]
    assert client.post("/api/import", json=document).json()["ids"] == [honest["id"]]
    assert not counts(client, honest["id"])


def test_an_undo(client: Client) -> None:
    """A game in which the losing move was taken back counts as lost, whether it goes on or not."""
    state = start(client)
    state = lose(client, state)
    assert counts(client, state["id"])
    before = client.get("/api/statistics").json()
    assert before["streak"]["current"] == 0
    state = move(client, state["id"], "undo")
    assert state["unranked"] == UNDONE
    for outcome in ("playing", "won"):
        state = state if outcome == "playing" else win(client, state)
        assert not counts(client, state["id"])
        after = client.get("/api/statistics").json()
        assert [after[name] for name in ("ranked", "won", "levels", "streak")] == [
            before[name] for name in ("ranked", "won", "levels", "streak")
        ]


def test_a_second_tab(client: Client) -> None:
    """One game in two tabs counts once; help in the other tab counts as help in this one."""
    state = start(client)
    refused = client.post(f"/api/games/{state['id']}/again")
    assert (refused.status_code, refused.json()["kind"]) == (409, "not_allowed")
    with httpx.Client(base_url=client.base_url, timeout=60) as tab:
        before = client.get("/api/statistics").json()["ranked"]
        assert counts(client, win(tab, client.get(f"/api/games/{state['id']}").json())["id"])
        assert client.get("/api/statistics").json()["ranked"] == before + 1
        state = start(client)
        tab.post(f"/api/games/{state['id']}/overlay")
        assert not counts(client, win(client, state)["id"])


@pytest.mark.parametrize("claim", ["unranked", "helped", "elapsed", "time", "at", "kind"])
def test_claims_in_a_request(client: Client, claim: str) -> None:
    """A client cannot claim that a game counts, or its time: an unknown field is refused."""
    answer = client.post("/api/games", json={"level": "beginner", claim: None})
    assert answer.status_code == 422
    state = start(client)
    body = {"action": "open", "row": 0, "column": 0, claim: 0}
    assert client.post(f"/api/games/{state['id']}/actions", json=body).status_code == 422


@pytest.mark.parametrize("way", ["analyse", "copy", "watch"])
def test_the_analysis_of_a_running_game(client: Client, way: str) -> None:
    """Who has the position of a running game analysed, copied or played on was helped."""
    state = start(client)
    query = {"position": write_view(seen(state))}
    if way == "analyse":
        answer = client.post("/api/analyse", json=query)
    elif way == "copy":
        answer = client.post("/api/games", json=query)
    else:
        answer = client.post("/api/watch", json=query | {"player": "fast"})
    assert answer.is_success
    state = win(client, state)
    assert why(state) == "Unranked: help was used."
    assert not counts(client, state["id"])


def test_the_analysis_of_a_game_that_is_not_in_memory(
    shared_server: SharedServer, tmp_path: Path
) -> None:
    """It makes no difference that the server was started anew before the analysis."""
    data = tmp_path / "games.sqlite"
    with shared_server.client(data) as client:
        states = [start(client), start(client)]
        assert states[0]["rows"] != states[1]["rows"]
    with shared_server.client(data) as client:
        client.post("/api/analyse", json={"position": write_view(seen(states[0]))})
        helped, unaided = (win(client, state) for state in states)
        assert not counts(client, helped["id"])
        assert counts(client, unaided["id"])


def test_a_daily_board_that_was_played_before(client: Client) -> None:
    """The first attempt at a day's board counts, a second does not, even if one is deleted."""
    query = {"daily": "2025-03-04", "level": "beginner"}
    state = client.post("/api/games", json=query).json()
    going_on = client.post("/api/games", json=query)
    assert (going_on.status_code, going_on.json()["id"]) == (200, state["id"])
    first = win(client, state)
    assert counts(client, first["id"])
    for delete in (False, True):
        if delete:
            client.delete(f"/api/games/{first['id']}")
        answer = client.post("/api/games", json=query)
        assert answer.status_code == 201
        second = win(client, answer.json())
        assert why(second) == "Unranked: the board had been seen before."
        assert not counts(client, second["id"])


@pytest.mark.parametrize("way", ["id", "watch", "boards"])
def test_a_daily_board_that_was_looked_at_before(client: Client, way: str) -> None:
    """A day's board that was seen before gives no ranked attempt."""
    days = {"id": date(2025, 5, 1), "watch": date(2025, 5, 2), "boards": date(2025, 5, 3)}
    made = daily_board(days[way], Level.parse("beginner"))
    if way == "id":
        client.post("/api/games", json={"board": board_id(made.game())})
    elif way == "watch":
        client.post("/api/watch", json={"player": "fast", "board": board_id(made.layout)})
    else:
        query = {"level": "beginner", "first": made.first, "seed": made.seed, "exactly": True}
        boards = client.post("/api/boards", json=query | {"no_guess": made.hardest}).json()
        assert boards["boards"][0]["board"] == board_id(made)
    state = client.post("/api/games", json={"daily": str(days[way]), "level": "beginner"}).json()
    assert not counts(client, win(client, state)["id"])
    other = client.post("/api/games", json={"daily": str(days[way]), "level": "intermediate"})
    assert counts(client, win(client, other.json())["id"])
