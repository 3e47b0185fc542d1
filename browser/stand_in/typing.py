"""Types of arrays; no browser checks them."""

from typing import Any

NDArray = ArrayLike = Any
