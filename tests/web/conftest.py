"""Games on a server, as the tests of the API start and play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from harness.shared_server import SharedServer
    from httpx import Client

Json = dict[str, Any]
NewGame = Callable[..., Json]
Act = Callable[..., Any]


@pytest.fixture
def elsewhere(shared_server: SharedServer, tmp_path: Path) -> Iterator[Client]:
    """Return a client of a second server, which has its own store."""
    with shared_server.client(tmp_path / "elsewhere.sqlite") as client:
        yield client


@pytest.fixture
def new_game(client: Client) -> NewGame:
    """Return a function that starts a game and returns its state."""

    def start(**body: Any) -> Json:
        response = client.post("/api/games", json=body)
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
