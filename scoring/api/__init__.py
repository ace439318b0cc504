"""The API of clubs, players and plays."""
