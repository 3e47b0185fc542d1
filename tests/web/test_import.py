"""Imports: nothing that comes in can break the lists, however wrong or large it is."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from harness.web_server import ServerProcess

from sapper.rules.errors import InvalidNotation
from sapper.web.jobs import importing
from sapper.web.jobs.importing import records_in

if TYPE_CHECKING:
    from pathlib import Path

    from httpx import Client

ACTION = {"action": "open", "row": 2, "column": 2, "time": 0.0}
LAYOUT = {"sapper": "layout", "version": 1, "width": 3, "height": 3, "mines": 1}
GAME: dict[str, Any] = {
    "sapper": "game",
    "version": 1,
    "level": "3x3/1",
    "first_click": "none",
    "seed": None,
    "index": None,
    "layout": LAYOUT | {"rows": ["*..", "...", "..."]},
    "actions": [ACTION],
    "outcome": "won",
}
MILLISECONDS = 1_763_300_000_000
HUGE = {"level": "30000x30000/5", "seed": 1, "index": 0, "layout": None, "outcome": "playing"}


def history(*games: Any) -> dict[str, Any]:
    return {"sapper": "history", "version": 1, "games": list(games)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": GAME | {"actions": [ACTION | {"time": MILLISECONDS}]}},
        {"game": GAME | {"actions": [ACTION] * 20_001}},
        {"game": GAME | HUGE},
        {"game": []},
        {"created": MILLISECONDS},
        {"created": True},
        {"ended": -1},
        {"kind": []},
        {"kind": "stolen"},
        {"tier": True},
        {"tier": 7},
        {"date": "yesterday"},
        {"start": [0]},
        {"id": "../../etc"},
        {"undos": -1},
        {"undos": 1e300},
        {"clicks": "3"},
        {"helped": 1},
        {"accuracy": 2},
    ],
    ids=lambda wrong: json.dumps(wrong)[:40],
)
def test_a_wrong_field_is_refused(client: Client, wrong: dict[str, Any]) -> None:
    """A field of the wrong type or size is refused by its name, and every list still works."""
    before = client.get("/api/history").json()["total"]
    answer = client.post("/api/import", json=history({"game": GAME}, {"game": GAME} | wrong))
    assert (answer.status_code, answer.json()["kind"]) == (422, "notation"), answer.text
    assert answer.json()["detail"].startswith("Game 2: ")
    assert client.get("/api/history").json()["total"] == before
    assert client.get("/api/statistics").status_code == 200
    assert client.get("/api/export").status_code == 200


ATTEMPT = {"puzzle": "subset-7-0", "technique": "subset", "rating": 1200, "solved": True, "at": 9}


@pytest.mark.parametrize(
    "wrong",
    [
        5,
        {},
        ATTEMPT | {"puzzle": "luck-7-0"},
        ATTEMPT | {"puzzle": "subset-07-0"},
        ATTEMPT | {"puzzle": "mistake-../etc-1"},
        ATTEMPT | {"puzzle": "x" * 81},
        ATTEMPT | {"technique": "chain"},
        ATTEMPT | {"technique": "luck"},
        ATTEMPT | {"rating": "1200"},
        ATTEMPT | {"rating": -1},
        ATTEMPT | {"rating": 1e300},
        ATTEMPT | {"solved": 1},
        ATTEMPT | {"solved": None},
        ATTEMPT | {"at": MILLISECONDS},
        ATTEMPT | {"at": -1},
    ],
    ids=lambda wrong: json.dumps(wrong)[:80],
)
def test_a_wrong_attempt_is_refused(client: Client, wrong: Any) -> None:
    """A wrong field of an attempt refuses the whole import, with the number of the attempt."""
    before = client.get("/api/history").json()["total"]
    document = history({"game": GAME, "id": "newgame01"}) | {"attempts": [ATTEMPT, wrong]}
    answer = client.post("/api/import", json=document)
    assert (answer.status_code, answer.json()["kind"]) == (422, "notation"), answer.text
    assert answer.json()["detail"].startswith("Attempt 2: ")
    assert client.get("/api/history").json()["total"] == before
    assert client.get("/api/export").json()["attempts"] == []


@pytest.mark.parametrize(
    "text",
    [
        *["", "{", "[]", '{"sapper"', "[" * 100_000, '{"games":[{}', '{"a":1}x', "\ufeff{", "\x00"],
        *["{[1]:2}", "{1:2}", "{{}:2}", "{null:2}", '{"a":1,}', '{"a":1,[]:2}'],
    ],
)
def test_text_that_is_not_json_is_refused(client: Client, text: str) -> None:
    """Broken JSON is answered with a sentence."""
    headers = {"Content-Type": "application/json"}
    answer = client.post("/api/import", content=text.encode(), headers=headers)
    assert (answer.status_code, answer.json()["kind"]) == (422, "notation"), answer.text


def test_an_import_larger_than_any_other_body_is_read(client: Client) -> None:
    """An import of 24 MiB comes in, game by game."""
    games = [{"game": GAME | {"index": None, "note": "x" * (1 << 20) + str(n)}} for n in range(24)]
    answer = client.post("/api/import", json=history(*games))
    assert answer.json()["imported"] == 24, answer.text
    for id in answer.json()["ids"]:
        assert client.delete(f"/api/games/{id}").status_code == 204


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 100])
def test_a_document_is_read_the_same_in_any_pieces(
    monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """Wherever the text is cut, the games are those that the whole has."""
    monkeypatch.setattr(importing, "_CHUNK", chunk)
    games = [{"n": 12345, "s": 'a"]},\\'}, {}, {"list": [[], [1.5e10, None, True]]}]
    text = json.dumps({"games": games, "sapper": "history", "version": 1}, indent=1)
    listed = [("game", game) for game in games]
    assert list(records_in(io.StringIO(text))) == listed
    assert list(records_in(io.StringIO(json.dumps(GAME)))) == [("game", {"game": GAME})]
    more = text.removesuffix("}") + ', "attempts": [1, {}]}'
    assert list(records_in(io.StringIO(more))) == [*listed, ("attempt", 1), ("attempt", {})]
    with pytest.raises(InvalidNotation):
        list(records_in(io.StringIO(text[:-1])))


def test_one_game_may_not_be_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single value larger than any game is refused before all of it is in memory."""
    monkeypatch.setattr(importing, "_MOST", 1000)
    file = io.StringIO('{"games":["' + "x" * 100_000_0)
    with pytest.raises(InvalidNotation, match="too large"):
        list(records_in(file))
    assert file.tell() < 200_000


@pytest.mark.parametrize("key", ['"{}":0', '"{}":[{{}},{{}}]', '"games":[]'])
def test_what_is_no_game_may_not_be_endless(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A document with far too many other fields is refused before all of it is in memory."""
    monkeypatch.setattr(importing, "_MOST", 1000)
    fields = ",".join(key.format(number) for number in range(100_000))
    file = io.StringIO(f'{{"sapper":"history","version":1,"games":[],{fields}}}')
    with pytest.raises(InvalidNotation, match="far too much"):
        list(records_in(file))
    assert file.tell() < 200_000


def test_a_game_that_would_take_much_memory_is_refused() -> None:
    """Five million characters of empty objects, which would take 110 MB, are never made."""
    many = ",".join(["{}"] * 1_700_000)
    with pytest.raises(InvalidNotation, match="too large"):
        list(records_in(io.StringIO(f'{{"sapper":"history","games":[[{many}]]}}')))


def test_a_damaged_row_breaks_no_list(tmp_path: Path) -> None:
    """Rows that another program spoiled are left out; the others are listed, summed, exported."""
    data = tmp_path / "games.sqlite"
    with ServerProcess(data) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        games = [{"game": GAME, "id": f"game{n:02}"} for n in range(6)]
        assert client.post("/api/import", json=history(*games)).json()["imported"] == 6
        with closing(sqlite3.connect(data)) as db:
            db.execute("UPDATE game SET ended = 1763300000000 WHERE id = 'game00'")
            db.execute("UPDATE game SET created = 'long ago' WHERE id = 'game01'")
            db.execute("UPDATE game SET kind = X'FF' WHERE id = 'game02'")
            db.execute("UPDATE game SET level = 'huge' WHERE id = 'game03'")
            db.execute("UPDATE event SET verb = 'dig' WHERE game = 'game04'")
            db.commit()
        listed = client.get("/api/history").json()["games"]
        assert {game["id"] for game in listed} == {"game03", "game04", "game05"}
        assert client.get("/api/statistics").json()["games"] == 3
        exported = client.get("/api/export").json()["games"]
        assert {game["id"] for game in exported} == {"game03", "game05"}
        for id in ("game00", "game04"):
            answer = client.get(f"/api/games/{id}")
            assert "damaged" in answer.json()["detail"]
            assert answer.status_code < 500
