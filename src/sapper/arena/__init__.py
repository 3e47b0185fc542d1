"""The arena: many games under fair conditions, for players that it treats all the same."""
