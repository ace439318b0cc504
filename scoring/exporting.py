"""Plays as files: our own JSON, CSV, BG Stats. Read from the database in parts, so that a club may be large."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from scoring.exchange import bgstats, own, table
from scoring.exchange.games import bgg_id_of
from scoring.exchange.outgoing import OutPlay, OutSeat
from scoring.models import Club, Play, Player, Score
from scoring.registry import SCORE_TABLES

PART = 500
MOST_IN_CODE = 1200
"""Characters of a link that phones still read off a screen; notes are left out beyond that."""


def plays_of(club: Club) -> QuerySet[Play]:
    """Return the club's counted plays with their scores in seat order, oldest first."""
    plays = Play.objects.filter(club=club, withdrawn_at=None, tally_state=Play.TallyState.DONE)
    return with_scores(plays).order_by("played_on", "pk")


def with_scores(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return plays with all that their files say."""
    scores = Score.objects.select_related("player").order_by("order", "id")
    return plays.select_related("club").prefetch_related(Prefetch("scores", scores))


def _in_parts(plays: QuerySet[Play]) -> Iterator[Play]:
    return plays.iterator(chunk_size=PART)


def lasting_id(play: Play) -> str:
    """Return what a play is called for ever: by the id of where it was first, else by its own."""
    if play.source == Play.Source.IMPORTED and play.source_ref:
        return play.source_ref.partition(":")[2].removeprefix(f"{own.KIND}:")
    return play.public_id


def as_json(club: Club) -> Iterator[str]:
    """Yield our own export of a club: its players and plays, complete, to be read back."""
    players = {
        player.pk: number
        for number, player in enumerate(_players(club), 1)
    }  # fmt: skip
    head = {
        "format": own.FORMAT,
        "version": own.VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "club": club.name,
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "players": [\n'
    listed = (
        own.OwnPlayer(key=players[player.pk], id=player.public_id, name=player.name)
        for player in _players(club)
    )
    yield from _joined(listed)
    yield '\n], "plays": [\n'
    yield from _joined(own_play(play, players) for play in _in_parts(plays_of(club)))
    yield "\n]}\n"


def play_as_json(play: Play) -> str:
    """Return our own export of one play."""
    seated = {score.player_id: score.player for score in play.scores.all() if score.player}
    players = {player_id or 0: number for number, player_id in enumerate(seated, 1)}
    document = {
        "format": own.FORMAT,
        "version": own.VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "club": play.club.name,
        "players": [
            own.OwnPlayer(key=players[player.pk], id=player.public_id, name=player.name)
            for player in seated.values()
        ],
        "plays": [own_play(play, players)],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode()


def _players(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, merged_into=None).order_by("sought", "pk")


def _joined(items: Iterable[Any]) -> Iterator[str]:
    for number, item in enumerate(items):
        yield (",\n" if number else "") + msgspec.json.encode(item).decode()


def own_play(play: Play, players: dict[int, int]) -> own.OwnPlay:
    """Return a play as our own export has it; `players` has their keys by id."""
    return own.OwnPlay(
        id=lasting_id(play),
        title=play.title,
        title_name=_name(play.title),
        played_on=play.played_on,
        source=play.origin or play.source,
        started_at=play.started_at,
        ended_at=play.ended_at,
        minutes=play.minutes,
        board=play.board,
        place=play.place,
        options=play.options,
        end=play.end,
        rules_version=play.rules_version,
        sheet=play.sheet,
        totals_only=play.totals_only,
        ruled=play.ruled,
        house_rules=play.house_rules,
        rated=play.rated,
        tie_break=play.tie_break,
        notes=play.notes,
        entered_by=play.entered_by_name,
        seats=[
            own.OwnSeat(
                seat=score.seat,
                player=players.get(score.player_id or 0),
                name=score.name,
                colour=score.colour,
                total=score.total,
                rank=score.rank,
                winner=score.winner,
                raw=score.raw,
                seconds=score.seconds,
                turns=score.turns,
                lines=score.lines,
            )
            for score in play.scores.all()
        ],
    )


def as_csv(plays: Iterable[Play]) -> Iterator[str]:
    """Yield plays as CSV, a line for each seat; what looks like a formula is made harmless."""
    lines = table.CsvLines()
    # The mark that makes spreadsheets read UTF-8.
    yield "\ufeff" + lines.line(table.HEADINGS)
    for play in plays:
        for score in play.scores.all():
            yield lines.line(_cells(play, score))


def club_as_csv(club: Club) -> Iterator[str]:
    """Yield all plays of a club as CSV."""
    return as_csv(_in_parts(plays_of(club)))


def _cells(play: Play, score: Score) -> list[Any]:
    return [
        play.public_id,
        play.played_on.isoformat(),
        _name(play.title),
        play.board,
        play.place,
        play.minutes,
        score.seat,
        score.name,
        score.colour,
        score.total,
        score.rank,
        "yes" if score.winner else "no",
        score.raw,
        "yes" if play.house_rules else "no",
        play.origin or play.source,
        play.entered_by_name,
        play.notes,
    ]


def as_bgsplay(plays: list[Play]) -> str:
    """Return plays as a `.bgsplay` file."""
    return "".join(bgstats.write(_out(plays), _out(plays)))


def club_as_bgsplay(club: Club) -> Iterator[str]:
    """Yield all plays of a club as a `.bgsplay` file."""
    return bgstats.write(_out(_in_parts(plays_of(club))), _out(_in_parts(plays_of(club))))


def bgstats_link(play: Play, most: int = bgstats.LONGEST_LINK) -> str:
    """Return the link by which BG Stats takes over a play, without its notes if it grows beyond `most`."""
    return bgstats.link(out_play(play), most)


def _out(plays: Iterable[Play]) -> Iterator[OutPlay]:
    return (out_play(play) for play in plays)


def out_play(play: Play) -> OutPlay:
    """Return a play as the writers of other programs' files need it."""
    return OutPlay(
        ref=lasting_id(play),
        title=play.title,
        title_name=_name(play.title),
        bgg_id=bgg_id_of(play.title),
        day=play.played_on.isoformat(),
        entered=f"{play.created_at:%Y-%m-%d %H:%M:%S}",
        changed=f"{play.updated_at:%Y-%m-%d %H:%M:%S}",
        minutes=play.minutes,
        board=play.board,
        place=play.place,
        notes=play.notes,
        seats=tuple(_out_seat(score) for score in play.scores.all()),
    )


def _out_seat(score: Score) -> OutSeat:
    player = score.player
    return OutSeat(
        person=player.public_id if player is not None else f"guest {score.name}",
        name=player.name if player is not None else score.name,
        order=score.order,
        score=str(score.total) if score.total is not None else score.raw,
        total=score.total,
        rank=score.rank,
        winner=score.winner,
        colour=score.colour,
    )


def _name(title: str) -> str:
    found = SCORE_TABLES.get(title)
    return found.name if found is not None else title
