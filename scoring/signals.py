"""What scoring announces, so that those above it can listen without scoring knowing them.

All are sent inside the transaction that made the change.
"""

from __future__ import annotations

from django.dispatch import Signal

guest_claimed = Signal()
"""`user` (account) has just taken over all that `guest` (UUID) had in scoring."""

play_recorded = Signal()
"""`play_id` has a new sheet that waits to be tallied."""

play_tallied = Signal()
"""`play_id` has its totals and places."""

play_withdrawn = Signal()
"""`play_id` no longer counts, because its game was reopened."""

players_changed = Signal()
"""In club `club_id`, seats of `play_ids` (oldest first) have changed hands: two players were merged, or parted."""

player_forgotten = Signal()
"""`player_ids` are nobody any more and are called `name`, because their person asked for it."""

import_waits = Signal()
"""`batch_id` has something for a task to do."""

import_done = Signal()
"""`batch_id` is imported, or taken back, and counted."""

delivery_waits = Signal()
"""`delivery_id` is a message to a webhook that waits to be sent."""

season_changed = Signal()
"""`season_id` has opened or has other dates: what was played within them is to be counted."""
