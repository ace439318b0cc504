"""Typed refusals of scoring's services and queries: a stable code, the facts, and the sentence."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

WORDS: Final = {
    "no_club": "There is no such club, or it is not open to you.",
    "no_play": "There is no such play, or it is not open to you.",
    "no_player": "There is no such player, or they are not open to you.",
    "no_member": "There is no such member in this club.",
    "no_person": "A club needs someone to own it.",
    "members_only": "Only members of {club} can do this.",
    "organisers_only": "Only organisers of {club} can do this.",
    "owner_only": "Only the owner of {club} can do this.",
    "last_member": "{name} is the last member of {club}; the club would belong to nobody.",
    "owner_stays": "{name} owns {club}; make someone else the owner first.",
    "unknown_title": "There is no title called {title}.",
    "seat_twice": "Seat {seat} is named twice.",
    "no_year": "There is no such year or season here.",
    "no_merge": "There is no such merge, or it was undone already.",
    "same_player": "{name} cannot be merged with themself.",
    "two_accounts": "{name} and {other} both belong to accounts; two accounts stay two players.",
    "met": "{name} and {other} both sat in {title} on {day}: they are two people.",
    "merged_on": "{name} was merged once more since; undo that first.",
    "claimed": "{name} belongs to somebody already.",
    "has_player": "You are {name} here; have an organiser merge {other} with {name}.",
    "withdrawn": "This play was taken out of the history; bring it back first.",
    "no_revision": "There is no such earlier form of this play.",
    "no_seats": "A play needs at least one seat.",
    "no_import": "There is no such import, or it is not open to you.",
    "import_empty": "The file is empty.",
    "import_large": "The file is larger than {most} MB; part it, such as by year.",
    "import_busy": "The import is being worked on; wait until that is done.",
    "import_over": "The import is over.",
    "not_imported": "There is nothing to take back.",
    "layout_incomplete": "Say which columns have the date and the player.",
    "webhook_address": "The address must begin with https:// or http:// and name a host.",
    "webhook_private": "{host} is an address of a private network; the site does not send there.",
    "webhook_unknown": "{host} cannot be found.",
    "no_webhook": "There is no webhook yet.",
    "other_club": "Seat {seat} names a player of another club.",
    "no_job": "There is no such work, or it is not open to you.",
    "no_league": "There is no such league, or it is not open to you.",
    "no_season": "There is no such season, or it is not open to you.",
    "no_division": "There is no such division in this season.",
    "no_entrant": "There is no such entrant in this season.",
    "no_fixture": "There is no such fixture, or it is not open to you.",
    "no_result": "There is no such result, or it is not open to you.",
    "season_not_draft": "{season} has begun; its rules and divisions are fixed.",
    "season_not_open": "{season} is not under way.",
    "season_not_closed": "{season} is not closed yet.",
    "season_follows": "{season} has a season after it already.",
    "season_dates": "A season ends on the day it begins, or later.",
    "too_few_entrants": "{division} has {count} entrants; it needs {least} at least.",
    "too_many_entrants": "{division} has {count} entrants; a schedule is for {most} at most.",
    "too_many_divisions": "A season has {most} divisions at most.",
    "entered_twice": "{name} is in this season already.",
    "rounds_fixed": "The schedule is made; nobody can join {season} any more.",
    "results_wait": "{count} results of {season} are disputed or wait to be confirmed.",
    "tie_at_line": "{names} are level where a line between divisions runs. "
    "Draw lots among them, enter the lots, and close the season again.",
    "not_at_table": "Only those who sat in this game, or an organiser of {club}, can do this.",
    "result_settled": "This result is {state}: only an organiser can change that.",
    "no_substitutes": "{season} allows no substitutes.",
    "sits_already": "{name} is at this table already.",
    "fixture_played": "This game has been played; withdraw the play first.",
}


class ScoringError(Exception):
    """Something scoring will not do; `code` is stable, `str()` is a sentence for people."""

    status = 409

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(gettext(WORDS[code]).format_map(facts))


class NotFound(ScoringError):
    """There is nothing there, or nothing that the one who asks may know of."""

    status = 404


class NotAllowed(ScoringError):
    """It is there and may be known, but this person may not do that with it."""

    status = 403
