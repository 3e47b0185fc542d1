"""sapper assist: help with a game in another program."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.assist_dialogue import Dialogue, Reply, load, save
from sapper.cli.assist_session import Session
from sapper.cli.console import (
    AsciiOption,
    ExitCode,
    LevelOption,
    only_ascii,
    read_level,
    terminal_columns,
    wants_colour,
    with_exit_code,
)
from sapper.rules.errors import SapperError

HELP = """\
Sapper names a cell; you open it there and type the number that you find. It says which
cells are safe or mined and why; if none is safe, it names the best guess. Type help for
all commands. With --hints it waits until you type hint: it first names the place, then the
technique, and finally the answer.
With --session Sapper saves every answer immediately; the same command resumes the game.
With --screen Sapper watches the screen and reports which cells are
safe and why; --window and --region choose the part to watch. It advises and never clicks.

Exit code: 0 if the game was won or you quit, 1 if it was lost, 2 for bad input.

\b
Examples:
  sapper assist
  sapper assist --level beginner --session game.json
  sapper assist --level 20x10/30 --unknown-mines
  sapper assist --screen --window Mines
  sapper assist --screen --region 100,80,640x400 --mines 99
"""


@with_exit_code
def run(
    level: LevelOption = None,
    unknown_mines: Annotated[
        bool, typer.Option("--unknown-mines", help="Do not use the level's number of mines.")
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Name no cell until you ask for hints.")
    ] = False,
    session: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game here, or resume it.")
    ] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Follow a game on the screen instead of asking.")
    ] = False,
    window: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --screen: watch this window.")
    ] = None,
    region: Annotated[
        str | None, typer.Option(metavar="X,Y,WxH", help="With --screen: watch this part.")
    ] = None,
    mines: Annotated[
        int | None, typer.Option(metavar="N", help="With --screen: the mine total.")
    ] = None,
    ascii: AsciiOption = False,
) -> ExitCode:
    if screen:
        _follow(window, region, mines)
        return ExitCode.DONE
    if window is not None or region is not None or mines is not None:
        raise SapperError("--window, --region and --mines belong to --screen")
    with suppress(ImportError):
        import readline  # noqa: F401  # gives input() a line that can be edited, with a history
    resumed = session is not None and session.exists()
    current = (
        _resumed(session, level, unknown_mines)
        if session is not None and resumed
        else _fresh(level, unknown_mines)
    )
    if session is not None:
        save(current, session)
    return _converse(
        Dialogue(
            current,
            session,
            colour=wants_colour(),
            ascii_only=only_ascii(ascii),
            columns=terminal_columns(),
            on_request=hints,
        )
    )


def _follow(window: str | None, region: str | None, mines: int | None) -> None:
    """Follow the screen; its parts are loaded only for that."""
    from sapper.cli import assist_screen
    from sapper.cli.read import remembered

    part = None if region is None else assist_screen.read_region(region)
    if window is not None:
        part = assist_screen.window_region(window)
    assist_screen.follow(assist_screen.grabber(part), mines, remembered())


def _fresh(level: str | None, unknown_mines: bool) -> Session:
    size = read_level(level)
    return Session(size.board, None if unknown_mines else size.mines)


def _resumed(file: Path, level: str | None, unknown_mines: bool) -> Session:
    """Load a session; an option that contradicts it is an error."""
    session = load(file)
    fresh = _fresh(level, unknown_mines)
    differs = level is not None and fresh.board != session.board
    if level is not None or unknown_mines:
        differs = differs or fresh.mines != session.mines
    if differs:
        total = "?" if session.mines is None else session.mines
        size = f"{session.board.width}x{session.board.height}/{total}"
        raise SapperError(f"{file} holds a game of {size}: leave --level out, or name another file")
    return session


def _converse(dialogue: Dialogue) -> ExitCode:
    reply = dialogue.open()
    while True:
        _print(reply)
        if reply.end is not None:
            return reply.end
        try:
            line = input(dialogue.prompt)
        except KeyboardInterrupt:
            print()  # the shell's prompt begins on a new line
            raise
        except EOFError:
            print()
            reply = dialogue.close()
        else:
            reply = dialogue.say(line)


def _print(reply: Reply) -> None:
    if reply.text:
        print(reply.text, flush=True)
