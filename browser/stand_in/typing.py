"""Types of arrays, which nobody checks in a browser."""

from typing import Any

NDArray = ArrayLike = Any
