"""Positions in pictures, over HTTP."""

from __future__ import annotations

import base64
from typing import Any

from harness.skins import SKINS, draw_scene, position, stored

TRUTH = position("beginner", seed=4)


def picture(number: int = 1) -> str:
    return base64.b64encode(stored(draw_scene(SKINS[number], TRUTH), False)).decode()


def test_a_picture_is_read_and_corrected(client: Any) -> None:
    """The answer has the position and the legend; a corrected look is remembered."""
    reply = client.post("/api/picture", json={"picture": picture()}).json()
    assert reply["accepted"], reply["doubts"]
    assert reply["view"]["mines"] == 10
    assert reply["mines_guessed"]
    flags = next(n for n, look in enumerate(reply["looks"]) if look["name"] == "flag")
    cells = reply["looks"][flags]["cells"]
    assert {reply["view"]["rows"][row][column] for row, column in cells} == {"F"}
    legend = [{"look": flags, "meaning": -1}]
    corrected = client.post("/api/picture", json={"picture": picture(), "legend": legend}).json()
    assert {corrected["view"]["rows"][row][column] for row, column in cells} == {"#"}
    again = client.post("/api/picture", json={"picture": picture()}).json()
    assert again["view"] == corrected["view"]


def test_bad_pictures_get_a_sentence(client: Any) -> None:
    """No picture, a huge one, or a correction of a missing look is refused by name."""
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"picture": "§"}, 422, "base 64"),
        ({"picture": base64.b64encode(b"text").decode()}, 422, "not a picture"),
        ({"picture": picture(0), "legend": [{"look": 99, "meaning": 1}]}, 422, "legend"),
        ({"picture": "A" * (17 << 20)}, 413, "bytes"),
    ]
    for query, status, words in cases:
        answer = client.post("/api/picture", json=query)
        assert answer.status_code == status, answer.text
        assert words in answer.json()["detail"]
