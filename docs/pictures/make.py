"""Draw the pictures of boards in README and guides, and write what is taught about techniques.

Run it again after a picture or a lesson has changed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from sapper import FirstClick, Game, KnowledgeBase, Level, Picture, analyse, read_view
from sapper.engine import reference
from sapper.rules.board import Cell
from sapper.rules.rendering import Sign, svg_picture
from sapper.training import LESSONS, Lesson

HERE = Path(__file__).parent

GUIDE = HERE.parent / "techniques.md"
_WIDTH = 118


def draw_proof() -> None:
    game = Game(Level.parse("beginner"), seed=7, first_click=FirstClick.ZERO)
    game.open((4, 4))
    base = KnowledgeBase(game.board)
    base.observe({cell: game.view[cell] for cell in game.view.opened})
    signs = dict.fromkeys(base.moves, Sign.SAFE) | dict.fromkeys(base.mines, Sign.MINE)
    write("proof", svg_picture(game.view, signs=signs | {(7, 6): Sign.CHOSEN}))


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the picture of each technique and of the glossary's words."""
    for lesson in LESSONS.values():
        yield _name(lesson), lesson.picture
    for word, picture in glossary():
        yield f"word-{word}", picture._repr_svg_()


WALL = read_view("5x3/2\n.....\n11211\n#####")
ISLANDS = read_view("9x3/5\n#########\n#12###11#\n#########")
PAIR = read_view("3x3/1\n.1#\n.1#\n.11")
TOSS_UP = read_view("3x2/1\n.1#\n.1#")
AREAS = read_view("7x4/3\n..11#1.\n..1111.\n..1#1..\n..1#1..")


def glossary() -> Iterator[tuple[str, Picture]]:
    """Yield the pictures that explain words."""
    clue = (1, 2)
    around: list[Cell] = [near for near in WALL.board.neighbours(clue) if WALL[near] < 0]
    yield "clue", Picture(WALL, chosen=clue, notes=dict.fromkeys(around, "?"))
    boxes, floating = reference.boxes_of(ISLANDS, set(), reference.witnesses(ISLANDS, set()))
    outside = dict.fromkeys(floating, "~")
    lettered = {
        cell: letter for letter, box in zip("abcdef", boxes, strict=True) for cell in box.cells
    }
    yield "box", Picture(ISLANDS, notes=lettered | outside)
    parts = enumerate(reference.components(boxes), start=1)
    numbered = {cell: str(number) for number, part in parts for box in part for cell in box.cells}
    yield "component", Picture(ISLANDS, notes=numbered | outside)
    risk = analyse(ISLANDS).risk
    yield (
        "risk",
        Picture(ISLANDS, notes={cell: f"{100 * risk[cell]:.0f}" for cell in ISLANDS.unopened}),
    )
    proved = analyse(PAIR)
    yield "certain", Picture(PAIR, safe=proved.safe, mines=proved.mines)
    yield "toss-up", Picture(TOSS_UP, notes=dict.fromkeys(TOSS_UP.unopened, "50"))


def section() -> str:
    """Return the part of the guide that teaches the techniques."""
    return "\n".join(map(_taught, LESSONS.values()))


def _taught(lesson: Lesson) -> str:
    steps = re.split(r"(?<=\.) (?=\d\. )", lesson.reason)
    paragraphs = [
        f"### {str(lesson.technique).capitalize()}",
        textwrap.fill(lesson.idea, _WIDTH),
        textwrap.fill(lesson.look, _WIDTH),
        f"![{lesson.caption}](pictures/{_name(lesson)}.svg)",
        "\n".join(f"> {step}" for step in steps),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _name(lesson: Lesson) -> str:
    return f"tier-{lesson.technique.replace(' ', '-')}"


def draw_techniques() -> None:
    """Draw one picture per technique and word, and write the techniques' part of the guide."""
    for name, picture in pictures():
        write(name, picture)
    guide = GUIDE.read_text(encoding="utf-8")
    first, last = guide.index("### "), guide.index("The exact definition")
    GUIDE.write_text(f"{guide[:first]}{section()}\n{guide[last:]}", encoding="utf-8")


def write(name: str, picture: str) -> None:
    (HERE / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


def main() -> None:
    draw_proof()
    draw_techniques()


if __name__ == "__main__":
    main()
