"""Writers of replays, each by the description of its format, to try the readers with."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, fabs, sin, sqrt

from sapper.rules.board import Layout

Happened = tuple[int, str, int, int]  # milliseconds, what the mouse did, x and y
EVF_CODES = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m")
AVF_CODES = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "sc": 11, "rr": 17, "mc": 33, "mr": 65}


@dataclass(frozen=True)
class Film:
    """What a replay has to tell."""

    layout: Layout
    happened: list[Happened]
    marks: bool = False
    mode: int = 0
    player: str = "Ada"
    preflags: list[tuple[int, int]] = field(default_factory=list)

    @property
    def size(self) -> tuple[int, int]:
        return self.layout.board.width, self.layout.board.height

    @property
    def mines(self) -> list[tuple[int, int]]:
        return sorted(self.layout.mines)


def write_avf(film: Film) -> bytes:
    """Write a custom board as Arbiter 0.52.3 does; times are in hundredths from 1 s on."""
    width, height = film.size
    head = bytes([52, 19, 7, 9, 13, 6, width - 1, height - 1])
    head += struct.pack(">H", len(film.mines))
    head += b"".join(bytes([row + 1, column + 1]) for row, column in film.mines)
    marks = b"\x11" if film.marks else b"\x7f"
    info = b"[3|W8H8M10|26.10.2022.23:13:27:2236|26.23:13:29:7764|B7T3.52]"
    events = b"".join(_avf_event(*each) for each in film.happened)
    player = film.player.encode()
    lines = [b"cs=0123456789abcdef", b"RealTime: 2.52", b"Skin: 3.1", player]
    footer = b"\r".join([*lines, b"Minesweeper Arbiter 0.52.3. Copyright \xa9 2005-2006"])
    return (
        head + b"\xd3\xd3\x09\x0a" + marks + b"8" + info + b"\x0c\x0b" + events + bytes(8) + footer
    )


def _avf_event(time: int, mouse: str, x: int, y: int) -> bytes:
    second, hundredths = divmod(time // 10, 100)
    s1, s0 = divmod(second + 1, 256)
    return bytes([AVF_CODES[mouse], x >> 8, s0, x & 255, hundredths, y >> 8, s1, y & 255])


def write_freesweeper(film: Film) -> bytes:
    """Write the same as Freesweeper does: version 0, thousandths after all events."""
    data = write_avf(film)
    place = data.index(b"cs=") + 3
    finer = bytes(time % 10 for time, *_ in film.happened)
    return bytes([0, 10, 0]) + data[3:place] + finer + b"0123456789abcdef0\r" + data[place + 17 :]


def write_rmv_1(film: Film) -> bytes:
    events = b"".join(_rmv_event(each, (12, 56)) for each in film.happened[1:])
    properties = bytes([film.marks, 0, film.mode, 3, 1])
    result = b"\nLEVEL:0#SCORE:1.000#\n"
    board, flags, player = _rmv_parts(film)
    program = b"Vienna Minesweeper - Release 3.0. Copyright (C) 2008"
    sizes = struct.pack(
        ">HHHHHH", len(result), len(program), len(player), len(board), len(flags), 5
    )
    body = result + program + player + board + flags + properties
    film_bytes = b"\x00\x01\x02\x03\x04" + events + b"\x12\x00\x00" + b"\x10\x00\x03\xe8"
    head = b"*rmv\x00\x01" + bytes(4) + sizes + struct.pack(">IH", len(film_bytes), 2)
    return head + body + film_bytes + b"cs"


def write_rmv_2(film: Film, cell_size: int = 16) -> bytes:
    """Write moves of less than 8 pixels in their short form."""
    happened = film.happened[1:]
    events = _rmv_event(happened[0], (0, 0))
    for before, after in pairwise(happened):
        steps = [after[2] - before[2], after[3] - before[3]]
        soon = after[0] - before[0] < 256
        if after[1] == "mv" and soon and all(-8 <= step <= 7 for step in steps):
            packed = (steps[0] & 15) << 4 | steps[1] & 15
            events += bytes([28, after[0] - before[0], packed])
        else:
            events += _rmv_event(after, (0, 0))
    properties = bytes([film.marks, 0, film.mode, 3, 7, 0, cell_size])
    board, flags, player = _rmv_parts(film)
    program = b"Vienna Minesweeper - Release 5.0"
    sizes = (len(program), len(player), len(board), len(flags), len(properties), 7)
    film_bytes = events + b"\x10\x00\x03\xe8"
    head = b"*rmv\x00\x02\x01\x05" + bytes(4) + struct.pack(">HHHHHH", *sizes)
    head += struct.pack(">IH", len(film_bytes), 2)
    extension = b"\x00\x01" + b"\x01a" + b"\x02bc"
    return head + program + player + board + flags + properties + extension + film_bytes + b"cs"


def _rmv_event(each: Happened, offset: tuple[int, int]) -> bytes:
    time, mouse, x, y = each
    kind = EVF_CODES.index(mouse) + 1
    return bytes([kind]) + struct.pack(
        ">IHH", time << 8, (x + offset[0]) & 0xFFFF, (y + offset[1]) & 0xFFFF
    )


def _rmv_parts(film: Film) -> tuple[bytes, bytes, bytes]:
    width, height = film.size
    mines = b"".join(bytes([column, row]) for row, column in film.mines)
    board = struct.pack(">IBBH", 1_700_000_000, width, height, len(film.mines)) + mines
    flags = b"".join(bytes([column, row]) for row, column in film.preflags)
    flags = struct.pack(">H", len(film.preflags)) + flags if film.preflags else b""
    name = film.player.encode()
    return board, flags, b"\x00\x02" + bytes([len(name)]) + name + b"\x03Ada"


def write_evf_3(film: Film) -> bytes:
    events = b""
    for time, mouse, x, y in film.happened:
        events += bytes([EVF_CODES.index(mouse) + 1]) + struct.pack(">IHH", time, x, y)[1:]
    texts = ["Meta 3.1", film.player, "", "", "1", "2", "AT", "device"]
    text = b"".join(each.encode() + b"\0" for each in texts)
    return _evf_head(3, film) + b"\x00\x03\xe8" + text + _bits(film) + events + b"\0" + bytes(32)


def write_evf_4(film: Film) -> bytes:
    """Write a file with a pause, a figure, a board event and a state between the events."""
    events, last = b"", (0, "", 0, 0)
    for each in film.happened:
        wait = each[0] - last[0]
        while wait > 255:
            pause = min(wait, 65_535)
            events += b"\xff" + struct.pack(">H", pause)
            wait -= pause
        kind = EVF_CODES.index(each[1]) + 1
        events += struct.pack(">BBhh", kind, wait, each[2] - last[2], each[3] - last[3])
        last = each
    figures = b"\x00\x01STNB\x00" + struct.pack(">BBHd", 200, 0, 10_000, 1.5)
    figures += (
        b"\xc9\x00" + struct.pack(">H", 10_000) + b"text\0" + b"\x64\x00\x01\x02" + b"\x52\x00"
    )
    names = b"".join(each + b"\0" for each in (b"Meta 3.2.1", film.player.encode(), b"", b""))
    about = struct.pack(">I2sQQ", 1000, b"AT", 1, 2) + names + b"\x00\x02id"
    return _evf_head(4, film) + about + _bits(film) + figures + events + b"\0\x00\x02cs"


def _evf_head(version: int, film: Film) -> bytes:
    width, height = film.size
    head = bytes([version, 0x80, 0x80 * film.marks, height, width])
    return head + struct.pack(">HBHH", len(film.mines), 16, film.mode, 7)


def _bits(film: Film) -> bytes:
    width, height = film.size
    number = 0
    for row in range(height):
        for column in range(width):
            number = number << 1 | ((row, column) in film.layout.mines)
    spare = -width * height % 8
    return (number << spare).to_bytes((width * height + spare) // 8, "big")


def write_mvf_097(film: Film) -> bytes:
    def event(bits: list[int], time: int, x: int, y: int) -> None:
        second, hundredths = divmod(time // 10, 100)
        _put(bits, (3, 9, y), (12, 9, x), (21, 7, hundredths), (28, 10, second))

    head = (b"\x11M" + bytes(25) + b"5").ljust(74, b"\0")
    head += bytes([10, 26, 2022 >> 8, 2022 & 255, 23, 13, 27, 4, 1]) + b"\x00\x02\x34" + bytes(10)
    return head + _mvf_body(film, 5, event)


def write_mvf_2007(film: Film) -> bytes:
    def event(bits: list[int], time: int, x: int, y: int) -> None:
        _put(bits, (3, 11, y + 32), (14, 11, x + 32), (25, 22, time))

    head = (b"\x11M" + bytes(25) + b"7").ljust(53, b"\0") + b"\x0e2007 release 1"
    head = head.ljust(71, b"\0")
    head += bytes([10, 26, 2022 >> 8, 2022 & 255, 23, 13, 27, 4, 1]) + b"\x00\x02\x34"
    return head + _mvf_body(film, 6, event)


def _mvf_body(film: Film, words: int, put: Callable[[list[int], int, int, int], None]) -> bytes:
    width, height = film.size
    board = struct.pack(">?BBH", film.marks, width, height, len(film.mines))
    board += b"".join(bytes([column + 1, row + 1]) for row, column in film.mines)
    name = film.player.encode()
    key = 4321
    events = b""
    for down, (time, _, x, y) in zip(_buttons(film), film.happened, strict=True):
        bits = [0] * (8 * words)
        bits[0], bits[1], bits[2] = down["r"], down["m"], down["l"]
        put(bits, time, x, y)
        events += _shuffled(bits, key, words)
    count = struct.pack(">I", len(film.happened))[1:]
    return board + bytes([len(name)]) + name + struct.pack(">H", key) + count + events


def _put(bits: list[int], *numbers: tuple[int, int, int]) -> None:
    """Put numbers into bits, each from a place on and so many bits long, the lowest first."""
    for place, length, value in numbers:
        for power in range(length):
            bits[place + power] = value >> power & 1


def _shuffled(bits: list[int], key: int, words: int) -> bytes:
    """Put bit 0 where the first digit 0 stands, and so on, up to the last 9."""
    root, other = sqrt(key), sqrt(key + 1000)
    third, fourth = sqrt(root + 1000), sqrt(other + 1000)
    waves = [cos(third + 1000), sin(sqrt(other)), cos(third)]
    waves += [sin(sqrt(root) + 1000), cos(fourth), sin(fourth)]
    digits = "".join(f"{round(fabs(wave) * 100_000_000):08}" for wave in waves[:words])
    out, bit = bytearray(words), 0
    for digit in "0123456789":
        for place, sign in enumerate(digits):
            if sign == digit:
                out[place // 8] |= bits[bit] << place % 8
                bit += 1
    return bytes(out)


def _buttons(film: Film) -> list[dict[str, int]]:
    """Return which buttons are down after each event."""
    down, states = {"l": 0, "r": 0, "m": 0}, []
    for _, mouse, _, _ in film.happened:
        if mouse != "mv":
            down[mouse[0]] = int(mouse[1] == "c")
        states.append(dict(down))
    return states


def write_mvf_old(film: Film) -> bytes:
    """Write a beginner's, intermediate's or expert's board as Clone 0.96 does."""
    width, height = film.size
    head = struct.pack(">BBH", width, height, len(film.mines))
    head += b"".join(bytes([column, row]) for row, column in film.mines) + bytes([film.marks, 0])
    events, time = b"", 0
    for down, (time, _, x, y) in zip(_buttons(film), film.happened, strict=True):
        second, hundredths = divmod(time // 10, 100)
        held = down["l"] | down["m"] << 1 | down["r"] << 2
        events += struct.pack(">BBBHHB", second, hundredths, held, x, y, 0)
    second, hundredths = divmod(time // 10, 100)
    footer = struct.pack(">HB", second, hundredths) + film.player.encode().ljust(100)
    return head + events + footer + b"\0" + b"\xa7" * 20 + b"\0"


def write_rawvf(film: Film) -> bytes:
    width, height = film.size
    lines = ["RawVF_Version: Rev6", "Program: Oracle", f"Player: {film.player}"]
    lines += [f"Width: {width}", f"Height: {height}", f"Mines: {len(film.mines)}"]
    lines += [f"Marks: {'On' if film.marks else 'Off'}", f"Mode: {('Classic', 'UPK')[film.mode]}"]
    cells = "".join("*" if mine else "0" for mine in film.layout.mask)
    lines += ["Board:", *(cells[at : at + width] for at in range(0, len(cells), width)), "Events:"]
    lines += ["0.000 start"]
    for time, mouse, x, y in film.happened:
        place = f"{x // 16 + 1} {y // 16 + 1} ({x} {y})"
        lines += [f"{time // 1000}.{time % 1000:03} {mouse} {place}", "number1 1 1"]
    return "\n".join([*lines, "won"]).encode()
