"""A club to look around in: finished plays and a game in progress, entered as people would enter them.

The moves are chosen at random with a fixed seed, with an eye on the points; they go through the
services one by one, so that everything a real game leaves behind is there.
"""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from games import lines
from games.engine.codec import convert, to_data
from games.engine.errors import Refusal
from games.engine.title import LETTERS, Table, Title
from games.models import Event, Game, Participant
from games.registry import TITLES
from games.services import entries, seats, tables
from games.services.charts import read_board, shipped_text
from games.services.entries import Request
from games.services.finishing import hand_over
from games.services.people import Claim
from games.services.tables import Identity, Plan, SeatSpec
from scoring.models import Club
from scoring.people import Who
from scoring.registry import SCORE_TABLES
from scoring.services import create_club

CLUB = "Demo club"
NAMES = ("Ada", "Ben", "Cho", "Dee", "Eli")
FINISHED = 6
"""Games played to their end; one more is left in the middle."""

SHARE = 0.42
"""How much of the last game has been played."""

MOST_LOOKED_AT = 1500
EACH_KIND = 6
"""Legal moves looked at, and of each kind those weighed."""

MOST_MOVES = 400
"""A trial game that is longer than this does not come to an end by itself."""

_GUESTS = UUID("6d1f3f0e-6f0b-5c5e-9a53-0f3f7c2f8a11")
PEOPLE = tuple(Identity(name, guest=uuid5(_GUESTS, name)) for name in NAMES)
HOST = PEOPLE[0]


@dataclass(frozen=True, slots=True)
class Demo:
    """What there is to look at: the club, its game in progress, and who hosts that."""

    club: Club
    game: Game
    host: Participant
    made: int


def make() -> Demo:
    """Make what is missing of the demonstration and return it; a second time nothing is missing."""
    club = Club.objects.filter(name=CLUB, members__guest=HOST.guest).first()
    if club is None:
        club = create_club(CLUB, Who(guest=HOST.guest), HOST.name)
    made = 0
    for number in range(FINISHED + 1):
        made += _make_game(club, number)
    game = Game.objects.filter(club=club).order_by("pk")[FINISHED]
    return Demo(club, game, Participant.objects.get(game=game, is_host=True), made)


def _make_game(club: Club, number: int) -> int:
    """Make the club's game of that number, or go on where an interrupted one stopped."""
    dice = random.Random(number)
    finished = number < FINISHED
    title = shown()[number % len(shown())] if finished else most_to_show()
    people = _people(dice, title, whole=not finished)
    game = Game.objects.filter(club=club).order_by("pk")[number : number + 1].first()
    if game is not None and not _is_ours_to_finish(game, finished):
        return 0
    if game is None:
        game = _create(club, title, people, join=finished)
    if game.status == Game.Status.LOBBY:
        table = lines.table_of(game)
        told = {field.name: field.value for field in title.setup_fields(table)}
        game = tables.start(game.pk, (HOST.claim,), told, strict=False)
    script = list(playout(title, lines.table_of(game), lines.state_at(game, 0), dice))
    if not finished:
        script = _middle(title, game, script)
    _enter(game, people, script)
    if finished:
        _date_back(game, number, dice)
    return 1


@lru_cache(maxsize=1)
def shown() -> tuple[Title, ...]:
    """Return the titles whose games come to an end by moves that merely look good.

    Others need plans that this demonstration does not make; their games would go on for ever.
    """
    return tuple(title for title in TITLES.values() if _ends(title))


def most_to_show() -> Title:
    """Return the title for the game in progress: the one with most to look at beside its forms."""
    return max(
        shown(),
        key=lambda one: sum(
            map(
                bool,
                (one.drawing, one.targets, one.charting, one.measures, one.what_if, one.editor),
            )
        ),
    )


def _ends(title: Title) -> bool:
    board = read_board(title, json.loads(shipped_text(title.meta.key)))
    options = convert({}, title.options_type)
    table = Table(LETTERS[: title.meta.players[0]], options, board)
    told = {field.name: field.value for field in title.setup_fields(table)}
    state = title.setup(table, convert(told, title.setup_type, strict=False))
    moves = playout(title, table, state, random.Random(0))
    return sum(1 for _ in islice(moves, MOST_MOVES)) < MOST_MOVES


def _people(dice: random.Random, title: Title, *, whole: bool) -> list[Identity]:
    low, high = title.meta.players
    most = min(high, len(NAMES))
    count = most if whole else dice.randint(low, most)
    people = [HOST, *dice.sample(PEOPLE[1:], count - 1)]
    dice.shuffle(people)
    return people


def _is_ours_to_finish(game: Game, finished: bool) -> bool:
    open_states = (Game.Status.LOBBY, Game.Status.PLAYING) if finished else (Game.Status.LOBBY,)
    hosts = Participant.objects.filter(game=game, is_host=True, guest=HOST.guest)
    return game.status in open_states and hosts.exists()


def _create(club: Club, title: Title, people: list[Identity], *, join: bool) -> Game:
    colours = [choice.value for choice in title.meta.colours]
    plan = Plan(
        club_id=club.pk,
        title=title.meta.key,
        seats=tuple(
            SeatSpec(colour, person.name, mine=person is HOST)
            for colour, person in zip(colours, people, strict=False)
        ),
        options={},
    )
    game, _ = tables.create_game(HOST, plan)
    if join:
        for letter, person in zip(game.seat_letters, people, strict=True):
            seats.join(game.pk, person, letter)
    game.refresh_from_db()
    return game


def _middle(title: Title, game: Game, script: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the first part of a script, up to where a seat is to act."""
    table, state = lines.table_of(game), lines.state_at(game, 0)
    upto = 0
    for count, (seat, move) in enumerate(script, start=1):
        state = title.apply(table, state, seat, move, frozenset()).state
        if title.actor(table, state):
            upto = count
        if count >= SHARE * len(script) and upto == count:
            break
    return script[:upto]


def _enter(game: Game, people: list[Identity], script: list[tuple[str, Any]]) -> None:
    """Enter what is not entered yet, each move by whoever's seat it is for, else by the host."""
    claims: Mapping[str, Claim] = {
        letter: person.claim for letter, person in zip(game.seat_letters, people, strict=True)
    }
    game.refresh_from_db()
    entered = Event.objects.filter(game=game, kind__in=Event.NODES).count()
    last = game.last
    for seat, move in script[entered:]:
        request = Request(seen=last, seat=seat)
        own = claims.get(seat, HOST.claim)
        last = entries.play(game.pk, (own, HOST.claim), to_data(move), request).last


def _date_back(game: Game, number: int, dice: random.Random) -> None:
    """Move a finished game into the last weeks, as the one thing here that no person could do."""
    evening = timezone.now().replace(hour=19, minute=0, second=0, microsecond=0)
    start = evening - datetime.timedelta(days=5 * (FINISHED - number), minutes=dice.randint(0, 90))
    length = datetime.timedelta(minutes=dice.randint(95, 150))
    with transaction.atomic():
        numbers = list(Event.objects.filter(game=game).order_by("number").only("number", "at"))
        for event in numbers:
            event.at = start + length * event.number / len(numbers)
        Event.objects.bulk_update(numbers, ["at"], batch_size=200)
        Game.objects.filter(pk=game.pk).update(
            created_at=start,
            started_at=start,
            ended_at=start + length,
            touched_at=start + length,
        )
    hand_over(game.pk)


def playout(
    title: Title, table: Table, state: Any, dice: random.Random
) -> Iterator[tuple[str, Any]]:
    """Yield (seat, move) from a state to the end of the game: legal, and not without sense."""
    while title.end(table, state) is None:
        seat, move = choose(title, table, state, dice)
        yield seat, move
        state = title.apply(table, state, seat, move, frozenset()).state


def choose(title: Title, table: Table, state: Any, dice: random.Random) -> tuple[str, Any]:
    """Return a legal move: most often the one worth most points now, else one of any kind."""
    if title.sensible is not None:
        return title.sensible(dice, table, state, list(title.legal_moves(table, state)))
    kinds: dict[str, list[tuple[str, Any]]] = {}
    for number, entry in enumerate(title.legal_moves(table, state)):
        if number >= MOST_LOOKED_AT:
            break
        kinds.setdefault(_kind(entry[1]), []).append(entry)
    few = [dice.sample(each, min(EACH_KIND, len(each))) for each in kinds.values()]
    if len(few) == 1 or dice.random() < 0.1:
        return dice.choice(dice.choice(few))
    weighed = [
        (_gain(title, table, state, seat, move), dice.random(), seat, move)
        for each in few
        for seat, move in each
    ]
    gain, _, seat, move = max(weighed, key=lambda entry: entry[:2])
    if gain > 0:
        return seat, move
    # Nothing counts at once: whatever is not simply passing, more often than not.
    return dice.choice(dice.choice(few[1:] if dice.random() < 0.8 else few))


def _kind(move: Any) -> str:
    return str(type(move).__name__)


def _gain(title: Title, table: Table, state: Any, seat: str, move: Any) -> int:
    try:
        after = title.apply(table, state, seat, move, frozenset()).state
    except Refusal:
        return -1
    return _points(title, table, after, seat) - _points(title, table, state, seat)


def _points(title: Title, table: Table, state: Any, seat: str) -> int:
    tally = SCORE_TABLES[title.meta.key].tally(title.sheet(table, state))
    return next((each.total for each in tally.seats if each.seat == seat), 0)
