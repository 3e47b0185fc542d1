"""Boards as things of their own: how much work they are."""
