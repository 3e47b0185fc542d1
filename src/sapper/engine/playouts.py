"""Playing guesses out, as `deep` does: their values on layouts that fit the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapper import _kernel
from sapper.engine.chooser import Candidate
from sapper.engine.kernel_errors import kernel_errors
from sapper.engine.validation import marks_of
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def play_out(
    view: View, guesses: Sequence[Candidate], *, count: int, seed: int, strength: str | None = None
) -> npt.NDArray[np.float64]:
    """Play guesses out to the end of the game, on `count` layouts that are the same for all.

    Return a row for each layout and a column for each guess. A value is 1 for a game that is
    won, 0 for one that is lost, or the exact chance where few layouts are left, less the luck of
    surviving each guess or not. So single values may lie outside 0 to 1; the mean of a column is
    an unbiased estimate of the chance of winning by that guess, with a player of the given
    strength to go on, or else the quick one of `deep`.
    Raise as `sample_layouts` does.

    >>> view = View.of([[-1, 1, -1]], mines=1)
    >>> play_out(view, [Candidate((0, 0), 0.5, 0.5, 0.5)], count=2, seed=1).tolist()
    [[0.5], [0.5]]
    """
    if view.mines is None:
        raise InvalidBoard("nothing can be played out: the mine total is unknown")
    plain = [(guess.cell, guess.risk, guess.chance) for guess in guesses]
    with kernel_errors():
        values = _kernel.play_out(
            marks_of(view), view.mines, plain, count=count, seed=seed, strength=strength
        )
    return values.reshape(count, len(plain))
