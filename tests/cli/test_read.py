from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from harness.skins import SKINS, draw_scene, position, stored
from PIL import Image

from sapper.cli.assist_screen import Follower, follow, read_region
from sapper.rules.errors import SapperError
from sapper.rules.notation import read_view
from sapper.vision import read_screenshot
from sapper.vision.legend import SavedLegend

if TYPE_CHECKING:
    from typer.testing import Result


@pytest.fixture
def shot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a picture of a beginner game; the user's data folder is a fresh one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "shot.png"
    file.write_bytes(stored(draw_scene(SKINS[1], position("beginner", seed=4)), False))
    return file


def test_a_picture_becomes_a_position_and_advice(run: Callable[..., Result], shot: Path) -> None:
    """The legend is shown, then what is certain; --text is read by solve; --json has all."""
    shown = run("read", str(shot), "--ascii")
    assert shown.exit_code == 0, shown.output
    assert "10 mines, the usual number for this size" in shown.output
    assert "unopened" in shown.output
    text = run("read", str(shot), "--text").output
    truth = position("beginner", seed=4)
    assert (read_view(text).array == truth.array).all()
    assert run("solve", "-", typed=text).exit_code in (0, 1)
    answer = json.loads(run("read", str(shot), "--json", "--mines", "10").output)
    assert answer["view"]["mines"] == 10
    assert {look["name"] for look in answer["looks"]} >= {"1", "2", "empty", "unopened"}


def test_a_correction_is_remembered(run: Callable[..., Result], shot: Path) -> None:
    """A look is corrected by its number, for this picture and for later ones."""
    looks = json.loads(run("read", str(shot), "--json").output)["looks"]
    number = 1 + next(n for n, look in enumerate(looks) if look["name"] == "flag")
    run("read", str(shot), "--legend", f"{number}=unopened")
    later = json.loads(run("read", str(shot), "--json").output)
    assert "flag" not in {look["name"] for look in later["looks"]}
    fresh = json.loads(run("read", str(shot), "--json", "--forget").output)
    assert "flag" in {look["name"] for look in fresh["looks"]}


def flag_number(run: Callable[..., Result], shot: Path) -> int:
    looks = json.loads(run("read", str(shot), "--json", "--forget").output)["looks"]
    return 1 + next(n for n, look in enumerate(looks) if look["name"] == "flag")


def test_forgetting_for_one_picture_keeps_the_rest(run: Callable[..., Result], shot: Path) -> None:
    """A correction with --forget is added to those of other pictures, and replaces none."""
    number = flag_number(run, shot)
    run("read", str(shot), "--legend", f"{number}=unopened")
    run("read", str(shot), "--forget", "--legend", f"{number % 2 + 1}=3")
    later = json.loads(run("read", str(shot), "--json").output)
    assert "flag" not in {look["name"] for look in later["looks"]}


@pytest.mark.parametrize("home", ["/dev/null", None])
def test_only_learning_needs_a_home(
    run: Callable[..., Result], shot: Path, monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    """A picture is read and corrected where nothing can be kept; that is said of a correction."""
    number = flag_number(run, shot)
    monkeypatch.delenv("XDG_DATA_HOME")
    if home is None:
        monkeypatch.setattr(Path, "home", raising(RuntimeError("no home")))
    else:
        monkeypatch.setenv("HOME", home)
    assert run("read", str(shot)).exit_code == 0
    corrected = run("read", str(shot), "--json", "--legend", f"{number}=unopened")
    assert corrected.exit_code in (0, 1)
    assert "flag" not in {look["name"] for look in json.loads(corrected.stdout)["looks"]}
    assert "not kept for other pictures" in corrected.stderr


def raising(error: Exception) -> Callable[..., Path]:
    def fail() -> Path:
        raise error

    return fail


def test_a_memory_that_cannot_be_read_is_left_alone(
    run: Callable[..., Result], shot: Path, tmp_path: Path
) -> None:
    """A folder in the place of the file is named; the picture is read without it."""
    (tmp_path / "data" / "sapper" / "looks.json").mkdir(parents=True)
    result = run("read", str(shot))
    assert result.exit_code == 0
    assert "looks.json: Is a directory" in result.stderr


def test_two_forms_at_once_are_refused(run: Callable[..., Result], shot: Path) -> None:
    """--json and --text ask for two answers; neither is ignored."""
    result = run("read", str(shot), "--json", "--text")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave one out" in result.stderr


def test_bad_input_is_refused_with_exit_code_2(
    run: Callable[..., Result], shot: Path, tmp_path: Path
) -> None:
    """A file that is no picture, a wrong correction and a missing file are named."""
    (tmp_path / "text.png").write_text("not a picture")
    for arguments in (
        [str(tmp_path / "text.png")],
        [str(tmp_path / "missing.png")],
        [str(shot), "--legend", "three=flag"],
        [str(shot), "--legend", "77=flag"],
    ):
        result = run("read", *arguments)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
    assert run("assist", "--region", "1,2,3x4").exit_code == 2


def test_following_a_screen_tells_each_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Safe cells come with reasons; a number that changes is a misreading; Ctrl-C ends it."""
    early, late = (
        draw_scene(SKINS[2], position("beginner", seed=6, moves=moves)) for moves in (2, 5)
    )
    pictures = [early, early, late, Image.new("RGB", (90, 90))]

    def grab() -> Image.Image:
        if not pictures:
            raise KeyboardInterrupt
        return pictures.pop(0)

    follow(grab, None, SavedLegend(), pause=0)
    lines = capsys.readouterr().out.splitlines()
    assert sum("safe cell" in line or "Nothing is certain" in line for line in lines) == 2
    assert any(line.startswith("Waiting: no board") for line in lines)
    assert lines[-1] == "Stopped."


def test_a_changed_number_is_called_a_misreading() -> None:
    """What was open in the last picture shows the same number in the next."""
    view = position("beginner", seed=6, moves=2)
    scene = draw_scene(SKINS[2], view)
    follower = Follower(None, SavedLegend())
    follower.see(scene)
    grid = read_screenshot(scene).grid
    one, two = (next(c for c in view.opened if view[c] == n) for n in (1, 2))
    side = SKINS[2].side
    (x, y), (u, v) = grid.centre(one), grid.centre(two)
    tile = scene.crop(
        (round(x - side / 2), round(y - side / 2), round(x + side / 2), round(y + side / 2))
    )
    scene.paste(tile, (round(u - side / 2), round(v - side / 2)))
    report = follower.see(scene)
    assert "Misread" in report or "Not sure" in report
    with pytest.raises(SapperError, match="LEFT,TOP"):
        read_region("1,2")
