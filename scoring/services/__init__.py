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
from scoring.services.erasure import delete_account, forget_player
from scoring.services.merges import (
    claim_player,
    first_meeting,
    merge_players,
    release_player,
    rename_player,
    undo_merge,
)
from scoring.services.players import claim_guest, get_or_create_player
from scoring.services.plays import (
    PlayDraft,
    SeatDraft,
    bring_back,
    delete_play,
    draft_of,
    edit_play,
    record_play,
    withdraw_play,
)
from scoring.services.stats import mark_club, refresh, refresh_play
from scoring.services.tallies import tally_play

__all__ = [
    "PlayDraft",
    "SeatDraft",
    "bring_back",
    "claim_guest",
    "claim_player",
    "create_club",
    "delete_account",
    "delete_play",
    "draft_of",
    "edit_play",
    "first_meeting",
    "forget_player",
    "get_or_create_player",
    "join_club",
    "leave_club",
    "mark_club",
    "merge_players",
    "record_play",
    "refresh",
    "refresh_play",
    "release_player",
    "remove_member",
    "rename_club",
    "rename_player",
    "renew_invite",
    "set_role",
    "set_visibility",
    "tally_play",
    "undo_merge",
    "withdraw_play",
]
