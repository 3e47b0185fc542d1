"""Draw the README's picture of a proof; run it again after the look of boards has changed."""

from __future__ import annotations

from pathlib import Path

from sapper import FirstClick, Game, KnowledgeBase, Level
from sapper.rules.picture import Sign, svg_picture


def main() -> None:
    game = Game(Level.parse("beginner"), seed=7, first_click=FirstClick.ZERO)
    game.open((4, 4))
    base = KnowledgeBase(game.board)
    base.observe({cell: game.view[cell] for cell in game.view.opened})
    signs = dict.fromkeys(base.moves, Sign.SAFE) | dict.fromkeys(base.mines, Sign.MINE)
    picture = svg_picture(game.view, signs=signs | {(7, 6): Sign.CHOSEN})
    (Path(__file__).parent / "proof.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
