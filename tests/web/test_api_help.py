"""Help, analysis, boards and watching over HTTP."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
from harness.programs import register_players

from sapper.engine import analyse
from sapper.formatting import at, read_cell
from sapper.rules.board_id import game_from_id
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.json_forms import view_from_json
from sapper.rules.notation import read_view
from sapper.web.forms.watch import WatchedMove
from sapper.web.jobs.watch import watch

if TYPE_CHECKING:
    from pathlib import Path

    from httpx import Client

CERTAIN = "4x2/1\n1 1 . .\n# 1 . .\n"


def test_a_hint_in_play_names_a_safe_cell_with_clues(
    client: Client, new_game: Any, act: Any
) -> None:
    """If a cell is safe, the hint names one, says why, and lights clues; the game is marked."""
    id = new_game(layout="*.*....*")["id"]
    act(id, "open", 0, 1)
    act(id, "open", 0, 3)
    hint = client.post(f"/api/games/{id}/hint").json()
    assert hint["certain"] is True
    assert (hint["risk"], hint["risk_text"]) == (0.0, "0 %")
    assert hint["cell"] == [0, 4]
    assert [0, 3] in hint["clues"]
    assert hint["reason"].endswith("E1 is safe.")
    assert hint["strength"] == "answer"
    assert [0, 3] in hint["steps"][-1]["clues"]
    assert client.get(f"/api/games/{id}").json()["helped"] is True


def test_a_weaker_hint_keeps_the_answer_to_itself(client: Client, new_game: Any, act: Any) -> None:
    """A nudge and a technique have clues and words, but neither the cell nor what it is."""
    id = new_game(layout="*.*....*")["id"]
    act(id, "open", 0, 1)
    act(id, "open", 0, 3)
    answer = client.post(f"/api/games/{id}/hint").json()
    for strength in ("nudge", "technique"):
        hint = client.post(f"/api/games/{id}/hint", json={"strength": strength}).json()
        assert hint["strength"] == strength
        assert hint["clues"] == answer["clues"]
        assert (hint["cell"], hint["risk"], hint["cells"], hint["steps"]) == (None, None, [], [])
        assert not re.search(r"\bE1\b|\bsafe\b|\ba mine\b", hint["reason"])
    assert hint["tier_name"] == answer["tier_name"]
    assert client.post(f"/api/games/{id}/hint", json={"strength": "loud"}).status_code == 422


def test_a_hint_before_the_first_click_keeps_the_promise(client: Client, new_game: Any) -> None:
    """If the first click is promised to be safe, the hint before it is certain."""
    hint = client.post(f"/api/games/{new_game(level='expert')['id']}/hint").json()
    assert hint["certain"] is True
    overlay = client.post(f"/api/games/{new_game(level='expert')['id']}/overlay").json()
    assert (overlay["safety"], overlay["safety_text"]) == (1.0, "100 %")


def test_a_guess_has_its_risk(client: Client, new_game: Any) -> None:
    """If nothing is certain, the hint is a guess and has its risk."""
    hint = client.post(f"/api/games/{new_game(layout='*.')['id']}/hint").json()
    assert hint["certain"] is False
    assert (hint["risk"], hint["risk_text"]) == (0.5, "50.0 %")


def test_the_overlay_is_the_engines(client: Client, new_game: Any, act: Any) -> None:
    """The overlay has the exact risks; its texts are 0 or 100 for certain cells and only there."""
    id = new_game(level="expert", seed=11, first_click="zero")["id"]
    act(id, "open", 8, 15)
    state = client.get(f"/api/games/{id}").json()
    overlay = client.post(f"/api/games/{id}/overlay").json()
    view = view_from_json(
        {"sapper": "view", "version": 1} | {k: state[k] for k in ("width", "height", "mines")}
        | {"first_click": "zero", "rows": state["rows"]}
    )  # fmt: skip
    exact = analyse(view)
    for row, column in view.unopened:
        assert overlay["risk"][row][column] == pytest.approx(exact.risk[row, column])
        certain = [row, column] in overlay["safe"] + overlay["mines"]
        assert (overlay["texts"][row][column] in ("0", "100")) == certain
    assert overlay["safe"] == [list(cell) for cell in sorted(exact.safe)]
    assert overlay["layouts"] == str(exact.layouts)
    assert overlay["seq"] == 1


def test_the_chances_of_numbers_add_up(client: Client, new_game: Any, act: Any) -> None:
    """The chances of 0 to 8 and the risk of a cell add up to one."""
    id = new_game(level="beginner", seed=2)["id"]
    act(id, "open", 4, 4)
    state = client.get(f"/api/games/{id}").json()
    row = next(number for number, marks in enumerate(state["rows"]) if "#" in marks)
    column = state["rows"][row].index("#")
    reply = client.post(f"/api/games/{id}/numbers", json={"cell": [row, column]}).json()
    assert sum(reply["numbers"]) + reply["risk"] == pytest.approx(1)
    assert len(reply["numbers"]) == len(reply["texts"]) == 9
    far = client.post(f"/api/games/{id}/numbers", json={"cell": [99, 0]})
    assert far.status_code == 422


def test_a_certain_cell_is_explained_and_another_is_not(client: Client) -> None:
    """A certain cell has a reason with its clues; for any other the answer is 422."""
    body = {"position": "3x1/1\n# 1 #\n", "cell": [0, 0]}
    reply = client.post("/api/analyse/explain", json=body)
    assert reply.status_code == 422
    assert reply.json()["kind"] == "not_certain"
    reply = client.post("/api/analyse/explain", json={"position": CERTAIN, "cell": [1, 0]})
    reason = reply.json()
    assert reason["is_mine"] is True
    assert reason["clues"]
    assert "A2 is a mine" in reason["text"]


@pytest.mark.parametrize("path", ["", "/numbers", "/explain"])
def test_the_analysis_of_a_running_game_is_help(
    client: Client, new_game: Any, act: Any, path: str
) -> None:
    """A position typed off a running game marks that game; another game is not marked."""
    id, other = (new_game(layout="*.*....*")["id"] for _ in range(2))
    act(id, "open", 0, 1)
    act(other, "open", 0, 3)
    body = {"position": "mines 3\n# 2 # # # # # #\n"} | ({"cell": [0, 0]} if path else {})
    assert client.post(f"/api/analyse{path}", json=body).status_code == 200
    assert client.get(f"/api/games/{id}").json()["helped"] is True
    assert client.get(f"/api/games/{other}").json()["helped"] is False


def test_a_position_is_analysed_in_any_notation(client: Client) -> None:
    """Typed text, a .mine file and the JSON of a view get the same answer."""
    forms: list[Any] = [CERTAIN, "4x2x1\n1100\nH100\n"]
    answers = [client.post("/api/analyse", json={"position": form}).json() for form in forms]
    answers.append(client.post("/api/analyse", json={"position": answers[0]["view"]}).json())
    answers.append(
        client.post("/api/analyse", json={"position": json.dumps(answers[0]["view"])}).json()
    )
    assert answers[0]["overlay"]["mines"] == [[1, 0]]
    assert all(answer == answers[0] for answer in answers)
    assert read_view(answers[0]["text"]) == view_from_json(answers[0]["view"])


def test_the_mine_total_can_be_changed(client: Client) -> None:
    """A given total replaces that of the position; for an unknown one a density is used."""
    body: dict[str, Any] = {"position": "mines 1\n1 # # #\n", "mines": 3}
    overlay = client.post("/api/analyse", json=body).json()
    assert overlay["view"]["mines"] == 3
    assert overlay["overlay"]["risk"][0][3] == 1.0
    body = {"position": "1 # # #\n", "density": 0.25}
    assert client.post("/api/analyse", json=body).json()["overlay"]["risk"][0][3] == 0.25


def test_impossible_clues_are_named(client: Client) -> None:
    """For an impossible position the answer has the reason and the clues that contradict."""
    answer = client.post("/api/analyse", json={"position": "2x2/1\n3 #\n1 #\n"}).json()
    assert answer["overlay"] is None
    assert answer["hint"] is None
    assert [0, 0] in answer["impossible"]["clues"]
    assert answer["impossible"]["reason"].endswith(".")
    assert answer["view"]["rows"] == ["3#", "1#"]


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 422, "invalid"),
        ({"position": 5}, 422, "invalid"),
        ({"position": ""}, 422, "notation"),
        ({"position": "1 x 1"}, 422, "notation"),
        ({"position": "{"}, 422, "notation"),
        ({"position": {"sapper": "layout"}}, 422, "notation"),
        ({"position": "#", "flags": "maybe"}, 422, "invalid"),
        ({"position": "#", "density": 2}, 422, "invalid"),
        ({"position": "#", "mines": 5}, 422, "invalid_board"),
        ({"position": ("#" * 300 + "\n") * 300}, 413, "too_large"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused(
    client: Client, body: Any, status: int, kind: str
) -> None:
    """A faulty position is answered with a problem, never with a server error."""
    response = client.post("/api/analyse", json=body)
    assert (response.status_code, response.json()["kind"]) == (status, kind)


def test_boards_follow_from_the_seed(client: Client) -> None:
    """The same seed gives the same boards, each with its id and layout."""
    body = {"level": "beginner", "seed": 5, "count": 3, "first": [0, 0]}
    boards = client.post("/api/boards", json=body).json()["boards"]
    assert boards == client.post("/api/boards", json=body).json()["boards"]
    assert [board["board"] for board in boards] == [f"9x9x10-safe-5-{i}-0-0" for i in range(3)]
    assert boards[0]["layout"]["mines"] == 10


def test_boards_without_a_guess_say_where_they_begin(client: Client) -> None:
    """Their ids name the start cell, as those of `sapper new --no-guess` do."""
    body = {"level": "beginner", "seed": 5, "count": 2, "first": [4, 4], "no_guess": 3}
    boards = client.post("/api/boards", json=body).json()["boards"]
    assert [board["board"].rpartition(".")[0][-2:] for board in boards] == [".4", ".4"]
    assert all(game_from_id(board["board"]).start == (4, 4) for board in boards)


def test_a_missing_board_is_named_in_terms_of_the_request(client: Client) -> None:
    """The advice names what a request can change: it has no attempts and no method."""
    body = {"level": "3x3/3", "seed": 1, "first": [0, 0], "no_guess": 6, "exactly": True}
    response = client.post("/api/boards", json=body)
    assert response.status_code == 422
    assert response.json()["detail"].endswith("use fewer mines or another grade.")


@pytest.mark.parametrize("player", ["master", "textbook", "cautious", "random"])
def test_a_player_is_watched_move_by_move(client: Client, player: str) -> None:
    """A watched game comes line by line; its moves, replayed, end with the same outcome."""
    query: dict[str, Any] = {"player": player, "level": "beginner", "seed": 3}
    lines = [json.loads(line) for line in client.post("/api/watch", json=query).text.splitlines()]
    assert lines[0]["kind"] == "game"
    assert lines[0]["board"] == "9x9x10-safe-3-0"
    moves = [line for line in lines if line["kind"] == "move"]
    assert [move["number"] for move in moves] == list(range(1, len(moves) + 1))
    game = Game(level_of(lines[0]), seed=3)
    for move in moves:
        changed = game.open(tuple(move["cell"]))
        assert [(row, column) for row, column, _ in move["changed"]] == changed
        assert move["reason"]
    assert lines[-1]["kind"] == "end"
    assert lines[-1]["outcome"] in (str(game.outcome), "stopped")
    by_board = {"player": player, "board": lines[0]["board"], "seed": 3}
    again = client.post("/api/watch", json=by_board).text.splitlines()
    assert [json.loads(line) for line in again] == lines


def level_of(form: Any) -> Any:
    from sapper.rules.board import Level

    return Level.parse(form["level"])


@pytest.mark.parametrize("player", ["nobody", "os:system", "cmd:touch /tmp/x", "sapper.cli:main"])
def test_only_registered_players_are_watched(client: Client, player: str) -> None:
    """A client cannot name a module or a program to run."""
    response = client.post("/api/watch", json={"player": player})
    assert (response.status_code, response.json()["kind"]) == (404, "not_found")


def test_a_player_of_another_package_is_watched_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets neither a process of ours nor the board's seed; its failure is named."""
    register_players(tmp_path, "other")
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = watch("other", "9x9x10-safe-3-0", 3, None)
    _, move = next(lines), next(lines)
    assert isinstance(move, WatchedMove)
    seed, process = move.reason.split()
    assert seed == "0"
    assert process != str(os.getpid())
    with pytest.raises(SapperError, match="player 'other' failed: raised ValueError: no idea"):
        next(lines)


def test_the_choice_of_notation(client: Client, new_game: Any) -> None:
    """Each request says how its sentences write cells: reasons, watched moves, errors of a move."""

    def reply(**headers: str) -> list[list[str]]:
        query = {"position": CERTAIN, "cell": [1, 0]}
        reason = client.post("/api/analyse/explain", json=query, headers=headers).json()
        assert reason["cell"] == [1, 0], "cells as data stay as they are"
        options = {"level": "beginner", "seed": 3}
        watched = client.post("/api/watch", json=options, headers=headers).text.splitlines()
        last = next(line for line in map(json.loads, reversed(watched)) if line["kind"] == "move")
        id = new_game(layout="*.*....*")["id"]
        chord = {"action": "chord", "row": 0, "column": 1}
        refused = client.post(f"/api/games/{id}/actions", json=chord, headers=headers).json()
        texts = reason["text"], last["reason"], refused["detail"]
        return [re.findall(r"\b[A-I][1-9]\b|\([0-8],[0-8]\)", text) for text in texts]

    named, paired = reply(), reply(**{"Sapper-Cells": "pairs"})
    assert all(named)
    assert (named[0][-1], named[2]) == ("A2", ["B1"])
    assert (paired[0][-1], paired[2]) == ("(1,0)", ["(0,1)"])
    assert [[at(read_cell(cell)) for cell in cells] for cells in paired] == named
    assert reply(**{"Sapper-Cells": "names"}) == named
    refused = client.get("/api/games/none", headers={"Sapper-Cells": "roman"})
    assert (refused.status_code, refused.json()["kind"]) == (422, "invalid")
