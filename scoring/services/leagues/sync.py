"""Which plays count for which divisions, and what each entrant gets: kept up with the history.

A play counts for an open season if it was played within its dates, counts for ratings at all, is of one
of its titles, and everyone in it is in the same division (free play), or it is just who a fixture asks for
(a schedule). A closed season is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.leagues.points import GameSeat, award
from scoring.leagues.rules import SeasonRules, rules_of
from scoring.models import (
    Award,
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Play,
    Result,
    Score,
    Season,
)
from scoring.services.leagues.standings import recount

_Line = tuple[Any, ...]


def follow_play(play_id: int) -> None:
    """Count a play where it counts, and no longer where it does not; twice changes nothing."""
    for division_id in _touched(play_id):
        _follow(play_id, division_id)


def follow_season(season_id: int) -> int:
    """Count every play within a season's dates, as after opening it; return how many there were."""
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None or season.state != Season.State.OPEN:
        return 0
    plays = list(
        Play.objects.filter(
            club_id=season.league.club_id,
            played_on__range=(season.starts_on, season.ends_on),
            rated=True,
            tally_state=Play.TallyState.DONE,
            withdrawn_at=None,
        )
        .order_by("played_on", "pk")
        .values_list("pk", flat=True)
    )
    # Those that count now and may no longer do so, such as after a change of dates.
    held = Result.objects.filter(division__season=season, play__isnull=False)
    gone = held.exclude(play__in=plays).values_list("play_id", flat=True)
    for play_id in [*plays, *gone]:
        # Within this season alone, and the standings once at the end.
        for division_id in _touched(play_id, season_id):
            _follow(play_id, division_id, recounting=False)
    for division_id in season.divisions.values_list("pk", flat=True):
        recount(division_id)
    return len(plays)


def _touched(play_id: int, season_id: int | None = None) -> list[int]:
    """Return the divisions in which a play counts, or may; of one season if it is given."""
    play = Play.objects.filter(pk=play_id).first()
    if play is None:
        return []
    held = Result.objects.filter(play=play, division__season__state=Season.State.OPEN)
    if season_id is not None:
        held = held.filter(division__season=season_id)
    wanted = _divisions_for(play, season_id)
    return sorted(wanted | set(held.values_list("division_id", flat=True)))


@transaction.atomic
def _follow(play_id: int, division_id: int, *, recounting: bool = True) -> None:
    division = (
        Division.objects.select_for_update(of=("self",))
        .select_related("season")
        .get(pk=division_id)
    )
    # Read again under the lock: two tasks may follow one play, or two plays meet one fixture.
    play = Play.objects.get(pk=play_id)
    result = Result.objects.filter(division=division, play=play).first()
    fixture: Fixture | None = None
    seats: list[GameSeat] | None = None
    if division.season.state == Season.State.OPEN and division_id in _divisions_for(play):
        seats, fixture = _seats_in(play, division, result)
    if seats is None:
        if result is not None:
            result.delete()
            if recounting:
                recount(division_id)
        return
    rules = rules_of(division.season.rules)
    if result is None:
        result = Result.objects.create(
            division=division,
            play=play,
            fixture=fixture,
            on=play.played_on,
            counts=not rules.confirm,
        )
    elif (result.on, result.fixture) != (play.played_on, fixture):
        result.on, result.fixture = play.played_on, fixture
        result.save(update_fields=["on", "fixture"])
    write_awards(result, rules, play.title, seats, _substitutes(play, fixture))
    if recounting:
        recount(division_id)


def write_awards(
    result: Result,
    rules: SeasonRules,
    title: str,
    seats: Sequence[GameSeat],
    substitutes: dict[int, str],
) -> None:
    """Give the entrants of a result their points; the caller counts the standings after it.

    A result that was confirmed and is now another one waits to be confirmed again.
    """
    by_entrant = {seat.entrant: seat for seat in seats}
    lone = sum(not seat.forfeited for seat in seats) == 1
    lines: dict[int, _Line] = {}
    for one in award(rules, title, seats):
        seat = by_entrant[one.entrant]
        place = 1 if lone and not seat.forfeited else seat.place
        lines[one.entrant] = (
            *(place, seat.score, one.points, one.why, dict(one.facts)),
            *(substitutes.get(one.entrant, ""), seat.forfeited),
        )
    fields = ("place", "score", "points", "why", "facts", "substitute", "forfeited")
    before = {row[0]: row[1:] for row in result.awards.values_list("entrant_id", *fields)}
    if before != lines:
        result.awards.exclude(entrant__in=lines).delete()
        Award.objects.bulk_create(
            [
                Award(result=result, entrant_id=entrant, **dict(zip(fields, line, strict=True)))
                for entrant, line in lines.items()
            ],
            update_conflicts=True,
            unique_fields=["result", "entrant"],
            update_fields=fields,
        )
        if before and result.state == Result.State.CONFIRMED:
            result.state = Result.State.REPORTED
            note(result, "", "changed")
    weigh(result, rules)


def weigh(result: Result, rules: SeasonRules) -> None:
    """Settle whether a result's points are in the standings, by its state; saves it."""
    result.counts = result.state == Result.State.CONFIRMED or (
        result.state == Result.State.REPORTED and not rules.confirm
    )
    result.save(update_fields=["state", "counts", "log"])


def note(result: Result, by: str, what: str, text: str = "") -> None:
    """Add a line to what was done to a result; the caller saves it."""
    line = {"at": timezone.now().isoformat(timespec="seconds"), "by": by, "what": what}
    result.log = [*result.log, {**line, "note": text}][-_LOG:]


_LOG = 50


def _divisions_for(play: Play, season_id: int | None = None) -> set[int]:
    """Return the divisions that may count a play: of the open seasons whose people sit in it."""
    if not (play.rated and play.is_counted):
        return set()
    seasons = [
        season.pk
        for season in Season.objects.filter(
            league__club_id=play.club_id,
            state=Season.State.OPEN,
            starts_on__lte=play.played_on,
            ends_on__gte=play.played_on,
        )
        if season_id in (None, season.pk) and rules_of(season.rules).counts_title(play.title)
    ]
    if not seasons:
        return set()
    players = list(play.scores.filter(player__isnull=False).values_list("player_id", flat=True))
    own = Entrant.objects.filter(_is_one_of(players), season__in=seasons)
    sitting_in = FixtureSeat.objects.filter(
        substitute__in=players, fixture__division__season__in=seasons
    )
    return set(own.values_list("division_id", flat=True)) | set(
        sitting_in.values_list("fixture__division_id", flat=True)
    )


def _is_one_of(players: Sequence[int]) -> Q:
    # Whoever was merged into another player is that player.
    return Q(player__in=players, player__merged_into=None) | Q(player__merged_into__in=players)


def _seats_in(
    play: Play, division: Division, result: Result | None
) -> tuple[list[GameSeat] | None, Fixture | None]:
    """Return a play's seats as the division counts them, or None, and the fixture it is."""
    scores = list(play.scores.order_by("order", "pk"))
    rules = rules_of(division.season.rules)
    players = [score.player_id for score in scores if score.player_id is not None]
    if len(players) < len(scores) or len(set(players)) < max(2, len(players)):
        return None, None
    if _lacks(rules, scores):
        return None, None
    by_player = {score.player_id: score for score in scores}
    if rules.play == "free":
        entrants = {
            merged or player: pk
            for pk, player, merged in Entrant.objects.filter(
                _is_one_of(players), division=division, withdrawn=False
            ).values_list("pk", "player_id", "player__merged_into")
        }
        if set(entrants) != set(by_player):
            return None, None
        return [
            GameSeat(entrants[player], score.rank, score.total)
            for player, score in by_player.items()
            if player is not None
        ], None
    return _fixture_of(play, division, by_player, result)


def _lacks(rules: SeasonRules, scores: Sequence[Score]) -> bool:
    return any(
        score.rank is None or (rules.needs_scores and score.total is None) for score in scores
    )


def _fixture_of(
    play: Play, division: Division, by_player: dict[int | None, Score], result: Result | None
) -> tuple[list[GameSeat] | None, Fixture | None]:
    free = Q(result=None) | Q(result__play=play)
    fixtures = (
        Fixture.objects.filter(free, division=division, title__in=("", play.title))
        .prefetch_related("seats__entrant__player")
        .order_by("round", "number")
    )
    own = result.fixture_id if result is not None else None
    for fixture in sorted(fixtures, key=lambda one: one.pk != own):
        present = {_who_sits(seat): seat for seat in fixture.seats.all() if not seat.forfeited}
        if set(present) == set(by_player) and len(present) > 1:
            return [
                *(
                    GameSeat(
                        seat.entrant_id,
                        by_player[player].rank,
                        by_player[player].total,
                        substitute=seat.substitute_id is not None,
                    )
                    for player, seat in present.items()
                ),
                *(
                    GameSeat(seat.entrant_id, None, forfeited=True)
                    for seat in fixture.seats.all()
                    if seat.forfeited
                ),
            ], fixture
    return None, None


def _who_sits(seat: FixtureSeat) -> int:
    if seat.substitute_id is not None:
        return seat.substitute_id
    return seat.entrant.player.merged_into_id or seat.entrant.player_id


def _substitutes(play: Play, fixture: Fixture | None) -> dict[int, str]:
    if fixture is None:
        return {}
    names = dict(play.scores.values_list("player_id", "name"))
    return {
        seat.entrant_id: names.get(seat.substitute_id, "")
        for seat in fixture.seats.all()
        if seat.substitute_id is not None and not seat.forfeited
    }
