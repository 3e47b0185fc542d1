"""The adviser: certain cells with reasons, risks, the best move and the best guesses.

It does not know who asks; all front ends show what it says, in its words.
"""

from sapper.advice.advice import Advice, advise
from sapper.advice.explained_player import ExplainedPlayer
from sapper.advice.hint import Hint, Strength
from sapper.advice.proof import Proof

__all__ = ["Advice", "ExplainedPlayer", "Hint", "Proof", "Strength", "advise"]
