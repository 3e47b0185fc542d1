"""Boards to play: made to need no guess, graded, measured; knows no front end."""
