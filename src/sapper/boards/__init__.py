"""Boards to play: made so that no guess is needed, and judged; knows no player and no screen."""
