"""A screenshot of another program becomes a position: pasted, dropped, chosen and corrected."""

from __future__ import annotations

import base64
import re

import pytest
from harness.skins import SKINS, draw_scene, position, stored
from playwright.sync_api import Page, expect
from web.browser.scene import Visit, cell, lead

from sapper.rules.view import View

pytestmark = pytest.mark.needs_server("pictures are read with numpy and Pillow")
TRUTH = position("beginner", seed=4)
FILE = stored(draw_scene(SKINS[1], TRUTH), False)
_HAND_OVER = """([kind, data, type]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], "shot", { type }));
  const event = kind === "paste"
    ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
    : new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}"""


def hand_over(page: Page, kind: str, data: bytes, type: str = "image/png") -> None:
    """Paste or drop a file."""
    page.evaluate(_HAND_OVER, [kind, base64.b64encode(data).decode(), type])


def expect_truth(page: Page) -> None:
    """Expect the numbers of the drawn position on the board."""
    names = ["empty", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    for row, column in list(TRUTH.opened)[:12]:
        name = names[TRUTH[row, column]]
        expect(cell(page, row, column)).to_have_accessible_name(re.compile(name))


def test_a_pasted_picture_stands_on_the_board(visit: Visit) -> None:
    """Ctrl-V with a picture opens Analyse from anywhere, with the position and its best move."""
    page = visit("/play")
    cell(page, 0, 0).wait_for()
    hand_over(page, "paste", FILE)
    expect(page.locator(".look")).not_to_have_count(0)
    expect_truth(page)
    expect(page).to_have_url(re.compile("/analyse"))


def test_a_dropped_picture_is_corrected(visit: Visit) -> None:
    """Correcting one look corrects all its cells; a file that is no picture is refused."""
    page = visit("/analyse")
    cell(page, 0, 0).wait_for()
    hand_over(page, "drop", FILE)
    expect(page.locator(".look")).not_to_have_count(0)
    flags = [(row, column) for row, column in TRUTH.flags]
    for row, column in flags:
        expect(cell(page, row, column)).to_have_accessible_name(re.compile("flagged"))
    select = page.locator(".look select").filter(has=page.locator("option[value='-2']:checked"))
    select.first.select_option("-1")
    for row, column in flags:
        expect(cell(page, row, column)).not_to_have_accessible_name(re.compile("flagged"))
    hand_over(page, "drop", b"not a picture")
    expect(lead(page)).to_contain_text("not a picture")


def test_a_guess_is_confirmed(visit: Visit) -> None:
    """Questions stand first, beside its look, and one press says that the guess is right."""
    page = visit("/analyse")
    cell(page, 0, 0).wait_for()
    hand_over(page, "drop", stored(draw_scene(SKINS[1], View(9, 9, 10)), False))
    doubts = page.locator(".doubt")
    expect(doubts.first).to_contain_text("unopened?")
    for left in reversed(range(doubts.count())):
        doubts.first.get_by_role("button", name="Yes, unopened").click()
        expect(doubts).to_have_count(left)
    expect(page.locator(".looks .error")).to_have_count(0)


def test_a_chosen_picture_is_read_on_a_phone(visit: Visit) -> None:
    """The file field takes pictures, so that a phone offers its camera roll."""
    page = visit("/analyse", phone=True)
    cell(page, 0, 0).wait_for()
    field = page.locator("#picture-file")
    expect(field).to_have_attribute("accept", "image/*")
    field.set_input_files({"name": "shot.png", "mimeType": "image/png", "buffer": FILE})
    expect_truth(page)
