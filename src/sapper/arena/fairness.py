"""A fair referee: no player's seed leads to the mines.

Sapper's own players get seeds hashed from the board's, so that their published games stay
as they are. A third-party player could invert such a hash by a table of small seeds; its seeds
are keyed with the secret of the run instead. A secret is 64 hexadecimal digits.
"""

from __future__ import annotations

import re
from hashlib import blake2b, sha256

from sapper.players.registry import is_builtin
from sapper.rules.errors import SapperError


def player_seed(kind: object, seed: int, index: int, secret: str | None) -> int:
    """Return the seed for a player's own choices in game `index` of `seed`.

    A third-party player without a secret always gets 0, which gives nothing away.
    """
    if is_builtin(kind):
        return _hashed(f"{seed} {index}", b"")
    return 0 if secret is None else _hashed(f"player {seed} {index}", bytes.fromhex(secret))


def sealed_seed(seed: int, secret: str) -> int:
    """Return the seed of sealed boards: it cannot be guessed before the secret is published."""
    return _hashed(f"boards {seed}", bytes.fromhex(secret))


def commitment(secret: str) -> str:
    """Return the hash to publish before a sealed match; afterwards the secret proves it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def read_secret(text: str, source: object) -> str:
    """Check a secret read from a file; raise SapperError, without quoting it, if it is not one."""
    secret = text.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}", secret):
        raise SapperError(f"{source} is not a secret: it must hold 64 hexadecimal digits")
    return secret


def _hashed(text: str, key: bytes) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8, key=key).digest(), "big")
