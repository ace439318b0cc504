"""Tracking a game and refereeing it."""
