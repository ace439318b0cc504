"""The read side: what pages and the API show of games. Nothing here writes; every query is bounded."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Q, Subquery

from games import lines
from games.codes import read_code
from games.engine.codec import decode
from games.engine.ledger import Posting
from games.engine.log import chain
from games.engine.title import Note, Secrets, Table, Title
from games.errors import GameError, Unreplayable
from games.lines import Entered
from games.models import Chart, ChartVersion, Event, Game, Participant, Seat, SeatRequest
from games.services.people import Claim, Who, find_either
from games.wording import Speaker
from scoring.registry import SCORE_TABLES
from scoring.tables.tally import Tally

EVENTS_A_PAGE = 50
GAMES_A_PAGE = 25


_ids: lines.Cache[int] = lines.Cache(4096)


def game_by_code(text: str) -> Game:
    """Return the game with a join code as typed, or raise `GameError("no_such_game")`."""
    found = Game.objects.select_related("club", "board__chart").defer("board__data")
    game = found.filter(code=_code_of(text)).first()
    if game is None:
        raise GameError("no_such_game")
    return game


def game_id(text: str) -> int:
    """Return the id of the game with a join code; a code never changes, so it is looked up once.

    The game may have been deleted since: what then looks for it raises `Game.DoesNotExist`.
    """
    code = _code_of(text)
    found = _ids.get(code)
    if found is not None:
        return found
    pk = Game.objects.filter(code=code).values_list("pk", flat=True).first()
    if pk is None:
        raise GameError("no_such_game")
    return _ids.put(code, pk)


def code_of(game_id: int) -> str:
    """Return the join code of a game as it is stored."""
    return Game.objects.values_list("code", flat=True).get(pk=game_id)


def last_of(game_id: int) -> int:
    """Return the number of a game's newest event."""
    return Game.objects.values_list("last", flat=True).get(pk=game_id)


def _code_of(text: str) -> str:
    """Return a code as it is stored; text that cannot be one becomes a code that no game has."""
    code = read_code(text[:20])
    return code if code.isascii() and code.isalpha() else "-"


@dataclass(frozen=True, slots=True)
class View:
    """A game as one person sees it: its table, the state that counts, seats, and who looks."""

    game: Game
    title: Title
    table: Table
    state: Any
    seats: tuple[Seat, ...]
    who: Who | None
    speaker: Speaker
    unreplayable: Unreplayable | None = None

    @property
    def seat(self) -> str:
        """Return the seat this person would enter for now: the one to act if theirs."""
        if self.who is None:
            return ""
        if self.game.actor in self.who.seats:
            return self.game.actor
        if self.who.may_enter_for_others and (self.sees(self.game.actor) or not self.who.seats):
            return self.game.actor or min(self.who.seats, default=self.table.seats[:1])
        return min(self.who.seats, default="")

    @property
    def secrets(self) -> Secrets:
        """Return what the table hides now; when the game is over everything is shown."""
        hides = self.title.secrets
        if hides is None or self.game.status == Game.Status.OVER:
            return Secrets()
        return hides(self.table)

    @property
    def sees_all(self) -> bool:
        """Say whether nothing is hidden from this person, should they ask for the whole position.

        The host and scorekeepers keep the bank: they may have to set the position, and so can read it.
        """
        return not is_secretive(self.secrets) or (
            self.who is not None and self.who.may_enter_for_others
        )

    def sees(self, seat: str) -> bool:
        """Say whether a seat's secrets are shown to this person as they play: their own seats' are.

        To whoever keeps the bank without a seat all are; a host who plays sees no more than others.
        """
        if not is_secretive(self.secrets):
            return True
        who = self.who
        return who is not None and (
            seat in who.seats or (who.may_enter_for_others and not who.seats)
        )


def is_secretive(secrets: Secrets) -> bool:
    """Say whether a table hides anything."""
    return secrets != Secrets()


def view(game: Game, *claims: Claim) -> View:
    """Return a game as the person of the first known claim sees it. At most six queries."""
    seats = tuple(Seat.objects.filter(game_id=game.pk).select_related("holder"))
    return assemble(game, seats, find_either(game.pk, *claims), game.head)


def view_at(game: Game, node: int, *claims: Claim) -> View:
    """Return a game as it stood after a node, for the replay."""
    seats = tuple(Seat.objects.filter(game_id=game.pk).select_related("holder"))
    return assemble(game, seats, find_either(game.pk, *claims), node)


def assemble(game: Game, seats: tuple[Seat, ...], who: Who | None, node: int) -> View:
    """Return the view of a game at a node, readable even when its log no longer folds."""
    title, table = lines.title_of(game), lines.table_of(game)
    places = cache(partial(lines.place_names, game, node))
    speaker = Speaker(title, {seat.letter: seat.name for seat in seats}, places)
    state, broken = None, None
    if game.status != Game.Status.LOBBY:
        try:
            state = lines.state_at(game, node)
        except Unreplayable as error:
            broken = error
    return View(game, title, table, state, seats, who, speaker, broken)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event for the log: its sentence, who entered it, and whether it still counts."""

    number: int
    kind: str
    seat: str
    said: str
    note: str
    by: str
    proxy: bool
    at: Any
    counts: bool
    is_node: bool
    corrected: bool
    turn: str
    rules_version: int


def log_page(
    view: View, before: int | None = None, limit: int = EVENTS_A_PAGE, only: Q | None = None
) -> tuple[LogLine, ...]:
    """Return up to `limit` events, newest first, with numbers below `before`, that fit `only`.

    Two queries for the newest, three for an earlier page or a choice.
    """
    game = view.game
    events = Event.objects.filter(game_id=game.pk).order_by("-number")
    if only is not None:
        events = events.filter(only)
    if before is not None:
        events = events.filter(number__lt=before)
    rows = list(events[:limit])
    if not rows:
        return ()
    if before is None and only is None:
        parents = {row.number: row.parent for row in rows if row.kind in Event.NODES}
        counting = frozenset(chain(parents, game.head, after=rows[-1].number - 1))
    else:
        counting = counting_numbers(game, rows[-1].number)
    gone, changed = corrections(game)
    return tuple(_log_line(view, row, counting, gone, changed) for row in rows)


def counting_numbers(game: Game, oldest: int) -> frozenset[int]:
    """Return the nodes from `oldest` on that lead to the head. One query."""
    nodes = Event.objects.filter(
        game_id=game.pk, kind__in=Event.NODES, number__gte=oldest, number__lte=game.head
    )
    return frozenset(
        chain(dict(nodes.values_list("number", "parent")), game.head, after=oldest - 1)
    )


def corrections(game: Game) -> tuple[frozenset[int], frozenset[int]]:
    """Return (entries that corrections removed, entries that they changed), up to the head."""
    gone: set[int] = set()
    changed: set[int] = set()
    rows = Event.objects.filter(game_id=game.pk, kind=Event.Kind.CORRECT, number__lte=game.head)
    for data in rows.order_by("-number").values_list("data", flat=True)[:200]:
        edit = decode(data, Entered).edit
        if edit is None:
            continue
        gone.update(edit.dropped)
        if edit.action == "remove":
            gone.add(edit.target)
        elif edit.action == "replace":
            changed.add(edit.target)
    return frozenset(gone), frozenset(changed)


def _log_line(
    view: View, row: Event, counting: frozenset[int], gone: frozenset[int], changed: frozenset[int]
) -> LogLine:
    is_node = row.kind in Event.NODES
    return LogLine(
        number=row.number,
        kind=row.kind,
        seat=row.seat,
        said=view.speaker.say(decode(row.said, Note)) if row.said else "",
        note=row.note,
        by=row.by_name,
        proxy=row.proxy,
        at=row.at,
        counts=not is_node or (row.number in counting and row.number not in gone),
        is_node=is_node,
        corrected=row.number in changed,
        turn=row.turn,
        rules_version=row.rules_version,
    )


def event_at(game: Game, number: int) -> Event | None:
    """Return one event of a game's log, if there is one with that number."""
    return Event.objects.filter(game_id=game.pk, number=number).first()


def state_seen(view: View, seen: int) -> Any:
    """Return the state that counted after an event, None where it cannot be known."""
    event = event_at(view.game, seen)
    if event is None or view.game.status == Game.Status.LOBBY:
        return None
    try:
        return lines.state_at(view.game, event.head)
    except Unreplayable:
        return None


def events_after(game: Game, number: int, limit: int = 200) -> list[Event]:
    """Return the events after a number, oldest first, at most `limit`: for catching up."""
    return list(Event.objects.filter(game_id=game.pk, number__gt=number).order_by("number")[:limit])


def is_entered(game: Game, key: UUID) -> bool:
    """Say whether an event of the game came with this key."""
    return Event.objects.filter(game_id=game.pk, key=key).exists()


def is_node(game: Game, number: int) -> bool:
    """Say whether an event has a state; the opening, 0, has."""
    if number in (0, game.head):
        return True
    return Event.objects.filter(game_id=game.pk, number=number, kind__in=Event.NODES).exists()


def said_since(game_id: int, number: int, limit: int = EVENTS_A_PAGE) -> tuple[str, ...]:
    """Return the sentences of the newest events after a number, oldest first, at most `limit`."""
    rows = Event.objects.filter(game_id=game_id, number__gt=number).order_by("-number")
    said = list(rows.values_list("said", flat=True)[:limit])
    if not said:
        return ()
    speaker = speaker_of(game_id)
    return tuple(speaker.say(decode(text, Note)) for text in reversed(said) if text)


def speaker_of(game_id: int) -> Speaker:
    """Return how to word what a game has to say. Two queries, more where places are named."""
    game = Game.objects.get(pk=game_id)
    names = dict(Seat.objects.filter(game_id=game_id).values_list("letter", "name"))
    return Speaker(lines.title_of(game), names, cache(partial(lines.place_names, game, game.head)))


@dataclass(frozen=True, slots=True)
class Moved:
    """Money that an entry moved: the entry's number, and the posting."""

    number: int
    posting: Posting


def has_secrets(game: Game) -> bool:
    """Say whether a game's table hides anything from some."""
    hides = lines.title_of(game).secrets
    return hides is not None and is_secretive(hides(lines.table_of(game)))


def ledger(view: View) -> tuple[Moved, ...]:
    """Return all money moved by the entries that count at the head, oldest first.

    Where the table hides cash, without transfers from and to seats that are not the viewer's.
    """
    moved = _moved(view.game)
    if not view.secrets.cash:
        return moved
    hidden = {seat for seat in view.table.seats if not view.sees(seat)}
    return tuple(
        one for one in moved if not hidden.intersection((one.posting.source, one.posting.target))
    )


def _moved(game: Game) -> tuple[Moved, ...]:
    """Return all money moved by the entries that count.

    After a correction the later entries may have moved other amounts than they did when entered, so
    the corrected line is played again; otherwise what was stored is what counts.
    """
    corrected = Event.objects.filter(
        game_id=game.pk, kind=Event.Kind.CORRECT, number__lte=game.head
    )
    counting = counting_numbers(game, 1)
    if any(number in counting for number in corrected.values_list("number", flat=True)):
        return tuple(
            Moved(number, posting)
            for number, step in lines.steps_of(game)
            for posting in step.postings
        )
    rows = Event.objects.filter(game_id=game.pk, number__lte=game.head).exclude(postings="")
    return tuple(
        Moved(number, posting)
        for number, text in rows.order_by("number").values_list("number", "postings")
        if number in counting
        for posting in decode(text, tuple[Posting, ...])
    )


def if_ended_now(view: View) -> Tally | None:
    """Return the tally as if the game ended now: the same function the real end uses.

    None before the start, and for everyone while the table hides how seats stand.
    """
    if view.state is None or view.secrets.points:
        return None
    return SCORE_TABLES[view.game.title].tally(view.title.sheet(view.table, view.state))


def running_games(user_id: int | None, guest: Any, limit: int = GAMES_A_PAGE) -> list[Game]:
    """Return the games someone is at that are not finished, newest first."""
    own = Participant.objects.filter(left_at__isnull=True)
    if user_id is not None:
        own = own.filter(user_id=user_id)
    elif guest is not None:
        own = own.filter(guest=guest)
    else:
        return []
    open_states = (Game.Status.LOBBY, Game.Status.PLAYING, Game.Status.PAUSED)
    games = Game.objects.filter(participants__in=own, status__in=open_states)
    return list(games.select_related("club").distinct()[:limit])


def game_of_participant(participant_id: int) -> list[Game]:
    """Return the game that a participant is at, in a list that is empty if they have left."""
    own = Participant.objects.filter(pk=participant_id, left_at__isnull=True)
    return list(Game.objects.filter(participants__in=own).select_related("club"))


def club_games(club_id: int, limit: int = GAMES_A_PAGE) -> list[Game]:
    """Return a club's unfinished games, newest first."""
    open_states = (Game.Status.LOBBY, Game.Status.PLAYING, Game.Status.PAUSED)
    return list(Game.objects.filter(club_id=club_id, status__in=open_states)[:limit])


def participants(game: Game) -> list[Participant]:
    """Return who is at a game."""
    return list(Participant.objects.filter(game=game, left_at__isnull=True)[:60])


def seat_requests(game: Game) -> list[SeatRequest]:
    """Return the seats that are asked for."""
    return list(SeatRequest.objects.filter(game=game).select_related("seat", "participant")[:60])


def boards_for(club_id: int | None, title_key: str) -> list[ChartVersion]:
    """Return the newest version of every board a club can play a title on, shipped ones first."""
    newest = (
        ChartVersion.objects.filter(chart=OuterRef("chart")).order_by("-number").values("pk")[:1]
    )
    own = Q(chart__club__isnull=True) | Q(chart__club_id=club_id)
    versions = ChartVersion.objects.filter(own, chart__title=title_key, pk=Subquery(newest))
    return list(
        versions.select_related("chart").order_by(F("chart__club").asc(nulls_first=True), "pk")[
            :100
        ]
    )


def charts_of(club_ids: Collection[int]) -> list[Chart]:
    """Return the boards that ship with titles, then the charts of these clubs."""
    charts = Chart.objects.filter(Q(club__isnull=True) | Q(club_id__in=club_ids))
    return list(
        charts.select_related("club").order_by(F("club__name").asc(nulls_first=True), "name")[:200]
    )


def newest_version(chart_id: str) -> ChartVersion | None:
    """Return the newest version of a chart by its public id, or None."""
    versions = ChartVersion.objects.filter(chart__public_id=chart_id).select_related("chart")
    return versions.order_by("-number").first()


def chart_version(chart: Chart, number: int) -> ChartVersion | None:
    """Return one version of a chart, the newest for 0, or None."""
    versions = ChartVersion.objects.filter(chart=chart).select_related("chart")
    if number:
        return versions.filter(number=number).first()
    return versions.order_by("-number").first()


def chart_by_id(chart_id: str) -> Chart | None:
    """Return a chart with its club by its public id, or None."""
    return Chart.objects.select_related("club").filter(public_id=chart_id).first()


def versions_of(chart: Chart) -> tuple[ChartVersion, ...]:
    """Return the newest versions of a chart, without their boards."""
    return tuple(ChartVersion.objects.filter(chart=chart).defer("data").order_by("-number")[:100])
