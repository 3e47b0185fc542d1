"""The arena: many games, counted fairly; knows players, never what they think."""
