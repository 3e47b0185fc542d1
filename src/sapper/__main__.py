"""`python -m sapper` is the command `sapper`."""

import os
import signal

_INTERRUPTED = 130  # as shells count it


def main() -> None:
    """Run the command line; until a command begins, Ctrl-C ends it at once and quietly."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(_INTERRUPTED))
    from sapper.cli import main

    main()


if __name__ == "__main__":
    main()
