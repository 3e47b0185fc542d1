"""The rules of Minesweeper; nothing here knows about AI."""
