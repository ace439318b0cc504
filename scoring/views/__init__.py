"""The pages of clubs, plays and players."""
