from __future__ import annotations

import errno
import os
import signal
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from sapper import signals
from sapper.files import replacing
from sapper.rules.errors import SapperError


def test_a_failure_keeps_the_old_file(tmp_path: Path) -> None:
    """If writing fails, the old file stays and no temporary file is left."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines([b"new", None])
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    """The system names no file when a disk is full; the error does, and the old file stays."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(SapperError, match=r"cannot write .*file: No space"), replacing(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Whenever a signal comes, no temporary file is left; once all is written, the file is new."""
    path, usual = tmp_path / "file", os.replace
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), signals.raised(), replacing(path):
        signal.raise_signal(number)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["file"])

    def interrupted(*names: str) -> None:
        signal.raise_signal(number)
        usual(*names)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt), signals.raised(), replacing(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"new", ["file"])


def test_a_signal_while_the_temporary_file_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal between the beginning of a temporary file and its first byte leaves none."""

    def begun(**options: Any) -> Any:
        file = NamedTemporaryFile(**options)  # noqa: SIM115  # `replacing` closes it
        signal.raise_signal(signal.SIGTERM)
        return file

    monkeypatch.setattr("sapper.files.NamedTemporaryFile", begun)
    with pytest.raises(KeyboardInterrupt), signals.raised(), replacing(tmp_path / "file"):
        pass
    assert os.listdir(tmp_path) == []


def test_the_new_file_is_as_open_wrote_it(tmp_path: Path) -> None:
    """A link stays a link, and the file's permissions follow the umask."""
    link, usual = tmp_path / "link", tmp_path / "usual"
    link.symlink_to("target")
    usual.touch()
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"
    assert (tmp_path / "target").stat().st_mode == usual.stat().st_mode


def test_what_cannot_be_written_is_an_error_in_words(tmp_path: Path) -> None:
    """A directory, and a place in none, are named."""
    with pytest.raises(SapperError, match="is a directory"), replacing(tmp_path):
        pass
    with pytest.raises(SapperError, match="cannot write"), replacing(tmp_path / "none" / "file"):
        pass
