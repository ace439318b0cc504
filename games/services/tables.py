"""A game's life around its moves: create, seats, start, pause, abandon, reopen, finish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from games import lines
from games.engine.codec import convert, encode
from games.engine.title import LETTERS, Note, Title
from games.errors import BadInput, GameError
from games.lines import Entered
from games.models import ChartVersion, Event, Game, Participant, Seat, Snapshot
from games.registry import TITLES
from games.services import charts, entries
from games.services.entries import Locked
from games.services.people import Claim, named, require_host
from scoring.models import Play
from scoring.services import withdraw_play


@dataclass(frozen=True, slots=True)
class Identity:
    """Someone who comes to a table: an account or a guest's browser, and a name."""

    name: str
    user_id: int | None = None
    guest: UUID | None = None

    @property
    def claim(self) -> Claim:
        """Return how this person will be known again."""
        return Claim(self.user_id, self.guest)


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A seat as laid out at creation: its colour, a name if known, and whether the host holds it."""

    colour: str
    name: str = ""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a new game needs; `position` starts it from what stands on the table."""

    club_id: int
    title: str
    seats: tuple[SeatSpec, ...]
    options: Mapping[str, Any]
    board: int | None = None
    position: str = ""


def create_game(host: Identity, plan: Plan) -> tuple[Game, Participant]:
    """Create a game in its lobby and return it with its host.

    Raises `BadInput` or `Fault` at the field that is wrong.
    """
    title = TITLES.get(plan.title)
    if title is None:
        raise BadInput("title", "no_such_title", title=plan.title[:40])
    options = convert(dict(plan.options), title.options_type, strict=False)
    _check_seats(title, plan.seats)
    with transaction.atomic():
        game = Game.objects.create(
            club_id=plan.club_id,
            title=plan.title,
            board=_board(title, plan),
            rules_version=title.meta.rules_version,
            options=encode(options),
            position=plan.position.strip(),
            seat_letters=LETTERS[: len(plan.seats)],
        )
        participant = new_participant(game, host, Participant.Role.PLAYER, is_host=True)
        Seat.objects.bulk_create(
            Seat(
                game=game,
                letter=LETTERS[order],
                order=order,
                name=_seat_name(order, spec, host),
                colour=spec.colour,
                holder=participant if spec.mine else None,
            )
            for order, spec in enumerate(plan.seats)
        )
        if game.position:
            opening = lines.opening(game)  # raises before anything is kept
            title.check_state(lines.table_of(game), opening)
    return game, participant


def _seat_name(order: int, spec: SeatSpec, host: Identity) -> str:
    if spec.name.strip():
        return named(f"seats[{order}].name", spec.name)
    return named("name", host.name) if spec.mine else ""


def _check_seats(title: Title, seats: tuple[SeatSpec, ...]) -> None:
    low, high = title.meta.players
    if not low <= len(seats) <= high:
        raise BadInput("seats", "seat_count", low=low, high=high, count=len(seats))
    known = {choice.value for choice in title.meta.colours}
    colours = [seat.colour for seat in seats]
    for index, colour in enumerate(colours):
        if colour not in known:
            raise BadInput(f"seats[{index}].colour", "no_such_colour", colour=colour[:20])
        if colour in colours[:index]:
            raise BadInput(f"seats[{index}].colour", "colour_taken", colour=colour)


def _board(title: Title, plan: Plan) -> ChartVersion:
    if plan.board is None:
        return charts.shipped_version(title)
    version = ChartVersion.objects.select_related("chart").filter(pk=plan.board).first()
    if version is None or version.chart.title != title.meta.key:
        raise BadInput("board", "no_such_board")
    if version.chart.club_id not in (None, plan.club_id):
        raise BadInput("board", "no_such_board")
    return version


def start(
    game_id: int, claims: tuple[Claim, ...], setup: Mapping[str, Any], *, strict: bool = True
) -> Game:
    """Start a game: fix its seats and set-up, and make the first seat act. Host only.

    A game that starts from a position needs no set-up; what is given is not looked at.
    Raises `Refusal` or `Fault` when the set-up told is not one the rules allow.
    """
    with transaction.atomic():
        held = _as_host(game_id, claims)
        game = held.game
        if game.status != Game.Status.LOBBY:
            raise GameError("already_started")
        title = lines.title_of(game)
        if not game.position:
            game.setup = encode(convert(dict(setup), title.setup_type, strict=strict))
        opening = lines.opening(game)
        table = lines.table_of(game)
        game.actor = title.actor(table, opening) or ""
        game.status, game.started_at = Game.Status.PLAYING, timezone.now()
        Snapshot.objects.create(
            game=game, node=0, rules_version=game.rules_version, state=lines.snapshot_text(opening)
        )
        _status_event(held, "started")
        game.save()
    return game


def set_status(game_id: int, claims: tuple[Claim, ...], wish: str) -> Game:
    """Pause, resume, abandon or reopen a game. Host only; a wish that does not fit raises `GameError`."""
    with transaction.atomic():
        held = _as_host(game_id, claims)
        game = held.game
        fitting, after = _WISHES.get(wish, ((), ""))
        if game.status not in fitting:
            raise GameError("status_does_not_fit", wish=wish, status=game.status)
        if wish == "reopen" and not game.started_at:
            after = Game.Status.LOBBY
        game.status = after
        game.ended_at = timezone.now() if after == Game.Status.ABANDONED else None
        _status_event(held, wish)
        game.save()
        if wish == "reopen":
            withdraw_play(Play.Source.TRACKED, game.code)
    return game


_WISHES: dict[str, tuple[tuple[str, ...], str]] = {
    "pause": ((Game.Status.PLAYING,), Game.Status.PAUSED),
    "resume": ((Game.Status.PAUSED,), Game.Status.PLAYING),
    "abandon": (
        (Game.Status.LOBBY, Game.Status.PLAYING, Game.Status.PAUSED),
        Game.Status.ABANDONED,
    ),
    "reopen": ((Game.Status.OVER, Game.Status.ABANDONED), Game.Status.PLAYING),
}


def finish(game_id: int, claims: tuple[Claim, ...]) -> Game:
    """Close a reopened game whose position still is at its end, so that it is tallied again. Host only."""
    with transaction.atomic():
        held = _as_host(game_id, claims)
        game = held.game
        entries.require_playing(game)
        title = lines.title_of(game)
        end = title.end(lines.table_of(game), lines.state_at(game, game.head))
        if end is None:
            raise GameError("not_at_its_end")
        game.end, game.status, game.ended_at = end, Game.Status.OVER, timezone.now()
        _status_event(held, "finished")
        game.save()
        entries.announce(game)
    return game


def _status_event(held: Locked, wish: str) -> Event:
    event = entries.append(
        held,
        Event.Kind.STATUS,
        uuid4(),
        said=Note(f"status_{wish}"),
        data=encode(Entered(status=wish)),
    )
    entries.announce(held.game)
    return event


def _as_host(game_id: int, claims: tuple[Claim, ...]) -> Locked:
    held = entries.lock(game_id, claims)
    require_host(held.who)
    return held


def new_participant(game: Game, who: Identity, role: str, *, is_host: bool = False) -> Participant:
    """Add someone to a game; raises `BadInput` on a name that cannot be."""
    return Participant.objects.create(
        game=game,
        user_id=who.user_id,
        guest=who.guest if who.user_id is None else None,
        name=named("name", who.name),
        role=role,
        is_host=is_host,
    )
