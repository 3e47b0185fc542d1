"""A server shared by the tests of a module; each test makes its own games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from harness.web_server import ServerProcess
from httpx import Client

Json = dict[str, Any]
NewGame = Callable[..., Json]
Act = Callable[..., Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    data = tmp_path_factory.mktemp("web") / "games.sqlite"
    with ServerProcess(data) as server, Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture
def new_game(client: Client) -> NewGame:
    """Return a function that starts a game and returns its state."""

    def start(**asked: Any) -> Json:
        response = client.post("/api/games", json=asked)
        assert response.status_code in (200, 201), response.text
        state: Json = response.json()
        return state

    return start


@pytest.fixture
def act(client: Client) -> Act:
    """Return a function that performs an action and returns the response."""

    def perform(id: str, action: str, row: int = 0, column: int = 0, **more: Any) -> Any:
        body = {"action": action, "row": row, "column": column} | more
        return client.post(f"/api/games/{id}/actions", json=body)

    return perform
