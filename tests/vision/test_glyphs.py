"""What is drawn on a single cell."""

from __future__ import annotations

import numpy as np

from sapper.vision.glyphs import TILE, find_glyph


def test_ground_between_wide_soft_edges_is_not_taken_for_ink() -> None:
    """An unopened cell is blank, though its raised edges are wider than what they leave free."""
    ground = 198
    tile = np.full((TILE, TILE), ground, np.float32)
    tile[:, :6] = [216, 233, 251, 239, 222, 204]  # light from the left and from above
    tile[:, 20:] = [192, 171, 150, 131]
    tile[:6, 3:21] = np.array([206, 225, 242, 248, 231, 214])[:, None]
    tile[21:, 3:21] = np.array([182, 163, 138])[:, None]
    glyph = find_glyph(np.repeat(tile[:, :, None], 3, axis=2))
    assert glyph.is_blank
    assert np.allclose(glyph.background, ground, atol=2)
