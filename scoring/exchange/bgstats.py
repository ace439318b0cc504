"""BG Stats: the full export, the `.bgsplay` file of shared plays, and the link that creates a play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec

from scoring.exchange.documents import Buffer, decode, elements, share, value
from scoring.exchange.outgoing import OutPlay, OutSeat, uuid_of
from scoring.exchange.record import (
    LONGEST_NOTE,
    FileGame,
    FilePlayer,
    PlayRecord,
    Rows,
    SeatRecord,
    Trouble,
    row_of,
    seats_fit,
)
from scoring.exchange.values import (
    LONGEST_NAME,
    LONGEST_RAW,
    day_of,
    entries,
    fields,
    flag,
    key_of,
    minutes_of,
    name_of,
    points_of,
    text_of,
    whole,
)

KIND = "bgstats"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 10_000
_Listed = Mapping[str, dict[str, Any]]


class _Export(msgspec.Struct):
    games: msgspec.Raw = msgspec.Raw(b"[]")
    players: msgspec.Raw = msgspec.Raw(b"[]")
    locations: msgspec.Raw = msgspec.Raw(b"[]")
    plays: msgspec.Raw = msgspec.Raw(b"[]")
    userInfo: msgspec.Raw = msgspec.Raw(b"{}")


class _Lists(msgspec.Struct):
    games: _Listed
    players: _Listed
    locations: _Listed
    me: str


def read(buffer: Buffer) -> Rows:
    """Yield a row for each play of a full export or a `.bgsplay` file; raise `Unreadable`."""
    export = decode(buffer, _Export)
    lists = _Lists(
        _by_id(export.games, "games"),
        _by_id(export.players, "players"),
        _by_id(export.locations, "locations"),
        text_of(fields(value(export.userInfo)).get("meRefId"), 20),
    )
    plays = elements(export.plays, "plays")
    for index, raw in enumerate(plays):
        yield row_of(index + 1, share(index, plays), partial(_play, value(raw), lists))


def _by_id(raw: msgspec.Raw, name: str) -> _Listed:
    wanted = (
        "id",
        "uuid",
        "name",
        "bggId",
        "bggUsername",
        "isAnonymous",
        "highestWins",
        "metaData",
    )
    found: dict[str, dict[str, Any]] = {}
    for each in elements(raw, name):
        entry = fields(value(each))
        found[text_of(entry.get("id"), 20)] = {key: entry[key] for key in wanted if key in entry}
    return found


def _play(play: Any, lists: _Lists, trouble: Trouble) -> PlayRecord | None:
    if not isinstance(play, dict):
        trouble.refuse("no_play")
        return None
    played_on = day_of(play.get("playDate")) or day_of(play.get("playDateYmd"))
    if played_on is None:
        trouble.warn("no_date", date=text_of(play.get("playDate"), 40))
    if flag(play.get("ignored")):
        trouble.leave_out("ignored")
    scores = entries(play.get("playerScores"))
    game = lists.games.get(text_of(play.get("gameRefId"), 20), {})
    if not game:
        trouble.warn("no_game")
    seats: tuple[SeatRecord, ...] = ()
    if seats_fit(len(scores), trouble):
        seats = tuple(_seat(score, lists, trouble) for score in _in_order(scores))
    return PlayRecord(
        kind=KIND,
        ref=key_of(text_of(play.get("uuid"), 400)),
        game=_game(game, play),
        seats=seats,
        played_on=played_on,
        minutes=minutes_of(play.get("durationMin")),
        board=text_of(play.get("board"), LONGEST_NAME),
        place=text_of(
            lists.locations.get(text_of(play.get("locationRefId"), 20), {}).get("name"),
            LONGEST_NAME,
        ),
        notes=_notes(play, lists),
        lower_wins=flag(game.get("highestWins")) is False,
    )


def _in_order(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # Most files have 0 for every seat, so that the order of the list stays.
    return sorted(scores, key=lambda score: whole(score.get("seatOrder"), 0, 1000) or 0)


def _game(game: dict[str, Any], play: dict[str, Any]) -> FileGame:
    name = text_of(game.get("name"), 200)
    key = text_of(game.get("uuid"), 400) or name or text_of(play.get("gameRefId"), 20)
    return FileGame(key_of(key), name, whole(game.get("bggId"), 1, 2**31 - 1))


def _seat(score: dict[str, Any], lists: _Lists, trouble: Trouble) -> SeatRecord:
    raw = text_of(score.get("score"), LONGEST_RAW)
    return SeatRecord(
        player=_player(score, lists, trouble),
        raw=raw,
        total=points_of(raw),
        rank=whole(score.get("rank"), 1, 1000),
        winner=flag(score.get("winner")),
    )


def _player(score: dict[str, Any], lists: _Lists, trouble: Trouble) -> FilePlayer:
    ref = text_of(score.get("playerRefId"), 20)
    player = lists.players.get(ref, {})
    name = name_of(player.get("name"))
    if not player:
        trouble.warn("unknown_player", ref=ref or "–")
    if not name:
        return FilePlayer("", "", is_guest=True)
    is_bot = any(flag(_meta(each).get("isNpc")) for each in (score, player))
    return FilePlayer(
        key_of(text_of(player.get("uuid"), 400) or name),
        name,
        is_me=bool(ref) and ref == lists.me,
        is_guest=is_bot or bool(flag(player.get("isAnonymous"))),
    )


def _meta(entry: dict[str, Any]) -> dict[str, Any]:
    """Return `metaData`, which is JSON inside a text."""
    found = entry.get("metaData")
    return (
        fields(value(msgspec.Raw(found.encode(errors="replace")))) if isinstance(found, str) else {}
    )


def _notes(play: dict[str, Any], lists: _Lists) -> str:
    added = [
        text_of(lists.games.get(text_of(each.get("gameRefId"), 20), {}).get("name"), 200)
        for each in entries(play.get("expansionPlays"))[:20]
    ]
    parts = [text_of(play.get("comments"), LONGEST_NOTE), ", ".join(filter(None, added))]
    return "\n".join(filter(None, parts))[:LONGEST_NOTE]


def write(plays: Iterable[OutPlay], again: Iterable[OutPlay]) -> Iterator[str]:
    """Yield plays as a `.bgsplay` file, which BG Stats opens; the same play keeps its uuid.

    They are gone through twice, since people, games and places are listed before them.
    """
    people: dict[str, OutSeat] = {}
    games: dict[str, OutPlay] = {}
    places: dict[str, int] = {}
    for play in plays:
        people |= {seat.person: seat for seat in play.seats}
        games.setdefault(play.title, play)
        if play.place:
            places.setdefault(play.place, len(places) + 1)
    numbers = _Numbers(
        {title: number for number, title in enumerate(games, 1)},
        {person: number for number, person in enumerate(people, 1)},
        places,
    )
    head = {
        "about": "This is a Play file that can be read by Board Game Stats.",
        "games": [_out_game(games[title], number) for title, number in numbers.games.items()],
        "locations": [
            {"id": number, "uuid": uuid_of("place", place), "name": place}
            for place, number in places.items()
        ],
        "players": [_out_person(people[person], at) for person, at in numbers.people.items()],
        "userInfo": {"meRefId": 0},
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "plays": [\n'
    for number, play in enumerate(again):
        yield (",\n" if number else "") + json.dumps(_out_play(play, numbers), ensure_ascii=False)
    yield "\n]}\n"


class _Numbers(msgspec.Struct):
    """What the file calls games, people and places."""

    games: dict[str, int]
    people: dict[str, int]
    places: dict[str, int]


def _out_person(seat: OutSeat, number: int) -> dict[str, Any]:
    return {"id": number, "uuid": seat.uuid, "name": seat.name, "isAnonymous": False}


def _out_game(play: OutPlay, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": play.game_uuid,
        "name": play.title_name,
        "bggId": play.bgg_id,
        "bggName": play.title_name,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "isBaseGame": 1,
        "isExpansion": 0,
        "modificationDate": play.changed,
    }


def _out_play(play: OutPlay, numbers: _Numbers) -> dict[str, Any]:
    return {
        "uuid": play.uuid,
        "gameRefId": numbers.games[play.title],
        "locationRefId": numbers.places.get(play.place, 0),
        "playDate": f"{play.day} 00:00:00",
        "playDateYmd": int(play.day.replace("-", "")),
        "entryDate": play.entered,
        "modificationDate": play.changed,
        "durationMin": play.minutes or 0,
        "board": play.board,
        "comments": play.notes,
        "rounds": 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rating": 0,
        "bggId": 0,
        "importPlayId": 0,
        "playImages": "[]",
        "expansionPlays": [],
        "playerScores": [_out_score(seat, numbers.people[seat.person]) for seat in play.seats],
    }


def _out_score(seat: OutSeat, person: int) -> dict[str, Any]:
    return {
        "playerRefId": person,
        "score": seat.score,
        "rank": seat.rank or 0,
        "winner": seat.winner,
        "seatOrder": seat.order,
        "startPlayer": False,
        "newPlayer": False,
        "role": seat.colour,
    }


def link(play: OutPlay, most: int = LONGEST_LINK) -> str:
    """Return the link by which BG Stats takes a play over, without the notes if it grows beyond `most`.

    Every flag has to be there and the game's number has to be a number, or the app refuses it.
    """
    for notes in (play.notes, ""):
        data = {
            "sourceName": "Rail Companion",
            "sourcePlayId": play.ref,
            "playDate": f"{play.day} 00:00:00",
            "durationMin": play.minutes or 0,
            "board": play.board,
            "comments": notes,
            "location": play.place,
            "game": {
                "name": play.title_name,
                "sourceGameId": play.title,
                "bggId": play.bgg_id,
                "highestWins": True,
                "noPoints": False,
            },
            "players": [_link_player(seat) for seat in play.seats],
        }
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        address = LINK + quote(text, safe="")
        if len(address) <= most:
            break
    return address


def _link_player(seat: OutSeat) -> dict[str, Any]:
    player = {
        "name": seat.name,
        "sourcePlayerId": seat.person,
        "startPlayer": False,
        "winner": seat.winner,
        "rank": seat.rank or 0,
        "role": seat.colour,
    }
    # The app takes a number here; a seat without one has no score at all.
    return player if seat.total is None else {**player, "score": seat.total}
