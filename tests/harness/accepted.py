"""What became of a picture that was read."""

from __future__ import annotations

from harness.skins import Skin

from sapper.rules.view import View
from sapper.vision import UnreadablePicture, read_screenshot

PALE = Skin("pale", 34, ground="#e8f7f5", closed="#cff0ec", gap=0.08, window="#a2bdb9",
            numbers=("#5a5a84", "#2f7f94", "#944040", "#505090", "#803030", "#308080", "#202020",
                     "#606060"), font="DejaVuSans-Bold.ttf")  # fmt: skip


def same(one: View, other: View) -> bool:
    return one.array.shape == other.array.shape and bool((one.array == other.array).all())


def read_or_refuse(picture: bytes) -> View | None:
    """Return the view that was accepted, or None if it was asked about or refused."""
    try:
        reading = read_screenshot(picture)
    except UnreadablePicture:
        return None
    return reading.view if reading.accepted else None
