"""Games that begin at a position, over HTTP: played, watched, reviewed, exported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sapper.rules.board_id import game_from_id

if TYPE_CHECKING:
    from httpx import Client

POSITION = "4x3/2\nF 1 # #\n# 1 # #\n# # # #\n"
ROWS = ["F1##", "#1##", "####"]


def _lost(client: Client, act: Any, state: Any) -> Any:
    """Lose a game on its first mine; return its state at the end."""
    for row in range(state["height"]):
        for column in range(state["width"]):
            if state["rows"][row][column] == "#":
                answer = act(state["id"], "open", row, column).json()
                if answer.get("outcome", "playing") != "playing":
                    return client.get(f"/api/games/{state['id']}").json()
    raise AssertionError("the game is not over")


def test_a_position_is_played_on(client: Client, new_game: Any, act: Any) -> None:
    """The game shows the position and nothing else; no move and no time has passed."""
    state = new_game(position=POSITION, seed=4)
    assert (state["kind"], state["rows"], state["seq"], state["moves"]) == ("position", ROWS, 0, [])
    assert state["clock"] == {"running": False, "elapsed": 0.0}
    assert state["board"] is None
    assert state["unranked"] == "Unranked: it began at a position."
    ended = _lost(client, act, state)
    assert ended["moves"][0][0] == "open"
    assert game_from_id(ended["board"]).layout is not None
    again = client.post(f"/api/games/{state['id']}/again").json()
    assert again["rows"] == ROWS


def test_the_seed_draws_the_layout(client: Client, new_game: Any, act: Any) -> None:
    """The same seed draws the same layout; among many seeds others are drawn."""
    boards = [
        _lost(client, act, new_game(position=POSITION, seed=seed))["board"]
        for seed in (1, 1, 2, 3, 4, 5)
    ]
    assert boards[0] == boards[1]
    assert len(set(boards)) > 1


def test_a_review_begins_at_the_position(client: Client, new_game: Any, act: Any) -> None:
    """Only the player's moves are judged; `given` is what was shown before them."""
    state = new_game(position=POSITION, seed=4)
    ended = _lost(client, act, state)
    review = client.post(f"/api/games/{state['id']}/review").json()
    assert sorted(review["given"]) == [[0, 0, "F"], [0, 1, "1"], [1, 1, "1"]]
    assert [move["number"] for move in review["moves"]] == list(range(1, len(ended["moves"]) + 1))
    assert client.post(f"/api/games/{state['id']}/ending").json()["outcome"] == ended["outcome"]


def test_try_again_on_the_board_of_a_finished_game(client: Client, new_game: Any, act: Any) -> None:
    """A finished game lends its layout; a running one does not, nor one that does not fit."""
    first = new_game(layout="*...\n....\n...*\n")
    wish = {"position": POSITION, "game": first["id"]}
    assert client.post("/api/games", json=wish).json()["kind"] == "not_allowed"
    act(first["id"], "open", 0, 0)
    state = new_game(**wish)
    assert state["rows"] == ROWS
    assert _lost(client, act, state)["end"]["mines"] == [[0, 0], [2, 3]]
    other = wish | {"position": "4x3/2\n# 2 # #\n# # # #\n# # # #\n"}
    assert client.post("/api/games", json=other).status_code == 422


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"position": "1 #\n# #"}, "mine total"),
        ({"position": "mines 0\n. #\n. #"}, "nothing is left"),
        ({"position": "mines 1\n3 #\n# #"}, "at least 3 mines"),
        ({"position": POSITION, "board": "9x9x10-safe-1-0"}, "only one of"),
        ({"game": "abcdefgh"}, "position"),
        ({"position": POSITION, "game": "abcdefgh"}, "no such game"),
    ],
)
def test_what_cannot_be_played(client: Client, wish: Any, words: str) -> None:
    """A bad request is refused with a message."""
    answer = client.post("/api/games", json=wish)
    assert answer.status_code in (404, 422)
    assert words in answer.json()["detail"].lower()


def test_the_largest_boards_are_played_on_or_refused(client: Client) -> None:
    """At 40,000 cells a position is played on; where that is too much work, a message says so."""
    middle = ["." * 200] * 98 + ["1" * 200]
    one_clue = "mines 6000\n" + "\n".join([*middle, *["#" * 200] * 101])
    answer = client.post("/api/games", json={"position": one_clue})
    assert answer.status_code == 201, answer.text
    sprinkled = ["#" * 200 if row % 3 else "#2#" * 66 + "##" for row in range(200)]
    too_much = "mines 9000\n" + "\n".join(sprinkled)
    answer = client.post("/api/games", json={"position": too_much})
    assert answer.status_code == 422, answer.text
    assert "take a smaller position" in answer.json()["detail"]


def test_watching_from_a_position(client: Client) -> None:
    """The player goes on from the position; the board that was drawn leads back to the game."""

    def lines(**query: Any) -> list[Any]:
        answer = client.post("/api/watch", json={"player": "fast", "position": POSITION} | query)
        return [json.loads(line) for line in answer.text.splitlines()]

    game, *moves, end = lines(seed=3)
    assert sorted(game["given"]) == [[0, 1, "1"], [1, 1, "1"]]  # a wrong flag would stop it
    assert all(0 <= move["chance_after"] <= 1 for move in moves)
    assert moves[-1]["chance_after"] == (end["outcome"] == "won")
    assert lines(board=game["board"]) == [game, *moves, end]


def test_an_exported_game_comes_back(client: Client, new_game: Any, act: Any) -> None:
    """Export, delete and import keep the position and the moves."""
    state = new_game(position=POSITION, seed=4)
    ended = _lost(client, act, state)
    export = client.get("/api/export").json()
    export["games"] = [game for game in export["games"] if game["id"] == state["id"]]
    client.delete(f"/api/games/{state['id']}")
    assert client.post("/api/import", json=export).json()["imported"] == 1
    again = client.get(f"/api/games/{state['id']}").json()
    assert {name: again[name] for name in ("kind", "rows", "moves", "board")} == {
        name: ended[name] for name in ("kind", "rows", "moves", "board")
    }
    given = export["games"][0]["given"]
    for forged in (given.replace("####", "###F"), given.replace("#1##", "#2##"), "nonsense"):
        export["games"][0] |= {"id": "changed0000", "given": forged}
        assert client.post("/api/import", json=export).status_code == 422


def test_the_overlay_has_the_chance_of_winning(client: Client, new_game: Any, act: Any) -> None:
    """It is a chance with its text where the mine total is known, else null."""
    id = new_game(layout="*...\n....\n...*\n")["id"]
    act(id, "open", 0, 1)
    overlay = client.post(f"/api/games/{id}/overlay").json()
    assert 0 < overlay["chance"] < 1
    assert overlay["chance_text"].endswith(" %")
    query = client.post("/api/analyse", json={"position": "1 # #"}).json()
    assert query["overlay"]["chance"] is None
