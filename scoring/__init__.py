"""What a finished game is worth, and what becomes of it."""
