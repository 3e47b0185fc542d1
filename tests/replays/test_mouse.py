"""What the buttons mean: each rule of the programs that record replays."""

from __future__ import annotations

import pytest

from sapper import FirstClick, Game, Layout, Outcome, read_layout
from sapper.replays import Event, Mouse, Replay

ROWS = """
..*.....
*.......
........
"""


def place(cell: str) -> tuple[int, int]:
    return 16 * (ord(cell[0]) - ord("A")) + 7, 16 * (int(cell[1:]) - 1) + 7


def replay(story: str, *, marks: bool = False, rows: str = ROWS) -> Replay:
    """Make a replay of words such as lc:A1 (what the mouse did and where), 100 ms apart."""
    events = []
    for number, word in enumerate(story.split()):
        code, _, cell = word.partition(":")
        x, y = (-5, 500) if cell == "out" else place(cell)
        events.append(Event(100 * number, Mouse(code), x, y))
    layout: Layout = read_layout(rows.strip())
    return Replay("RAWVF", "", "", "classic", layout, tuple(events), question_marks=marks)


def actions(played: Game) -> list[str]:
    """Return the actions as words such as open:A1."""
    return [f"{act.type}:{chr(65 + act.cell[1])}{act.cell[0] + 1}" for act in played.actions]


@pytest.mark.parametrize(
    ("story", "done"),
    [
        ("lc:A1 lr:A1", "open:A1"),
        ("lc:A1 mv:B1 lr:B1", "open:B1"),
        ("lc:A1", ""),
        ("lr:A1", ""),
        ("lc:A1 lr:out", ""),
        ("rc:C1", "flag:C1"),
        ("rc:C1 rr:C1 rc:C1", "flag:C1 flag:C1"),
        ("rc:out rr:out lc:A1 lr:A1", "open:A1"),
        ("lc:A1 lr:A1 rc:A1 rr:A1", "open:A1"),
        ("rc:C1 rr:C1 lc:C1 lr:C1", "flag:C1"),
        # a chord, with both buttons: at the first release, and the second one means nothing
        ("pf:C1 lc:D1 lr:D1 lc:D1 rc:D1 lr:D1 rr:D1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 lc:D1 rc:D1 rr:D1 lr:A1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 rc:D1 lc:D1 rr:D1 lr:D1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 lc:B1 rc:B1 mv:D1 lr:D1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 lc:A1 cc:D1 lr:D1", "flag:C1 open:D1 chord:D1"),
        # the flag is put while the left button comes, and the chord follows in one motion
        ("lc:D1 lr:D1 rc:C1 lc:D1 lr:D1 rr:D1", "open:D1 flag:C1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 mc:D1 mr:D1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 lc:D1 lr:D1 sc:D1 lr:D1", "flag:C1 open:D1 chord:D1"),
        ("pf:C1 l:D1 l:D1 m:D1 m:D1", "flag:C1 open:D1 chord:D1"),
        ("r:C1 r:C1 l:D1 l:D1 l:D1 r:D1 r:D1 l:A1", "flag:C1 open:D1 chord:D1"),
        # no chord without its flags, and none where nothing is left to open
        ("lc:D1 lr:D1 mc:D1 mr:D1", "open:D1"),
        ("lc:A1 lr:A1 lc:D1 rc:D1 lr:D1 rr:D1 lc:D1 lr:D1", "open:A1 open:D1"),
        # after a chord the mouse is as before
        (
            "pf:C1 lc:D1 lr:D1 lc:D1 rc:D1 rr:D1 rc:D1 lr:D1 rr:D1 lc:A1 lr:A1",
            "flag:C1 open:D1 chord:D1 open:A1",
        ),
    ],
)
def test_buttons_become_actions(story: str, done: str) -> None:
    """Releases open, right presses flag, both buttons or the middle one chord."""
    assert actions(replay(story).game) == done.split()


def test_times_are_those_of_the_mouse() -> None:
    """An action has the time of the event that did it; time never goes back."""
    shown = replay("lc:A1 lr:A1 rc:C1")
    assert [action.time for action in shown.game.actions] == [0.1, 0.2]
    back = (*shown.events, Event(5, Mouse.RIGHT_UP, 0, 0), Event(6, Mouse.RIGHT_DOWN, *place("B1")))
    later = Replay("RAWVF", "", "", "classic", shown.layout, back)
    assert [action.time for action in later.game.actions] == [0.1, 0.2, 0.2]


def test_question_marks_stand_between_a_flag_and_nothing() -> None:
    """With question marks a third press clears the cell, and a questioned cell opens."""
    presses = " ".join(["rc:C1 rr:C1"] * 4)
    assert actions(replay(presses, marks=True).game) == ["flag:C1", "flag:C1", "flag:C1"]
    assert actions(replay(presses).game) == ["flag:C1"] * 4
    questioned = replay("rc:A1 rr:A1 rc:A1 rr:A1 lc:A1 lr:A1", marks=True).game
    assert actions(questioned) == ["flag:A1", "flag:A1", "open:A1"]


def test_an_opening_stops_at_flags() -> None:
    """A flag in an area of zeros stays, and what lies behind it stays shut."""
    game = replay("pf:G1 pf:G2 pf:G3 lc:H3 lr:H3").game
    assert len(game.view.opened) == 3
    assert game.outcome is Outcome.PLAYING


def test_the_first_click_is_safe_unless_it_was_not() -> None:
    """The promise is that of the programs; a mine as the first cell shows that there was none."""
    safe = replay("pf:B1 lc:A1 lr:A1").game
    assert (safe.first_click, safe.outcome) == (FirstClick.SAFE, Outcome.PLAYING)
    lost = replay("pf:B1 lc:C1 lr:C1").game
    assert (lost.first_click, lost.outcome) == (FirstClick.NONE, Outcome.LOST)
    assert actions(lost) == ["flag:B1", "open:C1"]


def test_nothing_is_played_after_the_end() -> None:
    """What the mouse does after the game is over is no action."""
    assert actions(replay("lc:C1 lr:C1 lc:A1 lr:A1").game) == ["open:C1"]


@pytest.mark.parametrize(
    ("story", "counts"),
    [
        ("lc:D1 lr:D1 lc:D1 lr:D1 lc:A1 lr:out", (3, 0, 0, 2)),
        ("rc:C1 rr:C1 rc:out rr:out", (0, 2, 0, 1)),
        ("lc:D1 lr:D1 rc:D1 lc:D1 lr:D1 rr:D1", (1, 0, 1, 1)),
        ("lc:D1 lr:D1 rc:C1 lc:D1 lr:D1 rr:D1", (1, 1, 1, 0)),
        ("lc:D1 lr:D1 rc:D1 rr:D1 mc:D1 mr:D1", (1, 1, 1, 2)),
        ("lc:D1 rc:D1 lr:out rr:out", (0, 0, 0, 0)),
    ],
)
def test_clicks_are_counted_by_button(story: str, counts: tuple[int, ...]) -> None:
    """A chord is one click, the right press that began it is none, and some are in vain."""
    clicks = replay(story).clicks
    assert (clicks.left, clicks.right, clicks.both, clicks.wasted) == counts
    assert clicks.total == sum(counts[:3])


def test_the_figures_of_a_replay() -> None:
    """3BV/s runs from the first opening; all clicks count for the efficiency."""
    shown = replay("lc:A1 lr:A1 lc:A1 lr:A1 lc:C1 lr:C1", rows=".*.")
    figures = shown.metrics
    assert (figures.solved_bbbv, figures.clicks, figures.seconds) == (2, 3, 0.4)
    assert figures.bbbv_per_second == pytest.approx(5)
    assert figures.ioe == pytest.approx(2 / 3)
