"""sapper play for other devices: addresses, a code that is good once, a QR code."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest
from harness.missing import give_up
from harness.pseudo_terminal import PseudoTerminal
from harness.web_server import ServerProcess
from oracles.qr_reader import read

from sapper.cli import invitation
from sapper.cli.invitation import address_of, reachable

HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}


def _line(server: ServerProcess) -> str:
    assert server.process.stdout is not None
    return server.process.stdout.readline()


def test_a_code_lets_in_one_device_and_the_next_is_printed(tmp_path: Path) -> None:
    """The printed code becomes the token's cookie once; then another is printed, as it was said."""
    with ServerProcess(tmp_path / "games.sqlite", "--token", "--host", "0.0.0.0") as server:
        if "no address" in (printed := _line(server)):
            give_up("this machine is on no network: connect it")
        codes = set(re.findall(r"http://\S+\?token=(\S+)", printed))
        terms = "".join(_line(server) for _ in range(3))
        assert "lets in one device, once; then the next code is printed here" in terms
        assert "Without a code, no one on the network can play here" in terms
        (code,) = codes
        assert code not in server.greeting  # the token itself stays on this machine
        with httpx.Client(base_url=server.url, timeout=30) as phone:
            assert phone.get("/api/about").status_code == 403
            phone.get("/", params={"token": code})
            assert phone.get("/api/about").status_code == 200
        assert "A device has come in" in _line(server) + _line(server)
        (following,) = set(re.findall(r"\?token=(\S+)", _line(server)))
        with httpx.Client(base_url=server.url, timeout=30) as stranger:
            stranger.get("/", params={"token": code})
            assert stranger.get("/api/about").status_code == 403
            stranger.get("/", params={"token": following})
            assert stranger.get("/api/about").status_code == 200


def test_printed_addresses_are_accepted_and_rebound_names_are_not(tmp_path: Path) -> None:
    """Each printed address is a good Host and Origin; another name, rebound to it, is neither."""
    with ServerProcess(tmp_path / "games.sqlite", "--host", "0.0.0.0") as server:
        printed = re.findall(r"http://(\S+)/", _line(server))
        if not printed:
            give_up("this machine is on no network: connect it")
        for host in printed:
            own = {"Host": host, "Origin": f"http://{host}"}
            assert httpx.post(
                f"{server.url}/api/games", json={}, headers=own, timeout=30
            ).is_success
            foreign = {"Host": "rebound.example:80", "Origin": "http://rebound.example:80"}
            assert httpx.get(f"{server.url}/play", headers=foreign, timeout=30).status_code == 403


def test_a_terminal_shows_the_first_address_as_a_qr_code(tmp_path: Path) -> None:
    """The code on the screen reads as the address that is printed above it."""
    arguments = ["play", "--no-open", "--port", "0", "--host", "0.0.0.0"]
    terminal = PseudoTerminal(*arguments, "--data", str(tmp_path / "games.sqlite"), columns=120)
    with terminal:
        if terminal.expect(r"On another device|no address")[0] == "no address":
            give_up("this machine is on no network: connect it")
        terminal.expect("There is no encryption")
        shown = terminal.text
    lines = [line for line in shown.splitlines() if line and set(line) <= set(HALVES)]
    rows = [[HALVES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    dark = [place for place, row in enumerate(rows) if any(row)]
    code = [row[4:-4] for row in rows[dark[0] : dark[0] + len(rows[0]) - 8]]
    assert f"On another device, open {read(code)}" in shown


def test_addresses_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 0.0.0.0 all addresses are listed, each once, but for loopback and link-local ones."""
    addresses = ["127.0.0.1", "192.168.1.5", "169.254.7.7", "10.0.0.2", "192.168.1.5", "0.0.0.0"]
    monkeypatch.setattr(invitation, "_own_addresses", lambda family: iter(addresses))
    assert reachable("0.0.0.0") == ["192.168.1.5", "10.0.0.2"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", []), ("localhost", []), ("::1", []), ("192.168.1.5", ["192.168.1.5"])],
)
def test_one_host_is_its_own_address(host: str, expected: list[str]) -> None:
    """A named host is the only address; loopback is no address for other devices."""
    assert reachable(host) == expected


def test_an_address_is_an_url() -> None:
    """IPv6 addresses have brackets."""
    assert address_of("10.0.0.2", 80) == "http://10.0.0.2:80/"
    assert address_of("2001:db8::5", 80) == "http://[2001:db8::5]:80/"


def test_interfaces_are_asked() -> None:
    """The loopback interface, which every machine has, is among those that the system tells."""
    if not hasattr(socket, "AF_PACKET"):
        give_up("only Linux names its network addresses this way: run the tests on Linux")
    assert "127.0.0.1" in set(invitation._of_interfaces())
