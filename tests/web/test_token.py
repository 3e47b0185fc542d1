"""The token: only those who have the address that `sapper play` printed can use the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from harness.web_server import ServerProcess

from sapper.web.carriers.security import Access

if TYPE_CHECKING:
    from harness.shared_server import SharedServer

TOKEN = "a-token-of-the-tests"


@pytest.fixture
def url(shared_server: SharedServer, tmp_path: Path) -> Iterator[str]:
    url = shared_server.start(tmp_path / "games.sqlite", TOKEN)
    yield url
    shared_server.stop(url)


def test_the_token_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sapper play --token` prints an address with the token of SAPPER_TOKEN."""
    monkeypatch.setenv("SAPPER_TOKEN", TOKEN)
    with ServerProcess(tmp_path / "games.sqlite", "--token") as server:
        assert f"{server.url}/?token={TOKEN} " in server.greeting


def test_the_api_refuses_strangers_in_words(url: str) -> None:
    """Without the token, or with a wrong one, nothing can be read, played or deleted."""
    shown = [{}, {"Authorization": "Bearer wrong"}, {"Cookie": f"sapper-1={TOKEN}"}]
    for headers in shown:
        for method, path in [("GET", "history"), ("POST", "games"), ("DELETE", "games/abcdef")]:
            answer = httpx.request(method, f"{url}/api/{path}", headers=headers, timeout=30)
            assert (answer.status_code, answer.json()["kind"]) == (403, "forbidden")
            assert "open the address that `sapper play` printed" in answer.json()["detail"]


def test_a_program_sends_the_token_as_a_header(url: str) -> None:
    """The token of SAPPER_TOKEN is accepted as a bearer token."""
    answer = httpx.get(f"{url}/api/about", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30)
    assert answer.status_code == 200


def test_the_address_becomes_a_cookie(url: str) -> None:
    """The first visit sets a strict cookie and leads to the address without the token."""
    with httpx.Client(base_url=url, timeout=30) as browser:
        answer = browser.get("/play", params={"level": "expert", "token": TOKEN})
        assert (answer.status_code, answer.headers["location"]) == (303, "/play?level=expert")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert browser.get("/api/about").status_code == 200
        assert browser.get("/play").status_code == 200


@pytest.mark.parametrize("host", ["[::1]", "127.0.0.1", "localhost:8"])
def test_the_cookie_is_named_after_the_port(url: str, host: str) -> None:
    """Whatever the Host looks like, its cookie is accepted there, and the one for 80 is usual."""
    answer = httpx.get(f"{url}/?token={TOKEN}", headers={"Host": host}, timeout=30)
    cookie = answer.headers["set-cookie"].partition(";")[0]
    assert cookie == f"sapper-{'8' if host.endswith(':8') else '80'}={TOKEN}"
    again = httpx.get(f"{url}/api/about", headers={"Host": host, "Cookie": cookie}, timeout=30)
    assert again.status_code == 200


def test_a_wrong_token_sets_no_cookie(url: str) -> None:
    """Another token leads to the page, which then says what is missing, and nowhere else."""
    for path, target in [("/", "/"), ("//other.example", "/other.example")]:
        answer = httpx.get(f"{url}{path}?token=wrong", timeout=30)
        assert (answer.status_code, answer.headers["location"]) == (303, target)
        assert "set-cookie" not in answer.headers


def test_a_ticket_is_good_for_one_visit() -> None:
    """The address given to the browser can be used once: other users may have read it."""
    access = Access()
    ticket = access.ticket()
    assert not access.is_token(ticket)
    assert [access.admits(ticket), access.admits(ticket)] == [True, False]
    assert access.admits(access.token)
