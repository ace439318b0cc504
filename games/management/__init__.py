"""Management commands of the games application."""
