from __future__ import annotations

import os
from pathlib import Path

import pytest

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
