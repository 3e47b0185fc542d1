"""Hashes of the shards of a data set, as `sha256sum -c` reads them."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import IO, Final

from sapper.files import replacing

HASHES: Final = "_SHA256SUMS"
_LINE: Final = re.compile(r"([0-9a-f]{64})  (shard-\d{5,7}\.parquet)")


def hash_of(file: IO[bytes]) -> str:
    """Return the hash of an open file, and go back to its start."""
    found = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # any file
    file.seek(0)
    return found


def read_hashes(folder: Path) -> dict[str, str]:
    """Return the hash of each shard that has one; a line that was cut off or spoiled is none."""
    try:
        lines = (folder / HASHES).read_bytes().decode("ascii", "replace").splitlines()
    except OSError:
        return {}
    found = filter(None, map(_LINE.fullmatch, lines))
    return {match[2]: match[1] for match in found}


class Hashes:
    """The hashes of a data set that is being made."""

    def __init__(self, folder: Path, shards: int) -> None:
        """Read the existing hashes; `shards` is their final number."""
        self._path, self._shards = folder / HASHES, shards
        self._of = read_hashes(folder)
        self._write()

    def is_right(self, shard: Path) -> bool:
        """Return whether a shard is there, as it was when it was written."""
        try:
            with shard.open("rb") as file:
                return hash_of(file) == self._of.get(shard.name)
        except OSError:
            return False

    def add(self, name: str, data: bytes) -> None:
        """Note the hash of a shard before it is written; all of them stand in order at the end."""
        self._of[name] = hashlib.sha256(data).hexdigest()
        with self._path.open("ab") as file:
            file.write(f"{self._of[name]}  {name}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        if len(self._of) == self._shards:
            self._write()

    def _write(self) -> None:
        with replacing(self._path) as file:
            for name in sorted(self._of, key=lambda name: (len(name), name)):
                file.write(f"{self._of[name]}  {name}\n".encode())
