"""History, statistics, export, import and review over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from web.honest import start, win

if TYPE_CHECKING:
    from httpx import Client

WIN = "*..\n...\n...\n"


@pytest.fixture
def played(client: Client) -> list[str]:
    """Play a win, a win, a loss, and a win after an undo; return their ids."""
    ids = []
    for cells in ([(2, 2)], [(2, 2)], [(0, 0)], [(0, 0), None, (2, 2)]):
        id = client.post("/api/games", json={"layout": WIN}).json()["id"]
        ids.append(id)
        for cell in cells:
            body: dict[str, Any] = {"action": "undo"}
            if cell is not None:
                body = {"action": "open", "row": cell[0], "column": cell[1]}
            assert client.post(f"/api/games/{id}/actions", json=body).status_code == 200
    return ids


def test_games_are_listed_newest_first_page_by_page(client: Client, played: list[str]) -> None:
    """Pages join up to all games, newest first; a game without an action is left out."""
    client.post("/api/games", json={"level": "expert"})
    first = client.get("/api/history", params={"limit": 3}).json()
    second = client.get("/api/history", params={"limit": 3, "before": first["next"]}).json()
    assert [game["id"] for game in first["games"] + second["games"]] == played[::-1]
    assert (first["total"], second["next"]) == (4, None)
    lost = client.get("/api/history", params={"outcome": "lost"}).json()
    assert [game["id"] for game in lost["games"]] == [played[2]]
    level = client.get("/api/history", params={"level": "expert"}).json()
    assert level["games"] == []


def test_statistics_leave_out_what_does_not_count(client: Client, played: list[str]) -> None:
    """Games on given layouts are counted as finished and nowhere else."""
    reply = client.get("/api/statistics").json()
    assert (reply["games"], reply["ranked"], reply["won"], reply["levels"]) == (4, 0, 0, [])
    assert reply["streak"] == {"current": 0, "best": 0}


def test_an_export_can_be_imported(client: Client, played: list[str], elsewhere: Client) -> None:
    """An export that another server imports gives the same list; importing twice adds nothing."""
    exported = client.get("/api/export")
    assert "attachment" in exported.headers["content-disposition"]
    document = exported.json()
    assert client.post("/api/import", json=document).json()["already"] == 4
    imported = elsewhere.post("/api/import", json=document).json()
    assert sorted(imported["ids"]) == sorted(played)
    here = client.get("/api/history").json()["games"]
    there = elsewhere.get("/api/history").json()["games"]
    marked = {"unranked": "Unranked: the game was imported."}
    assert there == [game | marked for game in here]


def test_one_game_is_imported_and_reviewed(client: Client, played: list[str]) -> None:
    """A single recorded game is imported once, under an id made from its content."""
    game = client.get("/api/export").json()["games"][0]["game"]
    first = client.post("/api/import", json=game).json()
    again = client.post("/api/import", json=game).json()
    assert (first["imported"], again["imported"], again["already"]) == (1, 0, 1)
    (id,) = first["ids"]
    state = client.get(f"/api/games/{id}").json()
    assert (state["outcome"], state["kind"]) == (game["outcome"], "imported")
    assert client.delete(f"/api/games/{id}").status_code == 204


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"sapper": "history", "version": 2, "games": []},
        {"sapper": "history", "version": 1, "games": 5},
        {"sapper": "history", "version": 1, "games": [5]},
        {"sapper": "history", "version": 1, "games": [], "attempts": 5},
        {"sapper": "history", "version": 1, "games": [], "attempts": None},
        {"sapper": "history", "version": 1, "attempts": []},
        {"sapper": "history", "version": 1, "games": [{"game": {}}]},
        {"sapper": "game", "version": 1},
    ],
)
def test_a_bad_import_adds_nothing(
    client: Client, played: list[str], document: dict[str, Any]
) -> None:
    """If anything in a document is wrong, nothing is imported, not even the good games."""
    good = client.get("/api/export").json()["games"][0] | {"id": None}
    if isinstance(document.get("games"), list):
        document = document | {"games": [good, *document["games"]]}
    before = client.get("/api/history").json()["total"]
    response = client.post("/api/import", json=document)
    assert (response.status_code, response.json()["kind"]) == (422, "notation")
    assert client.get("/api/history").json()["total"] == before


def test_each_fault_has_its_judgement(client: Client, new_game: Any, act: Any) -> None:
    """A review distinguishes a wrong flag and a certain mine, each with its own sentence."""
    layout = "\n".join(["*..", "...", "...", "..."])
    id = new_game(layout=layout)["id"]
    for action, row, column in (("open", 0, 1), ("open", 1, 0), ("open", 1, 1)):
        act(id, action, row, column)
    act(id, "flag", 0, 2)
    act(id, "open", 0, 0)
    review = client.post(f"/api/games/{id}/review").json()
    *_, flag, mine = review["moves"]
    assert (flag["judgement"], mine["judgement"]) == ("wrong_flag", "certain_mine")
    assert flag["sentence"] == "You flagged C1, which was safe."
    assert mine["sentence"].startswith("You opened A1, which had to be a mine; ")
    assert (mine["title"], mine["severity"]) == ("Blunder: opened a certain mine", "blunder")
    assert mine["loss"] == mine["chance"] > mine["chance_made"] == mine["chance_after"] == 0
    assert review["severities"]["blunder"] >= 1
    assert (mine["reason"]["cell"], mine["reason"]["is_mine"]) == ([0, 0], True)
    assert review["puzzles"][-1] == mine["number"]
    assert review["counts"]["certain_mine"] == review["counts"]["wrong_flag"] == 1


def test_an_undone_move_is_reviewed_and_exported(client: Client, played: list[str]) -> None:
    """Undo launders nothing: the move that lost stays in the review and in the export."""
    review = client.post(f"/api/games/{played[3]}/review").json()
    assert [move["action"] for move in review["moves"]] == ["open", "undo", "open"]
    assert [move["undone"] for move in review["moves"]] == [True, False, False]
    assert review["moves"][0]["chance_after"] == 0
    assert review["moves"][1]["changed"] == [[0, 0, "#"]]
    exported = {game["id"]: game for game in client.get("/api/export").json()["games"]}
    assert [each["action"] for each in exported[played[3]]["game"]["actions"]][1] == "undo"
    posted = client.post("/api/review", json={"game": exported[played[3]]["game"]}).json()
    assert posted["moves"] == review["moves"]


def test_a_finished_game_is_reviewed(client: Client, played: list[str]) -> None:
    """A review judges each action; a running game is refused."""
    review = client.post(f"/api/games/{played[2]}/review").json()
    assert review["id"] == played[2]
    assert len(review["moves"]) == 1
    assert review["fatal"] == [0, 0]
    running = client.post("/api/games", json={"level": "beginner"}).json()["id"]
    refused = client.post(f"/api/games/{running}/review")
    assert (refused.status_code, refused.json()["kind"]) == (409, "not_allowed")


def test_full_accuracy_is_written_the_same_everywhere(client: Client, played: list[str]) -> None:
    """An accuracy of one is "100 %" in the list and in the statistics."""
    ranked = win(client, start(client))["id"]
    for id in (played[0], ranked):
        client.post(f"/api/games/{id}/review")
    games = client.get("/api/history").json()["games"]
    texts = {game["id"]: game["accuracy_text"] for game in games}
    assert (texts[played[0]], texts[played[1]], texts[ranked]) == ("100 %", None, "100 %")
    reply = client.get("/api/statistics").json()
    assert [point["id"] for point in reply["accuracy"]] == [ranked]
    assert reply["accuracy_text"] == "100 %"
