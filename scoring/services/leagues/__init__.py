"""The only writers of leagues: seasons and who is in them, results and what they are worth, standings."""

from scoring.services.leagues.closing import close_season, next_season
from scoring.services.leagues.fixtures import match_fixtures, set_seats
from scoring.services.leagues.results import confirm, dispute, settle
from scoring.services.leagues.seasons import (
    add_division,
    add_entrants,
    create_league,
    draw_lots,
    open_season,
    remove_division,
    remove_entrant,
    set_season,
    withdraw_entrant,
)
from scoring.services.leagues.standings import recount
from scoring.services.leagues.sync import follow_play, follow_season

__all__ = [
    "add_division",
    "add_entrants",
    "close_season",
    "confirm",
    "create_league",
    "dispute",
    "draw_lots",
    "follow_play",
    "follow_season",
    "match_fixtures",
    "next_season",
    "open_season",
    "recount",
    "remove_division",
    "remove_entrant",
    "set_season",
    "set_seats",
    "settle",
    "withdraw_entrant",
]
