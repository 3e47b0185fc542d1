"""Players that work out the mines from what they are given: fair seeds give them nothing."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path

import pytest
from harness.programs import program

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk, strength_of
from sapper.arena.fairness import commitment, player_seed, read_secret, sealed_seed
from sapper.players import Move
from sapper.players.native import MasterPlayer
from sapper.players.random import RandomPlayer
from sapper.rules.board import Layout, Level
from sapper.rules.errors import SapperError
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick, View

GAMES = 40
EXPERT = Level.NAMED["expert"]
SECRET = "5e" * 32


@cache
def seed_table() -> dict[int, tuple[int, int]]:
    """Return the small seeds and games behind unkeyed seeds, as anybody can compute them."""
    return {
        int.from_bytes(blake2b(f"{seed} {index}".encode(), digest_size=8).digest(), "big"): (
            seed,
            index,
        )
        for seed in range(50)
        for index in range(GAMES)
    }


class Knowing:
    """Opens the corner, then every cell that a layout it knows calls safe."""

    def layout(self, view: View) -> Layout | None:
        raise NotImplementedError

    def move(self, view: View) -> Move | None:
        if not view.opened:
            return Move((0, 0), True, "the rules promise it")
        layout = self.layout(view)
        safe = [] if layout is None else [c for c in view.unopened if not layout.is_mine(c)]
        return Move(safe[0], True, "I know the mines") if safe else None


class TableCheat(Knowing):
    """Looks its seed up in a table."""

    def __init__(self, seed: int) -> None:
        self._game = seed_table().get(seed)

    def layout(self, view: View) -> Layout | None:
        return None if self._game is None else seeded_layout(EXPERT, *self._game, FirstClick.SAFE)


class SearchingCheat(Knowing):
    """Searches the boards of small seeds for one that shows the same numbers."""

    def __init__(self, seed: int) -> None: ...

    def layout(self, view: View) -> Layout | None:
        fits = (
            layout
            for layout, clues in small_boards()
            if all(
                not layout.is_mine(cell) and clues[layout.board.index(cell)] == view[cell]
                for cell in view.opened
            )
        )
        return next(fits, None)


@cache
def small_boards() -> list[tuple[Layout, bytes]]:
    layouts = [seeded_layout(EXPERT, 5, index, FirstClick.SAFE) for index in range(GAMES)]
    return [(layout, layout.clues()) for layout in layouts]


class Impostor:
    """Claims to be the kernel's master, and gives up at once."""

    strength = "master"

    def __init__(self, seed: int) -> None: ...

    def move(self, view: View) -> Move | None:
        return None


class Boaster:
    """Calls every move certain."""

    def __init__(self, seed: int) -> None: ...

    def move(self, view: View) -> Move | None:
        return Move(next(iter(view.unopened)), True, "trust me")


PROGRAM = f"""
import sys
from hashlib import blake2b
from sapper.rules.board import Level
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick
level = Level.NAMED["expert"]
table = {{}}
for seed in range(50):
    for index in range({GAMES}):
        hashed = blake2b(f"{{seed}} {{index}}".encode(), digest_size=8).digest()
        table[int.from_bytes(hashed, "big")] = seed, index
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("hello 1 table", flush=True)
    elif words[0] == "new":
        known, opened = table.get(int(words[5])), set()
    elif words[0] == "open":
        opened.add((int(words[1]), int(words[2])))
    elif words[0] == "go" and not opened:
        print("move 0 0 certain", flush=True)
    elif words[0] == "go" and known is None:
        print("stop", flush=True)
    elif words[0] == "go":
        layout = seeded_layout(level, *known, FirstClick.SAFE)
        safe = [c for c in layout.board if not layout.is_mine(c) and c not in opened]
        print("move", *safe[0], "certain", flush=True)
"""


def named(kind: type) -> str:
    return f"{__name__}:{kind.__name__}"


def played(player: str, games: int = GAMES, *, sealed: bool = False) -> ChunkResult:
    contest = Contest(player, EXPERT, FirstClick.SAFE, 5, secret=SECRET, sealed=sealed)
    return play_chunk(Task(contest, 0, 0, games))


def table_program(folder: Path) -> str:
    (folder / "table.py").write_text(PROGRAM)
    return program(sys.executable, folder / "table.py")


def test_a_table_does_not_invert_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class with a table of all small seeds wins no game, and all of them without the key."""
    assert not played(named(TableCheat)).won.any()
    monkeypatch.setattr("sapper.arena.fairness.is_builtin", lambda kind: True)
    assert played(named(TableCheat), 10).won.all(), "the table is right"


def test_a_program_with_a_table_wins_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for a hosted program."""
    chunk = played(table_program(tmp_path))
    assert not chunk.won.any()
    assert not chunk.failures
    monkeypatch.setattr("sapper.arena.fairness.is_builtin", lambda kind: True)
    assert played(table_program(tmp_path), 5).won.all(), "the table is right"


def test_sealed_boards_are_not_found_by_searching() -> None:
    """A class that tries all small seeds finds most boards of a seed, and no sealed one."""
    assert played(named(SearchingCheat)).won.sum() > GAMES / 2
    assert not played(named(SearchingCheat), sealed=True).won.any()


def test_a_foreign_class_is_not_played_by_the_kernel() -> None:
    """Neither a claimed strength nor a subclass lets the kernel win games for a class."""
    assert not played(named(Impostor), 5).won.any()
    assert strength_of(type("Mine", (MasterPlayer,), {})) is None
    assert strength_of(MasterPlayer) == "master"


def test_own_seeds_stay_and_foreign_seeds_need_the_secret() -> None:
    """Published games keep their seeds; a foreign seed is a function of the secret, else 0."""
    old = int.from_bytes(blake2b(b"5 7", digest_size=8).digest(), "big")
    assert player_seed(RandomPlayer, 5, 7, None) == old
    assert player_seed(RandomPlayer, 5, 7, SECRET) == old
    assert player_seed(Impostor, 5, 7, None) == 0
    keyed = {player_seed(Impostor, 5, index, SECRET) for index in range(100)}
    assert len(keyed) == 100
    assert not keyed & seed_table().keys()
    assert player_seed(Impostor, 5, 7, SECRET) == player_seed(Impostor, 5, 7, SECRET)
    assert player_seed(Impostor, 5, 7, "00" * 32) != player_seed(Impostor, 5, 7, SECRET)


def test_the_commitment_binds_the_boards() -> None:
    """The published hash is that of the secret, from which anyone gets the boards' seed."""
    assert commitment(SECRET) == sha256(bytes.fromhex(SECRET)).hexdigest()
    contest = Contest("fast", EXPERT, FirstClick.SAFE, 5, secret=SECRET, sealed=True)
    assert contest.board_seed == sealed_seed(5, SECRET) != sealed_seed(6, SECRET)
    again = Contest("fast", EXPERT, FirstClick.SAFE, contest.board_seed)
    chunks = [play_chunk(Task(each, 0, 0, 5)) for each in (contest, again)]
    assert chunks[0].signature == chunks[1].signature
    assert SECRET not in repr(contest)
    with pytest.raises(SapperError, match="needs a secret"):
        _ = Contest("fast", EXPERT, FirstClick.SAFE, 5, sealed=True).board_seed


@pytest.mark.parametrize("text", ["", "5e", "5e" * 33, "xy" * 32])
def test_what_is_not_a_secret(text: str) -> None:
    """A file of anything else is refused without quoting it."""
    with pytest.raises(SapperError, match="64 hexadecimal digits") as caught:
        read_secret(text, "FILE")
    assert not text or text not in str(caught.value)
    assert read_secret(f" {SECRET.upper()}\n", "FILE") == SECRET


def test_a_false_certainty_is_counted() -> None:
    """Each move that was called certain and opened a mine counts; an honest guess does not."""
    chunk = played(named(Boaster))
    assert chunk.false_certain == GAMES == (~chunk.won).sum()
    assert played("random").false_certain == 0
