"""Bounds of what a picture may cost, whatever its file says."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from harness.accepted import same
from harness.costly_pictures import COSTLY, saved
from harness.skins import SKINS, draw_scene, position
from harness.spent import run_measured
from PIL import Image

from sapper.vision import UnreadablePicture, loading, read_screenshot
from sapper.vision.errors import Refusal

_MOST_SECONDS = 5
_MOST_MEGABYTES = 300


@pytest.mark.parametrize("name", COSTLY)
def test_a_file_that_costs_much_to_unpack_is_refused(name: str) -> None:
    """What counts is what a file makes the decoder read and hold, not only its pixels."""
    with pytest.raises(UnreadablePicture) as caught:
        read_screenshot(COSTLY[name]())
    animation = name == "TIFF of many directories"
    assert caught.value.refusal is (Refusal.ANIMATION if animation else Refusal.TOO_LARGE)


def _checkerboard(side: int, pitch: int) -> Image.Image:
    places = np.arange(side) // pitch % 2
    return Image.fromarray((255 * (places[:, None] ^ places)).astype(np.uint8)).convert("RGB")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell what a child spent")
@pytest.mark.parametrize("name", ["blank", "checkerboard", "directories"])
def test_no_picture_takes_much_memory_or_time(name: str, tmp_path: Path) -> None:
    """Neither 36 million pixels, nor thousands of cells, nor a file of many directories."""
    make = {
        "blank": lambda: saved("PNG", Image.new("RGB", (6000, 6000), "#c0c0c0")),
        "checkerboard": lambda: saved("PNG", _checkerboard(2600, 50)),
        "directories": COSTLY["TIFF of many directories"],
    }
    (tmp_path / "picture").write_bytes(make[name]())
    spent = run_measured(sys.executable, "-m", "sapper", "read", str(tmp_path / "picture"))
    assert spent.code == 2, spent.output
    assert "Traceback" not in spent.output
    assert spent.seconds < _MOST_SECONDS
    assert spent.megabytes < _MOST_MEGABYTES


@pytest.mark.parametrize("stored", [True, False])
def test_a_picture_of_very_many_pixels_is_halved(
    stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position is the same, and the grid lies in the picture that was given."""
    truth = position("beginner", seed=2)
    scene = draw_scene(SKINS[0], truth, 2.0, seed=4)
    whole = read_screenshot(scene)
    monkeypatch.setattr(loading, "MAX_WHOLE", 1)
    halved = read_screenshot(saved("PNG", scene) if stored else np.asarray(scene))
    assert halved.accepted
    assert same(halved.view, truth)
    assert halved.grid.is_near(whole.grid, 0.1)


def test_what_programs_write_is_unpacked() -> None:
    """Bounds leave ordinary files alone, also in formats of which some are costly."""
    scene = draw_scene(SKINS[0], position("beginner", seed=2), seed=4)
    files = [
        saved("TIFF", scene, compression="tiff_lzw"),
        saved("TIFF", scene, compression="jpeg"),
        saved("JPEG", scene, progressive=True),
        saved("BMP", scene.quantize(16)),
        saved("GIF", scene.quantize(64)),
        saved("WEBP", scene),
        saved("PPM", scene),
    ]
    for file in files:
        pixels, times = loading.load(file)
        assert (pixels.shape, times) == ((scene.height, scene.width, 3), 1)
