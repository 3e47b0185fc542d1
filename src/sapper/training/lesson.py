"""The lessons on each technique, with an example; the guide and the page show the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sapper.advice import Advice, Proof, advise
from sapper.formatting import at
from sapper.rules.board import Cell
from sapper.rules.notation import read_view
from sapper.rules.rendering import Sign, svg_picture
from sapper.training.technique import Technique


@dataclass(frozen=True)
class Lesson:
    """A technique for learners: its idea, how to see it, and an example position.

    >>> lesson = LESSONS[Technique.SUBSET]
    >>> print(lesson.reason)
    The 1 at B1 has its mine in A1 or A2. So the 1 at B2 needs no other mine: A3 is safe.
    """

    technique: Technique
    idea: str
    look: str
    position: str
    cell: Cell

    @cached_property
    def advice(self) -> Advice:
        return advise(read_view(self.position))

    @property
    def proof(self) -> Proof | None:
        """The proof of the cell; a guess has none."""
        return None if self.technique.tier is None else self.advice.proof(self.cell)

    @property
    def reason(self) -> str:
        return self.advice.reason if self.proof is None else self.proof.text

    @property
    def caption(self) -> str:
        """The caption of the picture, in a few words."""
        if self.proof is None:
            return f"{at(self.cell)} is the best guess"
        return f"{at(self.cell)} is {'a mine' if self.proof.is_mine else 'safe'}"

    @property
    def picture(self) -> str:
        """The position as SVG: the clues of the reason have a frame, and the cell its sign."""
        if self.proof is None:
            return svg_picture(self.advice.view, signs={self.cell: Sign.CHOSEN})
        signs = dict.fromkeys(self.proof.clues, Sign.CHOSEN)
        signs[self.cell] = Sign.MINE if self.proof.is_mine else Sign.SAFE
        return svg_picture(self.advice.view, signs=signs)


# The positions are moments of real games on small boards.
_TAUGHT = (
    Lesson(
        Technique.ONE_CLUE,
        "One number is enough. Either it has its mines already, or it needs every cell that is "
        "left around it.",
        "Count the unopened cells around a number. If there are as many as its number says, all "
        "of them are mines. If you already know as many mines, all the others are safe.",
        "6x6/8\n######\n#3113#\n11..2#\n....1#\n11.11#\n#1.1##\n",
        (1, 0),
    ),
    Lesson(
        Technique.SUBSET,
        "All the unopened cells around one number also lie around another. So the mines of the "
        "first are mines of the second, and what is left of the second is settled.",
        "Look for two numbers next to each other along a wall of unopened cells, and leave out "
        "the mines that you know. Take the first number from the second: what remains is the "
        "number of mines in the cells that only the second one has. It often is none of them, "
        "or all.",
        "6x6/6\n#1.1##\n#1.1##\n#1.11#\n#1..1#\n#2111#\n######\n",
        (2, 0),
    ),
    Lesson(
        Technique.OVERLAP,
        "Two numbers share some cells, and each has others besides. One of them limits how "
        "many mines the shared cells hold, which settles the others.",
        "Take two numbers, one larger than the other, and count the cells that only the larger "
        "one has. If they are as many as the difference, all of them are mines, and the cells "
        "that only the smaller one has are safe. A 1 next to a 2 is the usual case.",
        "6x6/6\n#1.1##\n#2.1##\n#1.2##\n#1.1##\n#111##\n######\n",
        (0, 0),
    ),
    Lesson(
        Technique.CHAIN,
        "What one number shows helps with the next. Each step is no harder than one clue, a "
        "subset or an overlap.",
        'Keep small facts in mind, such as "one mine in these two cells". Take each to the next '
        "number as if it were a clue there, and go on from what that gives.",
        "6x6/8\n#1.1##\n#211##\n##1122\n##2...\n##2232\n##2###\n",
        (2, 0),
    ),
    Lesson(
        Technique.CASES,
        "Suppose the opposite, and follow it until some number cannot be right.",
        "Choose a cell that decides much around it. Suppose that it is a mine and fill in what "
        "follows; then suppose that it is safe. If one of the two fails, the other is true. If "
        "both agree about some cell, that is certain too.",
        "6x6/8\n######\n######\n#2113#\n#1..2#\n#2222#\n######\n",
        (5, 5),
    ),
    Lesson(
        Technique.MINE_COUNT,
        "The number of mines on the whole board decides.",
        "When few mines are left, add up those that the numbers need, by numbers that share no "
        "cell. If that is every mine, all cells beyond are safe. If only as many cells lie "
        "beyond as there are mines to spare, all of these are mines.",
        "6x6/8\n####2.\n##4#2.\n##311.\n##3...\n##411.\n####1.\n",
        (0, 0),
    ),
    Lesson(
        Technique.BEST_GUESS,
        "No cell is certain, so some cell must be risked. The best guess is the one after which "
        "the game is won most often, which is not always the one with the least risk.",
        "Find the cells of least risk first. Then compare what each would show: a number that "
        "settles its neighbours saves a later guess, and may be worth some risk now. A toss-up "
        "that nothing can settle costs the same whenever it is made.",
        "6x6/7\n#1..1#\n#1..1#\n11..11\n#1112#\n######\n######\n",
        (4, 0),
    ),
)
LESSONS = {lesson.technique: lesson for lesson in _TAUGHT}
