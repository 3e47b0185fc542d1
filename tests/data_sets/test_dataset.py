"""Data sets: true labels, and shards with the same bytes however they were made."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars
import pyarrow.parquet as pq
import pytest
from harness.scale import cases
from harness.waiting import wait_until

from sapper import Game, Level, analyse
from sapper.batch.labels import label_games
from sapper.data import BadDataset, Batch, Request, read
from sapper.data.folder import Folder, read_request
from sapper.data.making import make_here, make_on_cluster
from sapper.data.shard import Task, make_shard
from sapper.engine import reference
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.view import FirstClick, View

SMALL = Request(Level.parse("6x6/6"), FirstClick.SAFE, "fast", 300, seed=4, every=2)
PARTS = Request(Level.parse("6x6/6"), FirstClick.ZERO, "fast", 450, 2, every=2, shard_size=100)


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def write(folder: Path, request: Request, threads: int = 1) -> None:
    kept = Folder(folder, request)
    with make_here(threads) as make:
        for shard in make(kept.missing()):
            kept.keep(shard)


@pytest.mark.parametrize("level", ["6x6/6", "beginner", "expert"])
def test_labels_are_those_of_the_reference(level: str, tmp_path: Path) -> None:
    """On a sample, risks and certain cells are those of exact fractions."""
    positions = 40 if level != "expert" else 3
    request = Request(Level.parse(level), FirstClick.SAFE, "master", positions, 11, every=20)
    write(tmp_path / "out", request)
    (batch,) = read(tmp_path / "out")
    for row in range(positions):
        view = View.of(batch.view[row].tolist(), request.level.mines)
        exact = reference.analyse(view)
        for cell in view.board:
            risk = exact.risk.get(cell, Fraction(0))
            assert abs(batch.risk[row][cell] - risk) < 1e-6
            certain = 1 if cell in exact.safe else 2 if cell in exact.mines else 0
            assert batch.certain[row][cell] == certain
        assert batch.exact[row]


def test_positions_are_of_the_games_they_name(tmp_path: Path) -> None:
    """Each position lies on the board of its game, and the best move is legal and sensible."""
    write(tmp_path / "out", SMALL)
    (batch,) = read(tmp_path / "out")
    outcome: dict[int, bool] = {}
    for row in range(SMALL.positions):
        game = Game(SMALL.level, seed=SMALL.seed, index=int(batch.game[row]))
        game.pin((0, 0))  # where `fast` begins
        assert game.layout is not None
        opened = batch.view[row] >= 0
        clues = np.frombuffer(game.layout.clues(), np.uint8).reshape(6, 6)
        assert opened.any()
        assert not game.layout.array[opened].any()
        assert (batch.view[row][opened] == clues[opened]).all()
        cell = divmod(int(batch.best[row]), 6)
        assert not opened[cell]
        if (batch.certain[row] == 1).any():
            assert batch.certain[row][cell] == 1
        assert outcome.setdefault(int(batch.game[row]), bool(batch.won[row])) == batch.won[row]
    assert set(outcome.values()) == {True, False}


def test_labels_equal_analyse(tmp_path: Path) -> None:
    """Every risk is that of `sapper.analyse`, rounded, but never to 0 or 1."""
    write(tmp_path / "out", SMALL)
    (batch,) = read(tmp_path / "out")
    for view, risk in zip(batch.view, batch.risk, strict=True):
        exact = np.nan_to_num(analyse(view, mines=6).risk)
        assert np.abs(risk - exact).max() < 1e-7
        assert ((risk == 0) == (exact == 0)).all()
        assert ((risk == 1) == (exact == 1)).all()


def test_threads_and_order_change_no_byte(tmp_path: Path) -> None:
    """Three threads write what one writes, and a shard alone is the same bytes."""
    write(tmp_path / "one", PARTS)
    write(tmp_path / "three", PARTS, threads=3)
    assert digests(tmp_path / "one") == digests(tmp_path / "three")
    assert len(digests(tmp_path / "one")) == 5 + 3
    alone = make_shard(Task(PARTS, 3)).data
    assert (tmp_path / "one" / "shard-00003.parquet").read_bytes() == alone


PROGRAM = "from sapper.cli import main; main()"
COMMAND = [
    *(sys.executable, "-c", PROGRAM, "dataset", "OUT", "--seed", "3", "--positions", "4000"),
    *("--player", "fast", "--every", "4", "--shard-size", "200", "--threads", "2"),
]


def shards(folder: Path) -> int:
    return len(list(folder.glob("shard-*.parquet")))


def stopped(folder: Path, number: signal.Signals) -> tuple[int, str]:
    """Run the command, and send it a signal as soon as a shard exists."""
    process = subprocess.Popen(COMMAND, cwd=folder, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: shards(folder / "OUT") or process.poll() is not None, "a shard")
    os.kill(process.pid, number)
    _, message = process.communicate(timeout=60)
    return process.returncode, message


@pytest.mark.parametrize("number", cases([signal.SIGKILL], [signal.SIGINT]))
def test_stopping_halfway_changes_no_byte(number: signal.Signals, tmp_path: Path) -> None:
    """A run that was killed or interrupted, then started again, writes the same bytes."""
    (tmp_path / "whole").mkdir()
    (tmp_path / "halves").mkdir()
    subprocess.run(COMMAND, cwd=tmp_path / "whole", check=True, stdout=subprocess.DEVNULL)
    code, message = stopped(tmp_path / "halves", number)
    kept = shards(tmp_path / "halves" / "OUT")
    assert 0 < kept < 20, "it was to be stopped halfway"
    if number == signal.SIGINT:
        assert code == 130
        assert "finished shards are kept" in message
    done = subprocess.run(COMMAND, cwd=tmp_path / "halves", check=True, capture_output=True)
    assert f"{4000 - 200 * kept:,} made".encode() in done.stdout
    finished = digests(tmp_path / "halves" / "OUT")
    assert {name: finished[name] for name in finished if not name.startswith(".")} == digests(
        tmp_path / "whole" / "OUT"
    )


def test_a_damaged_shard_is_made_anew(tmp_path: Path) -> None:
    """A shard that was cut off or replaced is not taken for finished."""
    out = tmp_path / "out"
    write(out, PARTS)
    before = digests(out)
    shard = out / "shard-00001.parquet"
    shard.write_bytes(shard.read_bytes()[:100])
    assert [task.number for task in Folder(out, PARTS).missing()] == [1]
    write(out, PARTS)
    assert digests(out) == before


def test_on_a_cluster(tmp_path: Path) -> None:
    """A cluster makes the same bytes."""
    write(tmp_path / "here", SMALL)
    program = tmp_path / "program.py"
    program.write_text(
        "from pathlib import Path\n"
        "from sapper.data import Request\n"
        "from sapper import Level\n"
        "from sapper.rules.view import FirstClick\n"
        "from sapper.data.folder import Folder\n"
        "from sapper.data.making import make_on_cluster\n"
        "if __name__ == '__main__':\n"
        "    request = Request(Level.parse('6x6/6'), FirstClick.SAFE, 'fast', 300, 4, 2)\n"
        "    folder = Folder(Path('there'), request)\n"
        "    with make_on_cluster('local:2') as make:\n"
        "        for shard in make(folder.missing()):\n"
        "            folder.keep(shard)\n"
    )
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    assert digests(tmp_path / "there") == digests(tmp_path / "here")


def test_no_such_cluster() -> None:
    """An invalid address is a SapperError."""
    with pytest.raises(ValueError, match="is not a cluster"):
        make_on_cluster("nowhere").__enter__()


def test_another_data_set_is_not_touched(tmp_path: Path) -> None:
    """A folder of another request, or of anything else, is refused and left as it was."""
    out = tmp_path / "out"
    write(out, SMALL)
    before = digests(out)
    other = Request(SMALL.level, SMALL.first_click, "fast", 300, seed=5, every=2)
    with pytest.raises(BadDataset, match="its seed is 4, not 5"):
        Folder(out, other)
    assert digests(out) == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    with pytest.raises(BadDataset, match="not a data set"):
        Folder(tmp_path / "mine", SMALL)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["file"]


@pytest.mark.parametrize(
    "wrong",
    [{"positions": 0}, {"every": 0}, {"seed": -1}, {"positions": 1 << 39}, {"shard_size": -1}],
)
def test_bad_requests(wrong: dict[str, int]) -> None:
    """An impossible request is refused at once."""
    request = {"positions": 10, "seed": 1, "every": 2} | wrong
    with pytest.raises(ValueError, match=r".+"):
        Request(Level.NAMED["expert"], FirstClick.SAFE, "fast", **request)


def test_a_level_without_positions() -> None:
    """If every game ends at the first click, this is reported instead of playing forever."""
    request = Request(Level.parse("3x3/0"), FirstClick.SAFE, "fast", 10, seed=1)
    with pytest.raises(ValueError, match="end before there is a position"):
        make_shard(Task(request, 0))


def test_no_room_for_the_first_click() -> None:
    """Mines that leave no room for the promised first click are refused, by the kernel as well."""
    level = Level(2, 2, 3)
    with pytest.raises(InvalidBoard, match="leave no room for a first click under the rule"):
        Request(level, FirstClick.ZERO, "fast", 5, seed=1)
    with pytest.raises(SapperError, match="leaves no room for the mines"):
        label_games("fast", level, FirstClick.ZERO, seed=1, start=0, positions=5, every=1)


def test_reading(tmp_path: Path) -> None:
    """Batches come in order, shaped as boards, from the folder or from one shard."""
    out = tmp_path / "out"
    write(out, SMALL)
    batches = list(read(out, batch_size=128))
    assert [len(batch.won) for batch in batches] == [128, 128, 44]
    assert batches[0].view.shape == (128, 6, 6)
    assert batches[0].risk.dtype == np.float32
    (whole,) = read(out / "shard-00000.parquet", batch_size=1000)
    for name in Batch._fields:
        parts = [getattr(batch, name) for batch in batches]
        assert np.array_equal(np.concatenate(parts), getattr(whole, name))
    for nothing in (tmp_path, tmp_path / "nowhere", out / "_README.md"):
        with pytest.raises(BadDataset):
            list(read(nothing))


def test_pyarrow_and_polars_read_it(tmp_path: Path) -> None:
    """Other libraries read it too: the lists keep their fixed length."""
    out = tmp_path / "out"
    write(out, SMALL)
    table = pq.read_table(out)  # the whole folder
    assert table.num_rows == 300
    assert table.schema.field("risk").type.list_size == 36
    frame = polars.read_parquet(out / "shard-*.parquet")
    (batch,) = read(out)
    assert np.array_equal(frame["view"].to_numpy(), batch.view.reshape(300, 36))
    assert np.array_equal(frame["won"].to_numpy(), batch.won)


def test_the_data_card(tmp_path: Path) -> None:
    """The card names every column, how the set was made, its size, seed and versions."""
    out = tmp_path / "out"
    write(out, SMALL)
    card = (out / "_README.md").read_text()
    assert all(f"| `{name}` |" in card for name in Batch._fields)
    assert "300 positions of level 6x6/6" in card
    assert (
        "--positions 300 --seed 4 --player fast --first-click safe --every 2 --shard-size 50000"
        in card
    )
    versions = json.loads((out / "_request.json").read_text())["versions"]
    assert all(number in card for number in versions.values())


def test_complaints(tmp_path: Path) -> None:
    """A user's mistake is one line on stderr and the exit code 2."""
    for wrong in (["--player", "textbook"], ["--threads", "0"], ["--positions", "0"]):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "dataset", "OUT", *wrong],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert not (tmp_path / "OUT").exists()


def test_a_request_nested_beyond_reason(tmp_path: Path) -> None:
    """A folder whose request is brackets in brackets is no data set."""
    (tmp_path / "_request.json").write_text("[" * 100_000)
    with pytest.raises(BadDataset, match="is not a data set"):
        read_request(tmp_path)
