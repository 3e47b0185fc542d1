"""Replays over HTTP: import, the way of the mouse, what is not judged, and files for others."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from oracles import replay_files as oracle
from oracles.replay_files import Film

from sapper import read_layout, read_replay

if TYPE_CHECKING:
    from httpx import Client

HAPPENED = [
    (0, "lc", 5, 5),
    (0, "lr", 5, 5),
    (400, "mv", 40, 5),
    (500, "lc", 40, 5),
    (700, "lr", 40, 5),
]


def film(mode: int = 0) -> Film:
    return Film(read_layout(".*."), HAPPENED, mode=mode, player="Ada")


def imported(client: Client, file: bytes) -> str:
    answer = client.post(
        "/api/import", content=file, headers={"Content-Type": "application/json"}
    ).json()
    assert len(answer["replays"]) == 1, answer
    return str(answer["replays"][0])


def test_a_replay_is_imported_shown_and_reviewed(client: Client) -> None:
    """It becomes a game that is reviewed; the mouse comes back; a second import adds nothing."""
    file = oracle.write_evf_4(film())
    id = imported(client, file)
    assert imported(client, file) == id
    shown = client.get(f"/api/games/{id}/replay").json()
    assert (shown["player"], shown["format"], shown["outcome"]) == ("Ada", "EVF 4", "won")
    assert shown["mouse"] == [list(event) for event in HAPPENED]
    assert [step["time"] for step in shown["steps"]] == [0.0, 0.7]
    assert [step["changed"] for step in shown["steps"]] == [[[0, 0, "1"]], [[0, 2, "1"]]]
    assert (shown["left_clicks"], shown["wasted_clicks"], shown["ioe"]) == (2, 0, 1.0)
    review = client.post(f"/api/games/{id}/review").json()
    assert [move["cell"] for move in review["moves"]] == [[0, 0], [0, 2]]
    listed = client.get("/api/history").json()["games"]
    (entry,) = [game for game in listed if game["id"] == id]
    assert (entry["kind"], entry["outcome"], entry["clicks"]) == ("imported", "won", 2)
    assert client.post("/api/history/delete", json={"ids": [id]}).json() == {"deleted": 1}
    assert client.get(f"/api/games/{id}/replay").status_code == 404


def test_a_known_board_is_not_judged(client: Client) -> None:
    """The review of such a game is refused by its mode; the replay is shown."""
    id = imported(client, oracle.write_evf_3(film(mode=1)))
    refused = client.post(f"/api/games/{id}/review")
    assert (refused.status_code, refused.json()["kind"]) == (409, "not_allowed")
    assert "UPK" in refused.json()["detail"]
    assert "UPK" in client.get(f"/api/games/{id}/replay").json()["unjudged"]


@pytest.mark.parametrize("format", ["rawvf", "evf"])
def test_a_finished_game_is_a_file_for_other_programs(client: Client, format: str) -> None:
    """The file holds the same actions; a game that is not over gives nothing away."""
    id = client.post("/api/games", json={"layout": ".*."}).json()["id"]
    address = f"/api/games/{id}/file?format={format}"
    client.post(f"/api/games/{id}/actions", json={"action": "open", "row": 0, "column": 0})
    assert client.get(address).status_code == 409
    client.post(f"/api/games/{id}/actions", json={"action": "open", "row": 0, "column": 2})
    answer = client.get(address)
    assert answer.headers["Content-Disposition"].endswith(f'.{format}"')
    replay = read_replay(answer.content)
    assert [action.cell for action in replay.game.actions] == [(0, 0), (0, 2)]


def test_broken_replays_are_refused(client: Client) -> None:
    """Each is 422 with the byte or the line, or a game; none is stored half."""
    dice = random.Random(3)
    file = oracle.write_rmv_1(film())
    for size in range(20, len(file), 25):
        spoilt = file[:size] + bytes([dice.randrange(256)])
        headers = {"Content-Type": "application/json"}
        answer = client.post("/api/import", content=spoilt, headers=headers)
        assert (answer.status_code, answer.json()["kind"]) == (422, "notation"), answer.text
        assert "yte" in answer.json()["detail"]
    empty = Film(film().layout, [(0, "lc", 500, 5), (1, "lr", 500, 5)])
    answer = client.post("/api/import", content=oracle.write_evf_3(empty), headers=headers)
    assert "nothing was played" in answer.json()["detail"].lower()
