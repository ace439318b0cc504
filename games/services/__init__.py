"""The only writers of games: every function here is one transaction, or none."""
