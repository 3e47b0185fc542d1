"""Draw the pictures of boards in README and guides, and write what is taught about techniques.

Run it again after a picture or a lesson has changed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from sapper import FirstClick, Game, KnowledgeBase, Level
from sapper.rules.picture import Sign, svg_picture
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
    """Yield the name and the picture of each technique."""
    for lesson in LESSONS.values():
        yield _name(lesson), lesson.picture


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
    """Draw one picture per technique, and write their part of the guide."""
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
