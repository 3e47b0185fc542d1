"""Files that are written as a whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

from sapper.rules.errors import SapperError


@contextmanager
def replacing(path: Path) -> Iterator[IO[Any]]:
    """Write a binary file as a whole; once the block is left, it survives a crash.

    Until then, or if the block fails, the old file stays.
    """
    if path.is_dir():
        raise SapperError(f"{path} is a directory, not a file")
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        with path.open("wb") as device:
            yield device
        return
    target = path.resolve()  # a link stays a link
    try:
        file = NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)  # noqa: SIM115  # closed below, then renamed
    except OSError as error:
        raise SapperError(f"cannot write {path}: {error.strerror}") from error
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _set_usual_permissions(file.name)
        os.replace(file.name, target)
    except BaseException:
        os.unlink(file.name)
        raise
    _sync_folder(target.parent)


def _set_usual_permissions(name: str) -> None:
    """Give a temporary file, which is private, the usual permissions."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, 0o666 & ~mask)


def _sync_folder(path: Path) -> None:
    """Make the new name survive a crash too; Windows opens no folders."""
    if sys.platform == "win32":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
