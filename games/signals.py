"""What services tell the rest of the app, after the commit: a game changed, a game is over."""

from __future__ import annotations

from django.dispatch import Signal

game_changed = Signal()
"""Sent with `game_id` and `last` after every commit that appended an event."""

game_over = Signal()
"""Sent with `game_id` when a game is finished and its sheet can be tallied."""
