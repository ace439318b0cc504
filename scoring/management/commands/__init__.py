"""Management commands of the scoring application."""
