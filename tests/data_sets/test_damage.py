"""Data sets that are not as they were written: every shard is compared with its hash."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sapper import Level
from sapper.data import BadDataset, Request, read
from sapper.data.folder import Folder
from sapper.data.hashes import HASHES
from sapper.data.making import make_here
from sapper.rules.view import FirstClick

REQUEST = Request(Level.parse("6x6/6"), FirstClick.ZERO, "fast", 250, 2, every=2, shard_size=100)


def make(path: Path) -> Folder:
    folder = Folder(path, REQUEST)
    with make_here(1) as making:
        for shard in making(folder.missing()):
            folder.keep(shard)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "set"
    make(path)
    return path


@pytest.fixture
def out(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "out")


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def name(number: int) -> str:
    return f"shard-{number:05}.parquet"


@pytest.mark.parametrize("place", [0, 700, 2000, -100, -1])
def test_a_flipped_bit_is_seen(out: Path, place: int) -> None:
    """Reading names the shard, and the command makes it again, wherever the bit is."""
    before = (out / name(1)).read_bytes()
    flip(out / name(1), place)
    with pytest.raises(BadDataset, match=r"shard-00001\.parquet is not as it was written"):
        list(read(out))
    with pytest.raises(BadDataset, match=r"shard-00001\.parquet is not as it was written"):
        list(read(out / name(1)))
    assert [task.number for task in Folder(out, REQUEST).missing()] == [1]
    make(out)
    assert (out / name(1)).read_bytes() == before
    assert sum(len(batch.won) for batch in read(out)) == 250


@pytest.mark.parametrize("place", range(0, 9000, 300))
def test_a_flipped_bit_in_a_lone_shard_is_no_error_of_pyarrow(out: Path, place: int) -> None:
    """A shard without its folder is read as it is written, or refused in domain terms."""
    lone = out.parent / "lone.parquet"
    shutil.copy(out / name(0), lone)
    whole = [batch.view.tobytes() for batch in read(lone)]
    flip(lone, place % lone.stat().st_size)
    try:
        assert [batch.view.tobytes() for batch in read(lone)] == whole
    except BadDataset as error:
        assert "lone.parquet is not a shard" in str(error)  # noqa: PT017  # some bits are unused


def _copy(out: Path) -> None:
    shutil.copy(out / name(0), out / name(1))


def _add(out: Path) -> None:
    shutil.copy(out / name(0), out / name(3))


def _remove(out: Path) -> None:
    (out / name(1)).unlink()


def _forget(out: Path) -> None:
    (out / HASHES).unlink()


def _spoil(out: Path) -> None:
    flip(out / HASHES, 70)


def _age(out: Path) -> None:
    request = json.loads((out / "_request.json").read_text())
    (out / "_request.json").write_text(json.dumps(request | {"format": "sapper dataset 1"}))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_copy, "shard-00001.parquet is not as it was written"),
        (_add, "shard-00003.parquet is none of the 3 shards: remove it"),
        (_remove, "lacks 1 of its 3 shards, first shard-00001.parquet"),
        (_forget, "shard-00000.parquet has no hash"),
        (_spoil, "shard-00000.parquet has no hash"),
        (_age, "is 'sapper dataset 1', not 'sapper dataset 2': make it again in a new folder"),
    ],
)
def test_a_changed_folder_is_refused(
    out: Path, change: Callable[[Path], None], complaint: str
) -> None:
    """A copy, one more, one less, no hashes, a spoiled one, another format: each has its words."""
    change(out)
    with pytest.raises(BadDataset, match=complaint):
        list(read(out))


def test_the_command_refuses_a_shard_that_is_none_of_its_own(out: Path) -> None:
    """It is not the command's to delete; a copy in place of a shard is made anew."""
    _copy(out)
    assert [task.number for task in Folder(out, REQUEST).missing()] == [1]
    _add(out)
    with pytest.raises(BadDataset, match=r"shard-00003.parquet is none of the 3 shards"):
        Folder(out, REQUEST)


def test_a_hash_that_was_cut_off_costs_its_shard(out: Path) -> None:
    """After a crash within a line, that shard is made again, and all hashes stand in order."""
    hashes = (out / HASHES).read_bytes()
    (out / HASHES).write_bytes(hashes[:-9])
    assert [task.number for task in Folder(out, REQUEST).missing()] == [2]
    make(out)
    assert (out / HASHES).read_bytes() == hashes


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum")
def test_another_program_checks_the_hashes(out: Path) -> None:
    """The hashes are those of `sha256sum -c`."""
    command = ["sha256sum", "-c", HASHES]
    assert subprocess.run(command, cwd=out, capture_output=True, check=False).returncode == 0
    flip(out / name(2), 1000)
    assert subprocess.run(command, cwd=out, capture_output=True, check=False).returncode == 1


def test_the_command_says_what_it_made_again(out: Path) -> None:
    """A data set with a flipped bit is not called complete."""
    flip(out / name(0), 1000)
    options = "--level 6x6/6 --positions 250 --seed 2 --player fast --first-click zero --every 2"
    command = [sys.executable, "-m", "sapper", "dataset", str(out), *options.split()]
    done = subprocess.run(
        [*command, "--shard-size", "100"], capture_output=True, text=True, check=True
    )
    assert "100 made in" in done.stdout
