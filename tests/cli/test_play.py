"""sapper play: it starts, prints its address, takes another port, stops cleanly."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from harness.web_server import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Callable

    Complaint = Callable[..., str]


def test_it_serves_until_ctrl_c(tmp_path: Path) -> None:
    """It prints its address, serves the page, and on Ctrl-C exits with 0 and no message."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        assert "http://127.0.0.1:" in server.greeting
        assert httpx.get(f"{server.url}/", timeout=30).status_code == 200
        game = httpx.post(f"{server.url}/api/games", json={}, timeout=30).json()
        assert httpx.post(f"{server.url}/api/games/{game['id']}/hint", timeout=30).is_success
        assert server.interrupt() == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_stop_it_too(tmp_path: Path, number: int) -> None:
    """SIGTERM, and the end of its terminal, stop it as Ctrl-C does."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        assert httpx.get(f"{server.url}/", timeout=30).status_code == 200
        assert server.interrupt(number) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]


def test_it_stops_cleanly_in_the_middle_of_work(tmp_path: Path) -> None:
    """Neither Ctrl-C while watching nor a client that went away prints an error."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        boards = {"level": "200x200/8000", "count": 100}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{server.url}/api/boards", json=boards, timeout=0.5)
        request = {"player": "deep", "level": "60x60/750"}
        with httpx.stream("POST", f"{server.url}/api/watch", json=request, timeout=30) as lines:
            next(lines.iter_lines())
            assert server.interrupt() == (0, "")


def test_a_taken_port_is_no_obstacle(tmp_path: Path) -> None:
    """If the port is taken, this is said, and another port is used and printed."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with ServerProcess(tmp_path / "games.sqlite", "--port", str(port)) as server:
            assert not server.url.endswith(f":{port}")
            assert httpx.get(f"{server.url}/api/about", timeout=30).status_code == 200
            assert server.interrupt() == (
                0,
                f"sapper: port {port} is taken; using another one\n",
            )


def test_listening_to_others_is_said(tmp_path: Path) -> None:
    """Opening the server to other machines prints a warning."""
    with ServerProcess(tmp_path / "games.sqlite", "--host", "0.0.0.0") as server:
        assert server.process.stdout is not None
        assert "On another device, open http://" in server.process.stdout.readline()
        assert "can play here, and see and delete all games" in server.process.stdout.readline()


def test_an_address_that_is_not_here_is_refused(complaint: Complaint) -> None:
    """An address of another machine is refused in one line."""
    assert "cannot listen at 192.0.2.1" in complaint("play", "--no-open", "--host", "192.0.2.1")


def test_a_file_that_holds_no_games_is_refused(complaint: Complaint, tmp_path: Path) -> None:
    """A file that is something else is refused in one line."""
    (tmp_path / "letter.txt").write_text("Dear Sapper, " * 100)
    assert "letter.txt" in complaint("play", "--no-open", "--port", "0", "--data", "letter.txt")


def test_a_folder_that_is_not_there_is_refused(
    complaint: Complaint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--data makes no folders: one that is misspelt is named, as by every other command."""
    monkeypatch.setattr("sapper.cli.play._serve", pytest.fail)
    assert "no such directory" in complaint("play", "--no-open", "--data", "mising/games.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_without_its_extra_it_says_what_to_install(
    complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If FastAPI is not installed, one line says what to do."""
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert "pip install fastapi uvicorn" in complaint("play")
