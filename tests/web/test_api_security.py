"""A page of another site cannot use the server; no input is run or shown as HTML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from httpx import Client

PAGES = ["/", "/play/abc", "/analyse", "/watch/master/9x9x10-safe-1-0", "/review/abc", "/history"]


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:80", "localhost.evil.example", ""),
        *("evil.example@127.0.0.1", "127.0.0.1:8 0", "127.0.0.1:80;a=b", "localhost:http"),
        *("127.0.0.1/evil.example", "[::1", "127.0.0.1:99999"),
    ],
)
def test_a_rebound_name_is_refused(client: Client, host: str) -> None:
    """A Host that is not just this machine's name or an IP address is refused on every route."""
    for path in ("/", "/api/about", "/static/app.js"):
        response = client.get(path, headers={"Host": host})
        assert (response.status_code, response.json()["kind"]) == (403, "forbidden")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:80"])
def test_own_names_are_accepted(client: Client, host: str) -> None:
    """Loopback by name or by address is accepted with any port."""
    assert client.get("/api/about", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_page_of_another_site_is_refused(client: Client, origin: str, new_game: Any) -> None:
    """A foreign Origin can neither act nor read, and nothing changes."""
    state = new_game(layout="*..")
    url = f"/api/games/{state['id']}"
    body = {"action": "open", "row": 0, "column": 2}
    for response in (
        client.post(f"{url}/actions", json=body, headers={"Origin": origin}),
        client.get(url, headers={"Origin": origin}),
        client.get(url, headers={"Sec-Fetch-Site": "cross-site"}),
        client.delete(url, headers={"Origin": origin}),
    ):
        assert (response.status_code, response.json()["kind"]) == (403, "forbidden")
    assert client.get(url).json() == state


def test_the_own_page_may_act(client: Client, new_game: Any) -> None:
    """The server's own Origin is accepted."""
    own = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    url = f"/api/games/{new_game(layout='*..')['id']}/actions"
    body = {"action": "open", "row": 0, "column": 2}
    assert client.post(url, json=body, headers=own).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_a_form_can_send_is_refused(client: Client, kind: str) -> None:
    """A body needs the JSON content type, which no form of another site can send."""
    response = client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
    assert (response.status_code, response.json()["kind"]) == (415, "unsupported")


@pytest.mark.parametrize("path", [*PAGES, "/api/about", "/nowhere", "/static/index.html"])
def test_every_answer_has_the_security_headers(client: Client, path: str) -> None:
    """Scripts come only from this server and never inline; no frames, no sniffing, no referrer."""
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", PAGES)
def test_every_state_has_an_address(client: Client, path: str) -> None:
    """Each address serves the one page, which has no inline script or style."""
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert "onclick=" not in response.text
    assert "<style" not in response.text
    assert response.text.count("<script") == response.text.count('<script type="module" src=')


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"]
)
def test_only_static_files_are_served(client: Client, path: str) -> None:
    """No path leads out of the folder of static files."""
    assert client.get(path).status_code == 404


def test_a_large_body_is_refused(client: Client) -> None:
    """A body beyond the limit is refused, with and without a Content-Length."""
    big = json.dumps({"position": "#" * (2 << 20)}).encode()
    kind = {"Content-Type": "application/json"}
    sized = client.post("/api/analyse", content=big, headers=kind)
    chunked = client.post(
        "/api/analyse", content=iter([big[: 1 << 20], big[1 << 20 :]]), headers=kind
    )
    for response in (sized, chunked):
        assert (response.status_code, response.json()["kind"]) == (413, "too_large")


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b"[" * 100_000, b'{"seed": ' + b"9" * 10_000 + b"}", b'{"seed": NaN}'],
)
def test_broken_json_is_a_problem(client: Client, body: bytes) -> None:
    """JSON that cannot be read is answered as the client's error."""
    response = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["kind"] == "invalid"


def test_text_of_a_client_comes_back_only_as_json(client: Client) -> None:
    """Markup in a position, a level or a player's name is answered as JSON text, never as HTML."""
    markup = "<img src=x onerror=alert(1)>"
    lone = json.dumps({"position": f"{markup}\ud800"})  # half a character, as JSON can write it
    answers = [
        client.post("/api/analyse", content=lone, headers={"Content-Type": "application/json"}),
        client.post("/api/games", json={"level": markup}),
        client.post("/api/watch", json={"player": markup}),
        client.get("/api/games/<img>"),
        client.get("/<img src=x>"),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert answer.headers["content-type"] == "application/problem+json"
        assert "<" not in answer.headers.get("location", "")
