"""Boards to play: made so that no guess is needed, graded, measured; knows no screen."""
