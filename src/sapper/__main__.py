"""`python -m sapper` is the command `sapper`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is being imported."""
    try:
        from sapper.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    main()
