"""Tags of the templates of games."""
