from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.pseudo_terminal import PseudoTerminal
from typer.testing import Result

from sapper.knowledge import explain
from sapper.rules.board_id import game_from_id
from sapper.rules.view import UNOPENED

Run = Callable[..., Result]
Complaint = Callable[..., str]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

PLAYERS = """
from sapper.players import Move

class Corner:
    def __init__(self, seed): pass
    def move(self, view): return Move((0, 0), False, "I like corners")

class Faulty(Corner):
    def move(self, view): return 1 / 0

class Outside(Corner):
    def move(self, view): return Move((99, 99), True, "why not")

class Nonsense(Corner):
    def move(self, view): return "a string"

class Unmakeable(Corner):
    def __init__(self, seed): raise KeyError("no")

class Liar(Corner):
    known_mines = [(0, 1), (50, 50), (0, 2)]
    def move(self, view):
        cells = [cell for cell in view.unopened]
        return Move(cells[0], True, "sure\\nthing")
"""


def test_a_game_is_the_same_twice(run: Run) -> None:
    """The same seed prints exactly the same game."""
    games = [run("watch", "--level", "beginner", "--seed", "3").output for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != run("watch", "--level", "beginner", "--seed", "3", "--game", "1").output


def test_frames_in_a_pipe(run: Run) -> None:
    """In a pipe each move is a plain frame with its reason; the last shows the outcome."""
    result = run("watch", "--level", "beginner", "--seed", "3")
    frames = result.output.strip().split("\n\n")
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert all(
        re.search(r"^Move \d+ opens [A-I][1-9], (certain|a guess)\.\s.", f, re.M) for f in frames
    )
    assert all(frame.splitlines()[-2].endswith(".") for frame in frames[:-1]), "a reason is a line"
    assert "WON after 21 moves with 0 guesses" in frames[-1]
    assert frames[-1].count("⚑") == 10, "all mines are known to the player at the end"


def test_ascii(run: Run) -> None:
    """With --ascii only ASCII is printed."""
    assert run("watch", "--level", "beginner", "--seed", "3", "--ascii").output.isascii()


def test_a_lost_game_shows_the_mine(run: Run) -> None:
    """A lost game ends with the fatal mine and all others, and exit code 1."""
    result = run("watch", "--level", "9x9/40", "--seed", "1", "--player", "random", "--ascii")
    assert result.exit_code == 1
    last = result.output.strip().split("\n\n")[-1]
    assert (last.count("X"), last.count("*")) == (1, 39)
    assert "LOST" in last


def test_a_player_that_stops(run: Run) -> None:
    """A cautious player that is stuck stops, says so, and exits with code 1."""
    result = run("watch", "--player", "cautious", "--level", "9x9/30", "--seed", "1")
    assert result.exit_code == 1
    assert "STOPPED by the player after" in result.output


def test_json_tells_the_whole_game(run: Run) -> None:
    """The JSON lines hold every move and what it changed; the last reproduces the board."""
    result = run("watch", "--level", "beginner", "--seed", "3", "--json")
    *moves, end = map(json.loads, result.output.splitlines())
    game = game_from_id(end["board"])
    for move in moves:
        changed = game.open(tuple(move["cell"]))
        clues = {tuple(change["cell"]): change["clue"] for change in move["changed"]}
        assert clues == {cell: game.view[cell] for cell in changed}
        assert move["reason"]
        assert move["risk"] == 0
    assert (end["outcome"], end["moves"], end["guesses"]) == ("won", len(moves), 0)


def test_a_guess_tells_its_risk(run: Run) -> None:
    """The line of a guess shows its risk, and its JSON holds the same number."""
    arguments = ["watch", "--player", "least-risk", "--level", "expert", "--seed", "1"]
    moves = [json.loads(line) for line in run(*arguments, "--json").output.splitlines()][:-1]
    guesses = [move for move in moves if not move["certain"]]
    output = " ".join(run(*arguments).output.split())
    risks = re.findall(r"a guess\. Its risk is ([\d.]+) %, the least", output)
    assert guesses
    assert risks == [f"{100 * move['risk']:.1f}" for move in guesses]
    assert all((move["risk"] == 0) is move["certain"] for move in moves)


@pytest.mark.parametrize("player", ["master", "cautious", "textbook", "logical"])
def test_certain_moves_have_the_reasons_of_why(run: Run, player: str) -> None:
    """For every player, a certain move has the reason that explain gives."""
    arguments = ["--player", player, "--level", "beginner", "--seed", "3", "--json"]
    *moves, end = map(json.loads, run("watch", *arguments).output.splitlines())
    game = game_from_id(end["board"])
    for move in moves:
        cell = tuple(move["cell"])
        if move["certain"] and game.view.opened:
            reason = explain(game.view, cell)
            assert move["reason"] == reason.text
        game.open(cell)


def test_a_guess_without_a_risk_is_shown_with_one(run: Run) -> None:
    """The player's own words come first, then the risk."""
    arguments = [
        "--player",
        "textbook",
        "--level",
        "9x9/25",
        "--seed",
        "1",
        "--first-click",
        "none",
    ]
    output = " ".join(run("watch", *arguments).output.split())
    assert re.search(r"a guess\. No cell is certain: one of \d+ at random\. Its risk is ", output)


def test_a_player_that_knows_no_risk(run: Run) -> None:
    """The JSON of a player without risks says null."""
    output = run("watch", "--player", "random", "--level", "9x9/40", "--seed", "1", "--json").output
    assert json.loads(output.splitlines()[0])["risk"] is None


def test_json_of_a_loss(run: Run) -> None:
    """The last move of a lost game changed one cell, which has no clue."""
    arguments = ["--level", "9x9/40", "--seed", "1", "--player", "random", "--json"]
    *_, move, end = map(json.loads, run("watch", *arguments).output.splitlines())
    assert move["changed"] == [{"cell": end["fatal"], "clue": None}]


def test_trace_tells_the_five_stages(run: Run) -> None:
    """With --trace each of the five stages is shown, as text and as JSON."""
    arguments = ["watch", "--level", "beginner", "--seed", "1", "--trace"]
    lines = run(*arguments).output.splitlines()
    stages = {line.split(":")[0].strip() for line in lines if re.match("  [1-5] ", line)}
    assert stages == {
        "1 record the move",
        "2 mark safe",
        "3 build the sentence",
        "4 update the knowledge",
        "5 infer more",
    }
    data = [json.loads(line) for line in run(*arguments, "--json").output.splitlines()]
    assert {entry["stage"] for entry in data if "stage" in entry} == {1, 2, 3, 4, 5}


def test_a_brief_trace_fits_a_screen(run: Run) -> None:
    """With --trace-brief a beginner's frame and its stages, a line each, take 24 lines at most."""
    trace = run("watch", "--level", "beginner", "--seed", "1", "--trace-brief").output
    frames = [frame.splitlines() for frame in trace.split("\n\n")]
    assert max(len(frame) for frame in frames) <= 24
    for frame in frames:
        stages = [line for line in frame if re.match(r"  [1-5] ", line)]
        numbers = [line[2] for line in stages]
        assert numbers == sorted(set(numbers))
        assert all(len(line) < 80 for line in stages)
    assert "  5 infer more: " in trace
    assert "(and 43 more)" in trace  # of the cells that the first move opened
    assert run("watch", "--trace-brief", "--json").exit_code == 2


def test_no_trace(run: Run) -> None:
    """A player that keeps no trace is refused, not silently untraced."""
    result = run("watch", "--player", "random", "--trace")
    assert result.exit_code == 2
    assert "has no trace" in result.stderr


def test_a_given_board(run: Run) -> None:
    """A board id is played as it is; options that would contradict it are refused."""
    name = json.loads(run("new", "--seed", "4", "--format", "json", "--level", "beginner").output)[
        "id"
    ]
    end = json.loads(run("watch", "--board", name, "--json").output.splitlines()[-1])
    assert game_from_id(end["board"]).layout == game_from_id(name).layout
    assert run("watch", "--board", name, "--level", "beginner").exit_code == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Faulty", "failed: ZeroDivisionError: division by zero"),
        ("Outside", "illegal move: cell CV100 is off the board"),
        ("Nonsense", "failed: not a move"),
        ("Unmakeable", "failed: KeyError"),
        ("Missing", "cannot load player"),
    ],
)
def test_faults_of_a_users_player(
    complaint: Complaint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    """A user's player is found in this directory; its faults are one line each."""
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.delitem(sys.modules, "own", raising=False)
    (tmp_path / "own.py").write_text(PLAYERS)
    assert message in complaint("watch", "--player", f"own:{name}", "--board", "2x1-QA")


def test_an_illegal_move_later_on(process: Process, tmp_path: Path) -> None:
    """An illegal move ends the command, after the frames of the moves before it."""
    (tmp_path / "own.py").write_text(PLAYERS)
    result = process("watch", "--player", "own:Corner", "--level", "9x9/10", "--seed", "1")
    assert result.returncode == 2
    assert b"I like corners" in result.stdout
    fault = "made an illegal move: cell A1 is open already"
    assert result.stderr.decode() == f"sapper: player 'own:Corner' {fault}\n"


def test_a_module_that_cannot_be_read(
    complaint: Complaint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's module with a syntax error is one line too."""
    monkeypatch.setattr(sys, "path", sys.path.copy())
    (tmp_path / "broken.py").write_text("class Mine(:\n")
    assert "SyntaxError" in complaint("watch", "--player", "broken:Mine")


def test_a_player_may_claim_anything(process: Process, tmp_path: Path) -> None:
    """Wrong flags are shown as wrong at the end; flags off the board are harmless."""
    (tmp_path / "own.py").write_text(PLAYERS)
    result = process("watch", "--player", "own:Liar", "--level", "4x4/3", "--seed", "2", "--ascii")
    assert result.returncode in (0, 1)
    assert b"[1]F F" in result.stdout
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("place", [".", "missing/game.json", "game.gif", "game.mbf", "game.JSONL"])
def test_a_place_for_the_game_is_checked_before_it(complaint: Complaint, place: str) -> None:
    """A game that could not be saved is not played: the command refuses before the first move."""
    assert place in complaint("watch", "--level", "beginner", "--seed", "3", "--save", place)


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    """A reader that goes away early, as head does, causes no error."""
    command = f"{sys.executable} -c 'from sapper.cli import main; main()' watch --seed 1 | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, timeout=60, check=False)
    assert result.stdout.startswith(b"master plays expert")
    assert result.stderr == b""


def test_in_place_on_a_terminal() -> None:
    """On a terminal the frames overwrite one another: nothing scrolls, colours are on."""
    with PseudoTerminal("watch", "--seed", "3", "--level", "beginner", "--delay", "0") as terminal:
        terminal.expect("board id")
        assert terminal.end() == 0
        ups = [int(number) for number in re.findall(rb"\x1b\[(\d+)A", terminal.raw)]
        assert len(ups) == 20, "each frame but the first goes up"
        assert max(ups) < 24
        assert b"\x1b[38;5;" in terminal.raw


@pytest.mark.parametrize(("rows", "columns"), [(10, 30), (3, 20), (24, 8), (1, 1)])
def test_a_small_terminal(rows: int, columns: int) -> None:
    """On a terminal smaller than the board a part is shown, and no frame is too large."""
    arguments = ["watch", "--seed", "3", "--level", "beginner", "--delay", "0"]
    with PseudoTerminal(*arguments, rows=rows, columns=columns) as terminal:
        assert terminal.end() == 0
        ups = [int(number) for number in re.findall(rb"\x1b\[(\d+)A", terminal.raw)]
        assert max(ups, default=0) < rows or rows == 1
        widths = [len(line) for line in terminal.text.split("\n")]
        assert max(widths) <= max(columns, 10)


def test_control_c() -> None:
    """Ctrl-C ends a watched game at once without a message, and restores the terminal."""
    with PseudoTerminal("watch", "--seed", "1", "--delay", "1") as terminal:
        terminal.expect("Move 1 ")
        assert terminal.interrupt() == 130
        assert "Traceback" not in terminal.text
        assert terminal.is_restored()


def test_the_view_is_not_flagged(run: Run) -> None:
    """Flags are drawn only: the JSON of a watched game holds no flag."""
    *moves, _ = map(
        json.loads, run("watch", "--level", "beginner", "--seed", "3", "--json").output.splitlines()
    )
    assert all(change["clue"] > UNOPENED for move in moves for change in move["changed"])


def test_a_board_that_says_where_it_begins_needs_no_guess(run: Run) -> None:
    """Its own beginning is no guess, and is not counted as one."""
    board = run("new", "--no-guess", "--level", "9x9/10", "--seed", "3", "--first", "E5").output
    watched = run("watch", "--board", "-", "--json", typed=board)
    lines = [json.loads(line) for line in watched.output.splitlines()]
    moves = [line for line in lines if line.get("kind", "move") == "move" and "cell" in line]
    assert moves[0]["cell"] == [4, 4]
    assert moves[0]["certain"] is True
    assert "with 0 guesses" in run("watch", "--board", "-", typed=board).output
