"""What Minesweeper is; knows nothing of AI."""
