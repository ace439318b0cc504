"""The only writers of scoring's tables; each function is one transaction."""

from scoring.services.clubs import (
    create_club,
    join_club,
    leave_club,
    remove_member,
    rename_club,
    renew_invite,
    set_role,
    set_visibility,
)
from scoring.services.players import claim_guest, get_or_create_player
from scoring.services.plays import (
    PlayDraft,
    SeatDraft,
    record_play,
    tally_play,
    withdraw_play,
)

__all__ = [
    "PlayDraft",
    "SeatDraft",
    "claim_guest",
    "create_club",
    "get_or_create_player",
    "join_club",
    "leave_club",
    "record_play",
    "remove_member",
    "rename_club",
    "renew_invite",
    "set_role",
    "set_visibility",
    "tally_play",
    "withdraw_play",
]
