"""sapper engine: a player that speaks the line protocol, for programs that host it."""

from __future__ import annotations

import sys

from sapper.cli.console import ExitCode, with_exit_code
from sapper.cli.options import DEFAULT_PLAYER, PlayerOption
from sapper.players.line_adapter import serve

HELP = """\
The protocol is described in docs/protocol.md. A host sends hello, new, open and go lines;
each go is answered with a move, stop or failed. Lines that are not understood are answered on
standard error and change nothing.

\b
Examples:
  sapper engine --player least-risk
  sapper bench --player "cmd:sapper engine --player textbook" --level beginner
"""


@with_exit_code
def run(player: PlayerOption = DEFAULT_PLAYER) -> ExitCode:
    serve(player, sys.stdin, sys.stdout)
    return ExitCode.DONE
