"""Draw the pictures of boards in README and guides; run it again after their look has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sapper import Cell, FirstClick, Game, KnowledgeBase, Level, Reason, explain, read_view
from sapper.rules.picture import Sign, svg_picture

HERE = Path(__file__).parent

# One position for each technique, easiest first: moments of real games on small boards, and
# the cell that becomes certain.
TECHNIQUES: list[tuple[str, Cell]] = [
    ("6x6/8\n######\n#3113#\n11..2#\n....1#\n11.11#\n#1.1##\n", (1, 0)),
    ("6x6/6\n#1.1##\n#1.1##\n#1.11#\n#1..1#\n#2111#\n######\n", (2, 0)),
    ("6x6/6\n#1.1##\n#2.1##\n#1.2##\n#1.1##\n#111##\n######\n", (0, 0)),
    ("6x6/8\n#1.1##\n#211##\n##1122\n##2...\n##2232\n##2###\n", (2, 0)),
    ("6x6/8\n######\n######\n#2113#\n#1..2#\n#2222#\n######\n", (5, 5)),
    ("6x6/8\n####2.\n##4#2.\n##311.\n##3...\n##411.\n####1.\n", (0, 0)),
]


def draw_proof() -> None:
    game = Game(Level.parse("beginner"), seed=7, first_click=FirstClick.ZERO)
    game.open((4, 4))
    base = KnowledgeBase(game.board)
    base.observe({cell: game.view[cell] for cell in game.view.opened})
    signs = dict.fromkeys(base.moves, Sign.SAFE) | dict.fromkeys(base.mines, Sign.MINE)
    write("proof", svg_picture(game.view, signs=signs | {(7, 6): Sign.CHOSEN}))


def techniques() -> Iterator[tuple[str, Reason, str]]:
    """Yield a name, a reason and a picture per technique, with the needed clues framed."""
    for position, cell in TECHNIQUES:
        view = read_view(position)
        reason = explain(view, cell)
        signs = dict.fromkeys(reason.clues, Sign.CHOSEN)
        signs[cell] = Sign.MINE if reason.is_mine else Sign.SAFE
        name = f"tier-{str(reason.tier).replace(' ', '-')}"
        yield name, reason, svg_picture(view, signs=signs)


def draw_techniques() -> None:
    """Draw one picture per technique; print the reasons."""
    for name, reason, picture in techniques():
        write(name, picture)
        print(f"{reason.tier}: {reason}")


def write(name: str, picture: str) -> None:
    (HERE / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


def main() -> None:
    draw_proof()
    draw_techniques()


if __name__ == "__main__":
    main()
