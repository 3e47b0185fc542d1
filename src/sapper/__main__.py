"""`python -m sapper` is the command `sapper`."""

from sapper.cli import main

main()
