"""Atomic file writes."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final

from sapper.rules.errors import SapperError
from sapper.signals import deferred

_UNWRITABLE: Final = (
    *(errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF),
    getattr(errno, "EDQUOT", None),  # Windows has none
)


@contextmanager
def replacing(path: Path) -> Iterator[IO[Any]]:
    """Write a binary file as a whole; once the block is left, it survives a crash.

    Until then, or if the block fails, the old file stays.
    """
    if path.is_dir():
        raise SapperError(f"{path} is a directory, not a file")
    with writing(path):
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
            with path.open("wb") as device:
                yield device
            return
        target = path.resolve()  # a link stays a link
        with ExitStack() as if_it_fails:
            with deferred():
                file = _temporary(path, target)
                if_it_fails.callback(_remove, file)
            yield file
            with deferred():
                _put_in_place(file, target)
                if_it_fails.pop_all()


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Name the file in an error such as a full disk, which the system reports without a name."""
    try:
        yield
    except OSError as error:
        if error.filename is None and is_unwritable(error):
            raise SapperError(f"cannot write {path}: {error.strerror}") from error
        raise


def is_unwritable(error: OSError) -> bool:
    """Return whether an output took no more: a full disk, a quota, a limit, a fault."""
    return error.errno in _UNWRITABLE


def _temporary(path: Path, target: Path) -> IO[bytes]:
    try:
        return NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)
    except OSError as error:
        raise SapperError(f"cannot write {path}: {error.strerror}") from error


def _remove(file: IO[bytes]) -> None:
    with deferred():
        try:
            file.close()
        finally:
            os.unlink(file.name)


def _put_in_place(file: IO[bytes], target: Path) -> None:
    file.flush()
    os.fsync(file.fileno())
    file.close()
    _set_usual_permissions(file.name)
    os.replace(file.name, target)
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
