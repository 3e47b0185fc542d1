"""The assistant's session and dialogue, without a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import Result

from sapper.cli.assist_dialogue import Dialogue, load, save
from sapper.cli.assist_session import Session
from sapper.cli.console import ExitCode
from sapper.formatting import at, percent
from sapper.players import make_player
from sapper.rules.board import Board
from sapper.rules.errors import SapperError

Run = Callable[..., Result]

COMMANDS = ["0", "1", "2", "undo", "show", "why", "mine", "1,1=1", "B2=1", "why b1", "paste"]
HEAD = '{"sapper": "session", "version": 1, "height": 2, "seed": 0, '


def dialogue(mines: int | None = 10, file: Path | None = None) -> Dialogue:
    return Dialogue(Session(Board(9, 9), mines), file, ascii_only=True)


def replies(talk: Dialogue, *lines: str) -> str:
    """Say lines; return the reply to the last."""
    return [talk.say(line).text for line in lines][-1]


def test_several_cells_at_once() -> None:
    """Cells come one by one or as a run to the right; the reply names them. # skips, . is 0."""
    talk = dialogue()
    reply = talk.say("E5=1 (4,5)=2; 6 , 0 = 11#.").text
    assert reply.startswith("Understood: E5=1 F5=2 A7=1 B7=1 D7=0\n")
    assert talk.session.answers == [{(4, 4): 1, (4, 5): 2, (6, 0): 1, (6, 1): 1, (6, 3): 0}]


@pytest.mark.parametrize("line", ["4,4=9", "J10=1", "E5=1 E5=2", "4=1", "I5=11", "=", "A1=", "é=1"])
def test_bad_cells_change_nothing(line: str) -> None:
    """A line with any fault in it is refused as a whole."""
    talk = dialogue()
    assert talk.say(f"A1=1 {line}").text.startswith("Not done: ")
    assert talk.session.answers == []


def test_paste() -> None:
    """A pasted board adds what is new in it; another size or a changed number is refused."""
    talk = dialogue()
    board = ["1" + "#" * 8, *["#" * 9] * 8]
    replies(talk, "paste", *board, "")
    assert talk.session.answers == [{(0, 0): 1}]
    assert "Nothing new" in replies(talk, "paste", *board, "")
    assert "the pasted board is 2x1" in replies(talk, "paste", "##", "")
    assert "line 2" in replies(talk, "paste", "1" + "#" * 8, "x", "")
    assert "A1 shows 1, not 2" in replies(talk, "paste", "2" + "#" * 8, *board[1:], "")
    assert talk.session.answers == [{(0, 0): 1}]


def test_show_lists_every_cell() -> None:
    """`show` lists the safe, mined and unsure cells, and every risk in per cent."""
    text = replies(dialogue(), "A1=0", "B1=1 A2=2", "show")
    assert "Safe (1): B2" in text
    assert "Mined (2): A3 B3" in text
    assert "Unsure (75): row 1: C-I; row 2: C-I; row 3: C-I; row 4: A-I; " in " ".join(text.split())
    assert "\n2 |  2  + 50 10 10 10 10 10 10\n3 |  *  * 10" in text


def test_why_tells_the_chain() -> None:
    """`why` gives every step from the numbers to the cell, and says what is not settled."""
    talk = dialogue()
    replies(talk, "A1=0", "B1=1 A2=2")
    alone = "There is no mine around the 0 at A1: B2 is safe."
    assert replies(talk, "why B2") == f"B2 (one clue)\n  {alone}"
    assert " ".join(replies(talk, "why B3").split()) == (
        "B3 (subset) There is no mine around the 0 at A1. "
        "So the 2 at A2 has only 2 cells left: A3 and B3 are both mines."
    )
    assert replies(talk, "why C1").startswith("C1 is not certain. Its risk is 50.0 %; B2")
    assert "What the clues say about it (cells = how many" in replies(talk, "why C1")
    assert "{C1, C2} = 1" in replies(talk, "why C1")
    assert "shows 0" in replies(talk, "why A1")
    assert "off the board" in replies(talk, "why J10")


def test_both_notations_are_understood() -> None:
    """A cell typed as row and column is answered by its name, after saying which cell that is."""
    talk = dialogue()
    talk.say("A1=0")
    named, paired = replies(talk, "why b2"), replies(talk, "why 1,1")
    assert named.startswith("B2 (one clue)\n")
    assert paired == f"Understood: B2 (row 1, column 1 from 0).\n{named}"
    assert replies(talk, "mine 8 8").startswith(
        "Understood: I9 (row 8, column 8 from 0).\nA mine at I9"
    )
    refused = "Not done: 'B' is not a cell: write C4, or its row and column from 0 such as 3,2."
    assert replies(talk, "why B") == refused


def test_the_total_is_used_and_guarded() -> None:
    """When every mine is found the rest is safe; too many mines, or too few, are refused."""
    rest = replies(dialogue(1), "A1=1 B1=1 A2=1", "why I9")
    assert rest.startswith("I9 (mine count)\n")
    assert "need at least 3 mines, but the total is 2" in replies(dialogue(2), "A1=3")
    small = Dialogue(Session(Board(1, 4), 3))
    assert "the total is 3" in replies(small, "A1=0 C1=1")
    assert small.session.answers == []


def test_without_a_total() -> None:
    """An unknown total proves nothing; the game ends when only mines are left."""
    session = Session(Board(1, 3), None)
    reply = Dialogue(session).say("A1=1 C1=1")
    assert reply.end is ExitCode.DONE
    assert "Mines (1): B1" in reply.text


def test_a_mine_where_none_can_be() -> None:
    """A mine on a cell proved safe loses all the same, and shows that a number is wrong."""
    talk = dialogue()
    talk.say("A1=0")
    reply = talk.say("mine")
    assert reply.end is ExitCode.LOST
    assert "typed wrongly" in reply.text


def test_a_lost_session_can_be_mended(tmp_path: Path) -> None:
    """A slip that lost the game is undone after a resume."""
    file = tmp_path / "game.json"
    dialogue(file=file).say("mine")
    talk = Dialogue(load(file), file)
    assert "undo that, or quit" in talk.open().text
    assert "undo that, or quit" in replies(talk, "B2=1")
    assert talk.say("quit").end is ExitCode.LOST
    assert "Open A1" in replies(talk, "undo")
    assert load(file).lost_at is None


def test_save(tmp_path: Path) -> None:
    """`save` needs a file, overwrites nothing but a session, and from then on saves everything."""
    talk = dialogue()
    (other := tmp_path / "letter.txt").write_text("Dear reader")
    assert "name a file" in replies(talk, "save")
    assert "not a saved session" in replies(talk, f"save {other}")
    assert other.read_text() == "Dear reader"
    assert replies(talk, f"save {tmp_path}").startswith("Not done")
    assert replies(talk, f"save {tmp_path / 'none' / 'x'}").startswith("Not done")
    replies(talk, f"save {tmp_path / 'game.json'}", "0")
    assert load(tmp_path / "game.json").answers == [{(0, 0): 0}]


def test_a_failed_save_is_reported(tmp_path: Path) -> None:
    """When the file can no longer be written, the answer is kept and the failure reported."""
    (folder := tmp_path / "folder").mkdir()
    talk = dialogue(file=folder / "game.json")
    folder.rmdir()
    assert "NOT SAVED" in replies(talk, "0")
    assert talk.session.answers == [{(0, 0): 0}]


def test_guesses_as_master() -> None:
    """If nothing is certain, it names the cell that `master` opens, and its risk."""
    session = Session(Board(9, 9), 10)
    session.record({(0, 0): 1})
    move = make_player("master").move(session.view)
    assert move is not None
    assert session.next_cell == move.cell
    assert not session.advice.certain
    reply = Dialogue(session).open().text
    assert f"Open {at(move.cell)}, a guess. Its risk is {percent(move.risk or 0)}" in reply
    assert "; 1 number is known already." in reply


def test_cells_beyond_the_three_rules() -> None:
    """Cells that a harder technique proves are used as well, with the reason."""
    talk = Dialogue(Session(Board(3, 3), None))
    reply = replies(talk, "A2=1 C2=3")
    can = "The 3 at C2 can have at most 2 mines in C1 and C3, "
    assert f"Now safe: A1 A3\nNow mined: C1 C3\nOpen A1. {can}" in reply
    assert replies(talk, "why A3").startswith(f"A3 (overlap)\n  {can}")
    assert replies(talk, "why C3").startswith("C3 (overlap)\n  The 1 at A2 allows at most one mine")


def test_a_contradiction_beyond_the_rules() -> None:
    """Numbers that only the engine knows to be impossible are refused, and a clue is named."""
    talk = Dialogue(Session(Board(3, 3), None))
    assert replies(talk, "A2=1 C2=4").startswith("Refused: the clue at C2 contradicts")
    assert talk.session.answers == []
    assert "Now safe" in replies(talk, "A2=1 C2=3"), "the session goes on as if nothing was said"


def test_the_assumed_density_is_shown() -> None:
    """With an unknown mine total the greeting says what the risks assume."""
    assert "assume a density of 0.2" in dialogue(None).open().text
    assert "density" not in dialogue(10).open().text


def test_a_session_of_before(tmp_path: Path) -> None:
    """A session that was saved with a seed for its guesses is still read."""
    (file := tmp_path / "game.json").write_text(
        HEAD.replace('"seed": 0', '"seed": 7') + '"width": 2, "answers": [[[0, 0, 1]]]}'
    )
    assert load(file).answers == [{(0, 0): 1}]


@given(st.lists(st.text(max_size=12) | st.sampled_from(COMMANDS)))
def test_nothing_typed_breaks_it(lines: list[str]) -> None:
    """Any input gets a reply, and the session can still be saved and loaded."""
    talk = Dialogue(Session(Board(3, 4), 3))
    for line in lines:
        if not line.strip().lower().startswith("save"):
            talk.say(line)
    reread = Session.from_json(json.loads(json.dumps(talk.session.to_json())))
    assert (reread.view, reread.lost_at) == (talk.session.view, talk.session.lost_at)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"sapper": "session"}',
        HEAD + '"width": 0, "answers": []}',
        HEAD + '"width": 2, "answers": [[[5, 5, 0]]]}',
        HEAD + '"width": 2, "answers": [[[0, 0, 9]]]}',
        HEAD + '"width": 2, "answers": [[[0, 0, 4]]]}',
        HEAD + '"width": 2, "answers": [["x"]]}',
        HEAD + '"width": 2, "answers": 3}',
    ],
)
def test_files_that_are_no_session(tmp_path: Path, text: str) -> None:
    """A damaged session is refused with the file's name."""
    (file := tmp_path / "game.json").write_text(text)
    with pytest.raises(SapperError, match=r"game\.json"):
        load(file)


def test_the_end_of_a_pipe(run: Run) -> None:
    """Answers may come through a pipe; a paste without its empty line still counts."""
    result = run("assist", "--level", "3x1/1", typed="paste\n.1#\n")
    assert result.exit_code == 0
    assert "Mines (1): C1" in result.output


def test_another_level_than_the_session(run: Run, tmp_path: Path) -> None:
    """Options that contradict a saved session are refused; those that agree are not."""
    file = str(tmp_path / "game.json")
    save(Session(Board(9, 9), 10), Path(file))
    assert run("assist", "--session", file, "--level", "expert").exit_code == 2
    assert run("assist", "--session", file, "--unknown-mines").exit_code == 2
    assert run("assist", "--session", file, "--level", "beginner").exit_code == 0


def test_hints_grow_until_the_next_move() -> None:
    """`hint` says where to look, then the technique, then the answer; a move starts again."""
    talk = Dialogue(Session(Board(3, 3), None))
    replies(talk, "A2=1 C2=3")
    assert replies(talk, "hint") == "Look at the 1 at A2 and the 3 at C2, in the middle."
    assert (
        replies(talk, "hint") == "Overlap: two clues share cells, which limits their other cells."
    )
    answer = replies(talk, "hint")
    assert answer.startswith("Open A1. The 3 at C2 can have at most 2 mines in C1 and C3, ")
    assert replies(talk, "hint") == answer
    replies(talk, "A1=1")
    assert replies(talk, "hint").startswith("Look at ")
    assert replies(talk, "undo", "hint").startswith("Look at ")


def test_on_request_no_cell_is_named_before_the_answer() -> None:
    """With --hints the prompt, the news and the first two hints keep the answer to themselves."""
    talk = Dialogue(Session(Board(3, 3), None), on_request=True)
    assert "Open" not in talk.open().text
    assert replies(talk, "A2=1 C2=3").splitlines() == ["Understood: A2=1 C2=3"]
    for _ in range(2):
        assert talk.prompt == "> "
        assert "no cell was named" in replies(talk, "1")
        assert "A1" not in replies(talk, "hint")
    assert replies(talk, "hint").startswith("Open A1. ")
    assert talk.prompt == "A1 shows> "
    replies(talk, "1")
    assert talk.session.view[0, 0] == 1
    assert talk.prompt == "> "


def test_any_earlier_number_can_be_corrected(tmp_path: Path) -> None:
    """A number of any earlier answer is changed in its place; later answers stay."""
    talk = dialogue(file=tmp_path / "game.json")
    replies(talk, "E5=1", "F5=2", "G5=1")
    assert "to change it, type correct E5=3" in " ".join(replies(talk, "E5=3").split())
    assert replies(talk, "correct E5=3 G5=2").startswith("Corrected: E5=3 G5=2.")
    assert talk.session.answers == [{(4, 4): 3}, {(4, 5): 2}, {(4, 6): 2}]
    assert load(tmp_path / "game.json").answers == talk.session.answers


@pytest.mark.parametrize("line", ["correct", "correct E5", "correct A1=1", "correct E5=0 B2=1"])
def test_a_correction_that_fails_changes_nothing(line: str) -> None:
    """A correction of what was never given, or to what cannot be, is refused as a whole."""
    talk = dialogue()
    replies(talk, "E5=1", "F5=2")
    assert talk.say(line).text.startswith(("Not done: ", "Refused: "))
    assert talk.session.answers == [{(4, 4): 1}, {(4, 5): 2}]


def test_an_impossible_correction_is_refused() -> None:
    """A number that contradicts the others is refused, and all stays as it was."""
    talk = dialogue()
    replies(talk, "A1=1", "B2=1 A2=1")
    before = talk.session.view.copy()
    assert talk.say("correct A1=3").text.startswith("Refused: ")
    assert talk.session.view == before


def test_a_session_can_be_solved(run: Run, tmp_path: Path) -> None:
    """`solve` reads what the assistant has saved."""
    talk = dialogue(file=tmp_path / "game.json")
    replies(talk, "E5=0")
    solved = run("solve", "--json", str(tmp_path / "game.json"))
    assert solved.exit_code == 0
    assert len(json.loads(solved.output)["safe"]) == 8
