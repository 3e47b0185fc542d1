"""The trainer over HTTP: puzzles, answers that are judged by the server, and what counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.web_server import ServerProcess
from httpx import Client

from sapper import Game, Level, Puzzle, Technique, game_to_json, read_layout, view_to_json
from sapper.players import make_player, turns
from sapper.training import LESSONS, PuzzleId
from sapper.training import standing as rate
from sapper.web.store.sqlite import Store
from sapper.web.store.training import StoredAttempt, TrainingStore

Json = dict[str, Any]


def following(client: Client, choice: str = "mixed") -> Json:
    response = client.post("/api/training/next", json={"choice": choice})
    assert response.status_code == 200, response.text
    form: Json = response.json()
    return form


def sent(client: Client, puzzle: str, cell: tuple[int, int], action: str = "open") -> Json:
    body = {"action": action, "row": cell[0], "column": cell[1]}
    response = client.post(f"/api/training/puzzles/{puzzle}/answer", json=body)
    assert response.status_code == 200, response.text
    form: Json = response.json()
    return form


def standing(client: Client) -> Json:
    form: Json = client.get("/api/training").json()
    return form


def wrong(puzzle: Puzzle) -> tuple[int, int]:
    """Return a cell that is wrong to open."""
    return min(set(puzzle.view.unopened) - puzzle.view.flags - puzzle.opens)


@pytest.mark.parametrize("technique", Technique)
def test_a_right_answer_counts(client: Client, technique: Technique) -> None:
    """The puzzle is that of its id; all right answers come with their words; the rating rises."""
    task = following(client, technique)
    puzzle = PuzzleId.read(task["id"]).puzzle()
    assert task["view"] == view_to_json(puzzle.view)
    assert (task["technique"], task["rating"]) == (technique, round(puzzle.rating))
    assert (task["solved"], task["counts"]) == (None, True)
    reply = sent(client, task["id"], puzzle.taught[0])
    assert (reply["right"], reply["counted"]) == (True, True)
    assert reply["why"] == puzzle.advice.describe(puzzle.taught[0])
    answers = {(each["action"], tuple(each["cell"])) for each in reply["answers"]}
    assert answers == {("open", cell) for cell in puzzle.opens} | {
        ("flag", cell) for cell in puzzle.flags
    }
    for each in reply["answers"]:
        assert each["text"] == puzzle.advice.describe(tuple(each["cell"]))
        assert (each["reason"] is None) == (technique is Technique.BEST_GUESS)
    assert bool(reply["candidates"]) == (technique is Technique.BEST_GUESS)
    assert reply["change"]["technique"] > 0
    (score,) = (each for each in reply["standing"]["techniques"] if each["technique"] == technique)
    assert (score["attempts"], score["right"], score["streak"]["current"]) == (1, 1, 1)


def test_a_wrong_answer_is_answered_with_why(client: Client) -> None:
    """A wrong answer ends the streak, lowers the rating and says what the cell is."""
    task = following(client, "subset")
    puzzle = PuzzleId.read(task["id"]).puzzle()
    before = standing(client)
    reply = sent(client, task["id"], wrong(puzzle))
    assert (reply["right"], reply["counted"]) == (False, True)
    assert reply["why"] == puzzle.advice.describe(wrong(puzzle))
    assert (reply["reason"] is not None) == puzzle.advice.is_certain(wrong(puzzle))
    assert reply["answers"][0]["text"] == puzzle.advice.describe(puzzle.taught[0])
    assert reply["standing"] == standing(client)
    assert reply["change"]["overall"] < 0
    assert reply["standing"]["overall"]["rating"] < before["overall"]["rating"]
    assert reply["standing"]["overall"]["streak"]["current"] == 0


def test_flags_are_answers_too(client: Client) -> None:
    """A flag on a certain mine is right, one on a safe cell is wrong."""
    puzzles = (PuzzleId(Technique.CASES, 1, index) for index in range(50))
    id, puzzle = next((str(id), id.puzzle()) for id in puzzles if id.puzzle().flags)
    assert sent(client, id, min(puzzle.flags), "flag")["right"]
    reply = sent(client, id, puzzle.taught[0], "flag")
    assert not reply["right"]
    assert reply["reason"] == reply["answers"][0]["reason"]


def test_giving_up_counts_as_wrong(client: Client) -> None:
    """The answers are shown, the puzzle is used up, and the rating falls."""
    task = following(client, "chain")
    response = client.post(f"/api/training/puzzles/{task['id']}/answer", json={"action": "give_up"})
    reply = response.json()
    assert (reply["right"], reply["why"], reply["counted"]) == (False, None, True)
    assert reply["answers"]
    assert reply["change"]["technique"] < 0
    assert client.get(f"/api/training/puzzles/{task['id']}").json()["solved"] is False


def test_every_technique_has_a_lesson(client: Client) -> None:
    """The lessons are the guide's: words, a picture, and the reason of the example."""
    reply = client.get("/api/training/techniques").json()["lessons"]
    assert [each["technique"] for each in reply] == list(Technique)
    for each in reply:
        lesson = LESSONS[Technique(each["technique"])]
        assert (each["idea"], each["look"]) == (lesson.idea, lesson.look)
        assert (each["picture"], each["text"]) == (lesson.picture, lesson.reason)


def test_only_the_first_answer_counts(client: Client) -> None:
    """The next puzzle stays until it is answered; a second answer is judged and changes nothing."""
    task = following(client, "overlap")
    assert following(client, "overlap") == task
    puzzle = PuzzleId.read(task["id"]).puzzle()
    reply = sent(client, task["id"], wrong(puzzle))
    again = sent(client, task["id"], puzzle.taught[0])
    assert (again["right"], again["counted"], again["change"]) == (True, False, None)
    assert again["standing"] == reply["standing"]
    shown = client.get(f"/api/training/puzzles/{task['id']}").json()
    assert (shown["solved"], shown["counts"]) == (False, False)
    assert following(client, "overlap")["id"] != task["id"]


def test_a_puzzle_that_was_not_next_does_not_count(client: Client) -> None:
    """A player cannot choose easy puzzles: other seeds and numbers are judged but not rated."""
    before = standing(client)
    id = PuzzleId.read(following(client, "one clue")["id"])
    for other in (
        PuzzleId(id.technique, id.seed + 1, id.index),
        PuzzleId(id.technique, id.seed, 99),
    ):
        reply = sent(client, str(other), other.puzzle().taught[0])
        assert (reply["right"], reply["counted"]) == (True, False)
    assert standing(client) == before


def test_one_answer_counts_among_many_at_once(client: Client) -> None:
    """The same answer sent eight times at once is one attempt."""
    task, before = following(client, "one clue"), standing(client)["overall"]["attempts"]
    cell = PuzzleId.read(task["id"]).puzzle().taught[0]
    with ThreadPoolExecutor(8) as pool:
        reply = list(pool.map(lambda _: sent(client, task["id"], cell)["counted"], range(8)))
    assert sorted(reply) == [False] * 7 + [True]
    assert standing(client)["overall"]["attempts"] == before + 1


def test_an_acknowledged_attempt_survives_a_crash(tmp_path: Path) -> None:
    """After a kill, rating, streak and the next puzzle are those that were answered last."""
    data = tmp_path / "games.sqlite"
    with ServerProcess(data) as server, Client(base_url=server.url, timeout=60) as client:
        task = following(client)
        reply = sent(client, task["id"], PuzzleId.read(task["id"]).puzzle().taught[0])
        coming = following(client)
        server.kill()
    with ServerProcess(data) as server, Client(base_url=server.url, timeout=60) as client:
        assert standing(client) == reply["standing"]
        assert following(client) == coming != task


def test_own_mistakes_are_trained_until_they_are_solved(client: Client) -> None:
    """A mistake comes again while it is answered wrongly, is done when solved, and is not rated."""
    assert client.post("/api/training/next", json={"choice": "mistakes"}).status_code == 404
    game = client.post("/api/games", json={"layout": "*..."}).json()["id"]
    for column in (1, 0):
        move = {"action": "open", "row": 0, "column": column}
        client.post(f"/api/games/{game}/actions", json=move)
    task = following(client, "mistakes")
    assert (task["game"], task["counts"], task["solved"]) == (game, False, None)
    assert task["id"] == f"mistake-{game}-{task['number']}"
    solution = sent(client, task["id"], (0, 0))
    assert (solution["right"], solution["counted"]) == (False, False)
    assert following(client, "mistakes") == task | {"solved": False}
    sent(client, task["id"], tuple(solution["answers"][0]["cell"]))
    reply = standing(client)
    assert reply["mistakes"]["known"] == reply["mistakes"]["left"] + 1
    assert reply["overall"]["attempts"] == 0
    client.delete(f"/api/games/{game}")
    assert client.get(f"/api/training/puzzles/{task['id']}").status_code == 404
    assert standing(client)["mistakes"]["known"] == 0


def test_attempts_travel_with_the_games_but_are_not_rated(
    client: Client, elsewhere: Client
) -> None:
    """Elsewhere, a solved mistake stays solved; no attempt changes a rating, a streak or a count.

    An import cannot use up or fake the next puzzle either: one that is claimed is left out.
    """
    game = client.post("/api/games", json={"layout": "*..."}).json()["id"]
    for column in (1, 0):
        move = {"action": "open", "row": 0, "column": column}
        client.post(f"/api/games/{game}/actions", json=move)
    mistake = following(client, "mistakes")["id"]
    solution = sent(client, mistake, (0, 0))["answers"][0]["cell"]
    assert sent(client, mistake, tuple(solution))["right"]
    rated = following(client, "subset")["id"]
    assert sent(client, rated, PuzzleId.read(rated).puzzle().taught[0])["counted"]

    document = client.get("/api/export").json()
    assert [each["puzzle"] for each in document["attempts"]] == [mistake, rated]
    assert client.post("/api/import", json=document).json()["attempts"] == 0
    assert standing(client)["overall"]["attempts"] == 1

    fresh, coming = standing(elsewhere), PuzzleId.read(following(elsewhere, "subset")["id"])
    claimed = document["attempts"][1] | {"puzzle": str(coming), "rated": True}
    document["attempts"].append(claimed)
    assert elsewhere.post("/api/import", json=document).json()["attempts"] == 3
    assert elsewhere.post("/api/import", json=document).json()["attempts"] == 0
    assert elsewhere.post("/api/training/next", json={"choice": "mistakes"}).status_code == 404
    after = standing(elsewhere)
    assert (after["overall"], after["techniques"]) == (fresh["overall"], fresh["techniques"])
    assert after["mistakes"] == {"known": 1, "left": 0, "searched": True}
    left = following(elsewhere, "subset")
    assert left["id"] == str(PuzzleId(coming.technique, coming.seed, coming.index + 1))
    reply = sent(elsewhere, left["id"], PuzzleId.read(left["id"]).puzzle().taught[0])
    assert reply["counted"]
    assert following(elsewhere, "subset")["id"] not in (str(coming), left["id"])


def test_the_standing_of_many_attempts_is_not_counted_anew(tmp_path: Path) -> None:
    """With 2,000 attempts kept, one more counts only itself; a damaged standing is made again."""
    with closing(Store(tmp_path / "games.sqlite")) as store:
        stored = TrainingStore(store)
        with store.transaction():
            attempts = [
                StoredAttempt(
                    puzzle=str(PuzzleId(Technique.CASES, 1, index)),
                    technique=Technique.CASES,
                    rating=1800,
                    solved=index % 3 > 0,
                    at=index * 60.0,
                )
                for index in range(2_000)
            ]
            for each in attempts:
                stored.add(each, rated=True)
            every = stored.standing()
            assert every == rate(each.attempt for each in attempts)
            store.execute("UPDATE attempt SET solved = 0")  # what was counted is not read again
            one = StoredAttempt(
                puzzle="subset-1-0", technique=Technique.SUBSET, rating=1200, solved=True, at=1e6
            )
            stored.add(one, rated=True)
            assert stored.standing() == every.after(one.attempt)
            for damage in ("{}", "damaged", None):
                store.execute("UPDATE trainer SET standing = ?", [damage])
                assert stored.standing().overall.right == 1


def test_every_puzzle_of_a_review_can_be_trained(client: Client) -> None:
    """The trainer has each puzzle that a review offers, and none accepts the move that was made.

    The second move of the first game is a worse guess, but the adviser's is not the best either;
    that of the second game misses a safe cell.
    """
    guessed, mine = Game(Level(6, 5, 8), seed=11), Game.of(read_layout("*..."))
    for _ in turns(guessed, make_player("random", 11)):
        pass
    for cell in ((0, 1), (0, 0)):
        mine.open(cell)
    for game, judged, puzzles in ((guessed, "worse_guess", []), (mine, "missed_safe", [2])):
        (id,) = client.post("/api/import", json=game_to_json(game)).json()["ids"]
        review = client.post(f"/api/games/{id}/review").json()
        assert review["moves"][1]["judgement"] == judged
        for number in review["puzzles"]:
            cell = tuple(review["moves"][number - 1]["cell"])
            assert not sent(client, f"mistake-{id}-{number}", cell)["right"]
        assert review["puzzles"] == puzzles


def test_a_running_game_gives_no_puzzle(client: Client, new_game: Any, act: Any) -> None:
    """Puzzles from a game that is not over are refused: they would be help."""
    game = new_game(layout="*...\n....\n...*")["id"]
    act(game, "open", 1, 1)
    path = f"/api/training/puzzles/mistake-{game}-1"
    assert client.get(path).status_code == 409
    body = {"action": "open", "row": 0, "column": 3}
    assert client.post(f"{path}/answer", json=body).status_code == 409


OPEN = {"action": "open", "row": 0, "column": 0}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("next?choice=luck", None),
        ("next?choice=", None),
        ("puzzles/luck-1-0", None),
        ("puzzles/subset-1-99999999999999999999", None),
        ("puzzles/subset-01-0", None),
        ("puzzles/Subset-1-0", None),
        ("puzzles/mistake-nosuchgame-1", None),
        ("puzzles/mistake-x-1", None),
        (f"puzzles/{'a' * 5000}", None),
        ("puzzles/subset-1-0/answer", {}),
        ("puzzles/subset-1-0/answer", {"action": "open", "row": 0}),
        ("puzzles/subset-1-0/answer", OPEN | {"row": -1}),
        ("puzzles/subset-1-0/answer", OPEN | {"row": 9}),
        ("puzzles/subset-1-0/answer", OPEN | {"row": "0"}),
        ("puzzles/subset-1-0/answer", OPEN | {"column": 1e308}),
        ("puzzles/subset-1-0/answer", OPEN | {"action": "chord"}),
        ("puzzles/subset-1-0/answer", OPEN | {"right": True}),
        ("puzzles/subset-1-0/answer", [OPEN]),
        ("puzzles/mistake-nosuchgame-1/answer", OPEN),
    ],
)
def test_bad_requests_change_nothing(client: Client, path: str, body: Any) -> None:
    """A bad request is answered with a problem, 4xx, and leaves the standing as it was."""
    before = standing(client)
    url = f"/api/training/{path}"
    response = client.get(url) if body is None else client.post(url, json=body)
    assert 400 <= response.status_code < 500, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert standing(client) == before


def test_opened_and_flagged_cells_are_no_answers(client: Client) -> None:
    """An answer at an open or a flagged cell is refused and does not use up the puzzle."""
    task = following(client, "mine count")
    view = PuzzleId.read(task["id"]).puzzle().view
    for cell in (view.opened[0], next(iter(view.flags))):
        body = {"action": "open", "row": cell[0], "column": cell[1]}
        response = client.post(f"/api/training/puzzles/{task['id']}/answer", json=body)
        assert response.status_code == 409
    assert following(client, "mine count") == task
