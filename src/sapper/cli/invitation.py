"""The addresses with single-use codes that `sapper play --host …` prints for other devices."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.web.carriers.security import Access

_EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # reserved for documents
_SIOCGIFADDR = 0x8915  # Linux: ask for the address of an interface
_PAPER, _PLAIN = "\033[30;107m", "\033[0m"  # black on white, whatever the terminal's colours are

_TERMS = """The code in it lets in one device, once; then the next code is printed here.
Without a code, no one on the network can play here, or see or delete games.
There is no encryption."""


@dataclass
class Invitation:
    """The addresses of the server for other devices, the likeliest first."""

    addresses: list[str]
    access: Access

    def show(self) -> None:
        """Print the addresses with a new code, and the first one as a QR code on a terminal."""
        code = self.access.ticket(self._welcome)
        invited = [f"{address}?token={code}" for address in self.addresses]
        print("On another device, open", " or ".join(invited))
        if sys.stdout.isatty():
            print(*(f"{_PAPER}{line}{_PLAIN}" for line in qr_code(invited[0])), sep="\n")
        print(_TERMS, flush=True)

    def _welcome(self) -> None:
        print("\nA device has come in. For the next one:")
        self.show()


def qr_code(text: str) -> list[str]:
    """Draw a QR code in lines of characters that are two modules high; blank ones are light."""
    import segno  # of the extra `web`, which other commands do without

    code = segno.make(text, error="L", encoding="utf-8", micro=False, boost_error=False)
    rows = [[bool(dark) for dark in row] for row in code.matrix_iter(border=4)]
    if len(rows) % 2:
        rows.append([False] * len(rows))
    shapes = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return [
        "".join(shapes[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def reachable(host: str) -> list[str]:
    """Return the hosts by which other devices reach a server that listens at `host`."""
    family = _EVERYWHERE.get(host)
    if family is None:
        return [] if is_local(host) else [host]
    own = dict.fromkeys(_own_addresses(family))  # each once, in their order
    return [address for address in own if _is_for_others(address)]


def is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_for_others(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    return not (ip.is_loopback or ip.is_unspecified or ip.is_link_local)


def _own_addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Ask the system in three ways: none of them knows all addresses everywhere."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way_out:
        way_out.connect((_ELSEWHERE[family], 9))  # sends nothing
        yield way_out.getsockname()[0]
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0])
    if family == socket.AF_INET:
        yield from _of_interfaces()


def _of_interfaces() -> Iterator[str]:
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no address
                response = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(response[20:24])
