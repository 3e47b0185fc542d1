"""Playing over HTTP: every route, what is refused, and what stays secret."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from httpx import AsyncClient

from sapper.boards.generate import generate
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.game import Game, Outcome

if TYPE_CHECKING:
    from httpx import Client

LAYOUT = "*..\n...\n..*\n"


def problem(response: Any, status: int, kind: str) -> Any:
    """Check that a response is a problem of this kind, with a sentence; return it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    reply = response.json()
    assert (reply["status"], reply["kind"]) == (status, kind)
    assert reply["detail"][0].isupper() or not reply["detail"][0].isalpha()
    assert reply["detail"].endswith((".", "!", "?"))
    return reply


def test_a_new_game_is_unopened_and_addressed(client: Client, new_game: Any) -> None:
    """A new game has its level, no opened cell, a stopped clock and an address."""
    state = new_game(level="expert")
    assert (state["width"], state["height"], state["mines"]) == (30, 16, 99)
    assert state["rows"] == ["#" * 30] * 16
    assert state["seq"] == 0
    assert state["clock"] == {"running": False, "elapsed": 0.0}
    response = client.post("/api/games", json={"level": "9x5/3"})
    assert response.headers["location"] == f"/play/{response.json()['id']}"


def test_actions_change_what_the_rules_say(client: Client, new_game: Any, act: Any) -> None:
    """Open, flag and chord return the changed cells, and the state agrees with them."""
    id = new_game(layout=LAYOUT)["id"]
    assert act(id, "open", 1, 1).json()["changed"] == [[1, 1, "2"]]
    flagged = act(id, "flag", 0, 0).json()
    assert (flagged["changed"], flagged["mines_left"]) == ([[0, 0, "F"]], 1)
    act(id, "flag", 2, 2)
    won = act(id, "chord", 1, 1).json()
    assert won["outcome"] == "won"
    assert won["safe_left"] == 0
    assert len(won["changed"]) == 6
    state = client.get(f"/api/games/{id}").json()
    assert state["rows"] == ["F10", "121", "01F"]
    assert state["seq"] == 4


def test_no_mine_is_shown_before_the_end(client: Client, new_game: Any, act: Any) -> None:
    """While a game runs, no answer contains its mines, its seed or its board id."""
    id = new_game(level="expert", seed=987654321, first_click="zero")["id"]
    answers = [act(id, "open", 5, 5), act(id, "flag", 0, 0), client.get(f"/api/games/{id}")]
    answers += [client.post(f"/api/games/{id}/{part}") for part in ("hint", "overlay")]
    for answer in answers:
        assert "987654321" not in answer.text
    for answer in answers[:3]:
        assert answer.json()["end"] is None
        assert answer.json().get("board") is None


def test_a_lost_game_shows_its_end_and_can_be_undone(
    client: Client, new_game: Any, act: Any
) -> None:
    """After a loss the mines, the fatal cell and wrong flags are shown; undo is marked."""
    id = new_game(layout=LAYOUT)["id"]
    act(id, "flag", 0, 1)
    lost = act(id, "open", 0, 0).json()
    assert lost["outcome"] == "lost"
    assert lost["end"]["mines"] == [[0, 0], [2, 2]]
    assert lost["end"]["wrong_flags"] == [[0, 1]]
    assert lost["end"]["fatal"] == [0, 0]
    back = act(id, "undo").json()
    assert (back["outcome"], back["undos"], back["end"]) == ("playing", 1, None)
    assert back["state"]["rows"] == ["#F#", "###", "###"]
    problem(act(id, "undo"), 409, "not_allowed")
    assert client.get(f"/api/games/{id}").json()["seq"] == 3


def test_the_ending_says_what_was_risked(client: Client, new_game: Any, act: Any) -> None:
    """A loss is described in a sentence with its risk and a cell that was certain."""
    id = new_game(layout="*....\n.....\n")["id"]
    problem(client.post(f"/api/games/{id}/ending"), 409, "not_allowed")
    act(id, "open", 0, 1)
    act(id, "open", 1, 1)
    lost = act(id, "open", 0, 0)
    assert lost.json()["outcome"] == "lost"
    reply = client.post(f"/api/games/{id}/ending").json()
    assert reply["risk"] == 0.25
    assert reply["certain"] == [0, 3]
    assert reply["sentence"] == "You opened A1, a 25.0 % risk; D1 was safe."  # and cost nothing


def test_the_ending_has_the_risk_of_the_whole_chord(
    new_game: Any, act: Any, client: Client
) -> None:
    """A chord opens several cells: its risk is that any of them is a mine."""
    id = new_game(layout="*...\n....\n")["id"]
    act(id, "open", 0, 1)
    act(id, "flag", 1, 0)
    lost = act(id, "chord", 0, 1).json()
    assert (lost["outcome"], lost["end"]["fatal"]) == ("lost", [0, 0])
    reply = client.post(f"/api/games/{id}/ending").json()
    assert reply["risk"] == 0.8  # one mine among five cells, four of which were opened
    assert reply["sentence"].startswith("You chorded B1, an 80.0 % risk; D1 was safe. ")


def test_an_action_repeated_by_its_key_happens_once(new_game: Any, act: Any) -> None:
    """The same key is answered again and not applied twice."""
    id = new_game(layout=LAYOUT)["id"]
    first = act(id, "flag", 0, 0, key="k-1", expected=0).json()
    again = act(id, "flag", 0, 0, key="k-1", expected=0).json()
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["seq"] == 1
    assert again["state"]["rows"][0] == "F##"


def test_two_clients_on_one_game_stay_consistent(client: Client, new_game: Any, act: Any) -> None:
    """A client that acts on an old state is refused, gets the new one, and can go on from it."""
    id = new_game(layout=LAYOUT)["id"]
    assert act(id, "open", 1, 1, expected=0).status_code == 200
    reply = problem(act(id, "flag", 0, 0, expected=0), 409, "stale")
    assert reply["state"] == client.get(f"/api/games/{id}").json() | {
        "clock": reply["state"]["clock"]
    }
    assert act(id, "flag", 0, 0, expected=reply["state"]["seq"]).status_code == 200


def test_the_etag_changes_with_the_game(client: Client, new_game: Any, act: Any) -> None:
    """A client that has the state gets 304 without a body until anything of it changes."""
    id = new_game(layout=LAYOUT)["id"]
    path = f"/api/games/{id}"

    def known(tag: str) -> tuple[int, bytes]:
        answer = client.get(path, headers={"If-None-Match": tag})
        return answer.status_code, answer.content

    tag = client.get(path).headers["etag"]
    assert known(tag) == (304, b"")
    client.post(f"{path}/hint")
    status, state = known(tag)
    assert status == 200
    assert json.loads(state)["helped"]
    act(id, "flag", 0, 0)
    running = client.get(path)
    status, state = known(running.headers["etag"])
    assert (status, json.loads(state)["clock"]["running"]) == (200, True)
    assert json.loads(state)["clock"]["elapsed"] > running.json()["clock"]["elapsed"]


def lose(client: Client, act: Any, id: str) -> None:
    """Open cells until one of them is a mine."""
    rows = client.get(f"/api/games/{id}").json()["rows"]
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "#" and act(id, "open", row, column).json().get("outcome") == "lost":
                return


def test_the_same_board_again(client: Client, new_game: Any, act: Any) -> None:
    """A second game on a finished board has its mines and its first cell; a running one has none.

    The mines of a second game would be those of the first.
    """
    id = new_game(level="beginner", seed=3)["id"]
    first = act(id, "open", 4, 4).json()
    problem(client.post(f"/api/games/{id}/again"), 409, "not_allowed")
    lose(client, act, id)
    again = client.post(f"/api/games/{id}/again").json()
    assert again["id"] != id
    assert again["kind"] == "again"
    assert again["start"] == [4, 4]
    opened = {(row, column): mark for row, column, mark in first["changed"]}
    assert all(again["rows"][row][column] == mark for (row, column), mark in opened.items())
    assert again["safe_left"] == first["safe_left"]
    assert again["clock"]["running"] is False


def test_the_daily_board_is_the_same_for_everybody(new_game: Any) -> None:
    """A date gives one board with its start opened; another date gives another."""
    one, two = (new_game(daily="2025-01-01", level="expert") for _ in range(2))
    other = new_game(daily="2025-01-04", level="expert")
    assert one["rows"] == two["rows"] != other["rows"]
    assert one["start"] is not None
    assert one["date"] == "2025-01-01"


def test_a_daily_board_is_begun_once(client: Client) -> None:
    """Requests for the same day that come at once get the same game, and it can be ranked."""

    async def at_once() -> list[Any]:
        async with AsyncClient(base_url=client.base_url, timeout=60) as other:
            wish = {"daily": "2025-01-01"}
            answers = [other.post("/api/games", json=wish) for _ in range(6)]
            return list(await asyncio.gather(*answers))

    answers = asyncio.run(at_once())
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert answers[0].json()["unranked"] is None


def test_no_daily_board_before_its_day(client: Client) -> None:
    """The board of a later day is refused, however the day is written."""
    refused = [
        client.post("/api/games", json={"daily": day, "level": "expert"})
        for day in ("2999-01-01", "29990101", "2999-W01-1")
    ]
    assert [answer.status_code for answer in refused] == [422] * 3
    assert "The board of 2999-01-01 is not open yet" in refused[0].text


def test_a_board_id_is_played_to_its_end(client: Client, new_game: Any, act: Any) -> None:
    """A board id gives exactly that board; the id is shown once the game is over."""
    board = "9x9x10-safe-7-0-4-4"
    layout = game_from_id(board).layout
    assert layout is not None
    state = new_game(board=board)
    assert state["start"] == [4, 4]
    for row, column in layout.board:
        if not layout.is_mine((row, column)) and state["rows"][row][column] == "#":
            last = act(state["id"], "open", row, column)
            state = client.get(f"/api/games/{state['id']}").json()
    assert last.json()["outcome"] == str(Outcome.WON)
    assert state["board"] == board


def test_a_board_that_says_where_it_begins_is_open_there(
    client: Client, new_game: Any, act: Any
) -> None:
    """An id with a start cell opens it, and so does the same board again; a mine is refused."""
    made = generate("9x9/10", seed=3, first=(4, 4))
    board = board_id(made)
    assert board.endswith(".4.4")
    state = new_game(board=board)
    assert state["start"] == [4, 4]
    assert state["rows"][4][4] == "0"
    mine = min(made.layout.mines)
    act(state["id"], "open", *mine)
    again = client.post(f"/api/games/{state['id']}/again").json()
    assert (again["start"], again["rows"][4][4]) == ([4, 4], "0")
    bad = f"{board_id(made.layout)}.{mine[0]}.{mine[1]}"
    assert (
        "cannot begin at"
        in problem(client.post("/api/games", json={"board": bad}), 422, "notation")["detail"]
    )


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"level": "huge"}, "invalid_board"),
        ({"level": "9x9/100"}, "invalid_board"),
        ({"level": "9x9/81", "first_click": "zero"}, "invalid_board"),
        ({"seed": -1}, "invalid"),
        ({"seed": "1"}, "invalid"),
        ({"colour": "red"}, "invalid"),
        ({"daily": "2026-13-45"}, "invalid"),
        ({"daily": "today"}, "invalid"),
        ({"daily": "9999-12-31"}, "invalid"),
        ({"board": "nonsense"}, "notation"),
        ({"board": "9x9x10-maybe-1-0"}, "notation"),
        ({"layout": "*.\n."}, "notation"),
        ({"layout": {"sapper": "view"}}, "notation"),
        ({"layout": "*.", "board": "9x9x10-safe-1-0"}, "invalid"),
        ([], "invalid"),
    ],
)
def test_an_impossible_game_is_refused(client: Client, body: Any, kind: str) -> None:
    """Bad input is a problem of status 422 that names what is wrong."""
    assert problem(client.post("/api/games", json=body), 422, kind)["detail"]


def test_a_board_beyond_the_limit_is_refused(client: Client) -> None:
    """A board that is too large is refused, whether given by level, id or layout."""
    layout = "*" + "." * 299 + ("\n" + "." * 300) * 299
    for body in (
        {"level": "2000x2000/9"},
        {"board": "2000x2000x9-safe-1-0"},
        {"layout": layout},
    ):
        reply = problem(client.post("/api/games", json=body), 413, "too_large")
        assert "cells" in reply["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"action": "open"},
        {"action": "open", "row": 0},
        {"action": "open", "row": -1, "column": 0},
        {"action": "open", "row": 0.5, "column": 0},
        {"action": "open", "row": "0", "column": 0},
        {"action": "open", "row": 0, "column": 99},
        {"action": "dig", "row": 0, "column": 0},
        {"action": "open", "row": 0, "column": 0, "key": "<script>"},
        {"action": "open", "row": 0, "column": 0, "expected": -1},
        {"action": "open", "row": 0, "column": 0, "extra": 1},
        [1],
        "open",
        None,
    ],
)
def test_a_bad_action_changes_nothing(client: Client, new_game: Any, body: Any) -> None:
    """Bad input is refused with 422 and the game stays as it was."""
    before = new_game(layout=LAYOUT)
    response = client.post(f"/api/games/{before['id']}/actions", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert client.get(f"/api/games/{before['id']}").json() == before


def test_what_the_rules_forbid_changes_nothing(client: Client, new_game: Any, act: Any) -> None:
    """An action that the rules forbid is refused with 409 and the game's number stays."""
    id = new_game(layout=LAYOUT)["id"]
    act(id, "open", 1, 1)
    for action, row, column in [("open", 1, 1), ("flag", 1, 1), ("chord", 0, 0), ("chord", 1, 1)]:
        assert problem(act(id, action, row, column), 409, "not_allowed")["seq"] == 1
    assert client.get(f"/api/games/{id}").json()["seq"] == 1


def test_a_game_can_be_deleted(client: Client, new_game: Any, act: Any) -> None:
    """A deleted game is gone for every route."""
    id = new_game(layout=LAYOUT)["id"]
    assert client.delete(f"/api/games/{id}").status_code == 204
    problem(client.get(f"/api/games/{id}"), 404, "not_found")
    problem(client.delete(f"/api/games/{id}"), 404, "not_found")
    problem(act(id, "open", 0, 0), 404, "not_found")
    problem(client.post(f"/api/games/{id}/hint"), 404, "not_found")


def test_a_no_guess_game_is_made_for_its_first_click(client: Client) -> None:
    """A no-guess game opens an area wherever the first click is."""
    id = client.post("/api/games", json={"level": "beginner", "no_guess": 3}).json()["id"]
    opened = client.post(f"/api/games/{id}/actions", json={"action": "open", "row": 4, "column": 4})
    assert opened.status_code == 200
    assert len(opened.json()["changed"]) >= 9
    assert client.get(f"/api/games/{id}").json()["first_click"] == "zero"


def test_a_crowded_no_guess_game_can_be_started(new_game: Any, act: Any) -> None:
    """If hardly any drawn board needs no guess, a repaired one is played."""
    id = new_game(level="30x16/160", no_guess=6, seed=1)["id"]
    assert act(id, "open", 4, 4).status_code == 200


def test_a_state_is_json_that_any_program_reads(new_game: Any) -> None:
    """A state has no NaN and no infinity, and its rows contain only marks."""
    state = new_game(level="beginner")
    json.dumps(state, allow_nan=False)
    assert set("".join(state["rows"])) <= set("F#012345678")


def test_a_game_with_nothing_to_open_is_over_at_once(new_game: Any) -> None:
    """A board full of mines has nothing to open: it is won at once."""
    state = new_game(layout="**")
    assert state["outcome"] == str(Game.of(game_from_id("2x1-wA").layout).outcome)  # type: ignore[arg-type]
