"""sapper review: what it prints, and what it refuses."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.pseudo_terminal import PseudoTerminal
from typer.testing import Result

from sapper import (
    Game,
    Level,
    game_from_json,
    game_to_json,
    make_player,
    read_layout,
    review,
    turns,
    write_evf,
    write_rawvf,
)
from sapper.reviewing import summary

Run = Callable[..., Result]
Complaint = Callable[..., str]


def ends_with_summary(output: str, game: Game) -> bool:
    """Return whether a text ends with the summary, however its lines are broken."""
    return " ".join(output.split()).endswith(summary(review(game)))


@pytest.fixture
def game() -> Game:
    """Return an expert game with good and worse guesses and missed cells."""
    game = Game(Level.NAMED["expert"], seed=5)
    for _ in turns(game, make_player("textbook", seed=5)):
        pass
    return game


def test_a_review_shows_table_chart_picture_and_verdict(run: Run, game: Game) -> None:
    """Faults are listed with what was better; the last lines sum the game up."""
    output = run("review", "-", typed=json.dumps(game_to_json(game)))
    assert output.exit_code == 0
    assert "issed a safe cell" in output.stdout
    assert "risk taken" in output.stdout
    assert "The costliest fault, before move" in output.stdout
    assert ends_with_summary(output.stdout, game)


def test_a_review_fits_a_terminal(game: Game, tmp_path: Path) -> None:
    """On a terminal no line is longer than that is wide."""
    (file := tmp_path / "game.json").write_text(json.dumps(game_to_json(game)))
    with PseudoTerminal("review", str(file), columns=80) as terminal:
        assert terminal.end() == 0
        assert max(map(len, terminal.text.splitlines())) <= 80


def test_ascii_is_ascii(run: Run, game: Game) -> None:
    """With --ascii only ASCII is printed."""
    output = run("review", "--ascii", typed=json.dumps(game_to_json(game)))
    assert output.stdout.isascii()


def test_json_is_the_whole_review(run: Run, game: Game) -> None:
    """--json prints one object with every action and the faults as puzzles."""
    data = json.loads(run("review", "--json", typed=json.dumps(game_to_json(game))).stdout)
    judged = review(game)
    assert data["accuracy"] == judged.accuracy
    assert len(data["actions"]) == len(game.actions)
    assert len(data["faults"]) == len(judged.faults)


def test_a_game_without_moves_has_little_to_say(run: Run) -> None:
    """A game without moves has no verdicts and no empty table."""
    output = run("review", typed=json.dumps(game_to_json(Game(Level.NAMED["beginner"]))))
    assert output.stdout.startswith("Not over after 0 moves.")


def test_a_watched_game_can_be_kept_and_reviewed(run: Run, tmp_path: Path) -> None:
    """`watch --save` writes what `review` reads."""
    file = tmp_path / "game.json"
    watched = run(
        "watch", "--player", "cautious", "--level", "beginner", "--seed", "3", "--save", str(file)
    )
    assert watched.exit_code in (0, 1)
    kept = game_from_json(json.loads(file.read_text()))
    assert ends_with_summary(run("review", str(file)).stdout, kept)


def test_bad_input_is_refused_in_one_line(complaint: Complaint, tmp_path: Path) -> None:
    """A file without moves, or against the rules, ends with one line and exit code 2."""
    (tmp_path / "board.mine").write_text("2x1x1\nHH\n")
    (tmp_path / "broken.json").write_text('{"sapper": "game"')
    (tmp_path / "view.json").write_text('{"sapper": "view", "version": 1}')
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert "this is a position" in complaint("review", "board.mine")
    assert "this JSON is broken" in complaint("review", "broken.json")
    assert "this is a position" in complaint("review", "view.json")
    assert "not UTF-8" in complaint("review", "bytes")
    assert "missing" in complaint("review", "missing.json")


def history(*games: Game) -> str:
    """Write games as the page's export does."""
    records = [{"id": "abcdef", "ended": 1.7e9, "game": game_to_json(game)} for game in games]
    return json.dumps({"sapper": "history", "version": 1, "games": records})


def test_a_game_of_an_exported_history_can_be_reviewed(run: Run, game: Game) -> None:
    """A history of one game needs no choice; of several, --game names one, the oldest first."""
    other = Game(Level.NAMED["beginner"])
    assert ends_with_summary(run("review", typed=history(game)).stdout, game)
    output = run("review", "--game", "2", typed=history(other, game))
    assert ends_with_summary(output.stdout, game)


def test_a_history_without_a_choice_says_how_to_choose(complaint: Complaint, game: Game) -> None:
    """Without a valid --game, several games are listed in one line."""
    other = Game(Level.NAMED["beginner"])
    Path("two.json").write_text(history(other, game))
    Path("many.json").write_text(history(*[other] * 20))
    Path("none.json").write_text(history())
    Path("odd.json").write_text('{"sapper": "history", "games": [1]}')
    output = complaint("review", "two.json")
    assert "choose one of 2 games with --game N: 1 9x9/10, playing, 2023-11-1" in output
    assert f"; 2 30x16/99, {game.outcome}, 2023-11-1" in output
    assert "1 to 12 are older; 13 9x9/10" in complaint("review", "many.json")
    assert "from 1 to 2 here, not 3" in complaint("review", "two.json", "--game", "3")
    assert "has no game" in complaint("review", "none.json")
    assert "a list of objects" in complaint("review", "odd.json")


@pytest.fixture
def replays(tmp_path: Path) -> Path:
    """Return a folder with a won game, a lost one, one of a known board, and a broken file."""
    folder = tmp_path / "replays"
    (folder / "more").mkdir(parents=True)
    game = Game.of(read_layout(".*..*."))
    for column in (0, 2, 3, 5):
        game.open((0, column), 1.0 + column)
    (folder / "won.evf").write_bytes(write_evf(game, player="Ada"))
    (folder / "known.rawvf").write_text(write_rawvf(game).replace("Classic", "UPK"))
    (folder / "broken.EVF").write_bytes(write_evf(game)[:-9])
    lost = Game.of(read_layout(".*"))
    lost.open((0, 1))
    (folder / "more" / "lost.rawvf").write_text(write_rawvf(lost))
    return folder


def test_a_replay_is_reviewed_with_its_figures(run: Run, replays: Path) -> None:
    """The lines above the review name the player, the time, 3BV/s, the clicks and IOE."""
    output = run("review", str(replays / "won.evf")).stdout
    assert output.startswith("EVF 4, Ada, Sapper")
    assert "5.000 s, 3BV 4 of 4, 3BV/s 0.800, 4 clicks (4 left, 0 right, 0 both)" in output
    assert "IOE 1.000" in output
    assert "Accuracy:" in output
    data = json.loads(run("review", "--json", str(replays / "won.evf")).stdout)
    assert (data["replay"]["player"], data["replay"]["metrics"]["ioe"]) == ("Ada", 1.0)
    assert len(data["actions"]) == 4


def test_a_board_that_was_known_is_not_judged(run: Run, replays: Path) -> None:
    """The mode is named, the statistics are shown, and there is no accuracy."""
    output = run("review", str(replays / "known.rawvf")).stdout
    assert "mode UPK" in output
    assert "known beforehand" in output
    assert "Accuracy" not in output
    assert "accuracy" not in json.loads(
        run("review", "--json", str(replays / "known.rawvf")).stdout
    )


def test_a_folder_of_replays(run: Run, complaint: Complaint, replays: Path) -> None:
    """--csv has a line for each file, broken ones too; without it levels are summed up."""
    lines = list(csv.DictReader(run("review", str(replays), "--csv").stdout.splitlines()))
    assert [line["file"] for line in lines] == sorted(
        ["broken.EVF", "known.rawvf", "more/lost.rawvf", "won.evf"]
    )
    broken, known, lost, won = lines
    assert "byte" in broken["problem"]
    assert (known["accuracy"], "UPK" in known["problem"]) == ("", True)
    assert (lost["outcome"], lost["wasted"]) == ("lost", "0")
    assert (won["seconds"], won["bbbv_per_second"], won["ioe"]) == ("5.000", "0.800", "1.000")
    output = run("review", str(replays))
    assert "3 replays, 1 that cannot be read." in output.stdout
    assert "broken.EVF: byte" in output.stderr
    (replays / "none").mkdir()
    assert "no replays" in complaint("review", str(replays / "none"))
    assert "no replays" in complaint("review", str(replays / "none"), "--csv")
    assert "folder" in complaint("review", "--csv", str(replays / "won.evf"))
    assert "one game" in complaint("review", "--json", str(replays))
    assert "byte" in complaint("review", str(replays / "broken.EVF"))
    for name, content in (("empty.rmv", b""), ("text.mvf", b"hello")):
        (replays / name).write_bytes(content)
        assert "not a replay" in complaint("review", str(replays / name))


def test_a_form_that_a_game_does_not_have(complaint: Complaint) -> None:
    """A name that promises something else than the three forms is refused before all work."""
    assert "end its name in .json, .rawvf or .evf" in complaint("review", "g.json", "--save", "g.x")


def test_a_game_is_saved_as_its_name_says(run: Run, tmp_path: Path) -> None:
    """--save writes JSON, RAWVF or EVF, by the end of the name; all hold the same actions."""
    game = Game.of(read_layout(".*..*."))
    for column in (0, 3):
        game.open((0, column))
    saved = tmp_path / "game.json"
    saved.write_text(json.dumps(game_to_json(game)))
    for name in ("copy.json", "copy.rawvf", "copy.evf"):
        copy = tmp_path / name
        assert run("review", str(saved), "--save", str(copy)).exit_code == 0
        again = json.loads(run("review", "--json", str(copy)).stdout)
        assert [tuple(act["cell"]) for act in again["actions"]] == [
            act.cell for act in game.actions
        ]
