"""From what services and queries return to what the API answers."""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import Any

import msgspec
from django.urls import reverse
from msgspec import structs

from games import queries
from games.api import answers, catalogue
from games.engine.codec import decode, to_data
from games.engine.title import Figure, Form, Note, Panel, Table, Title
from games.lines import Entered
from games.models import Chart, ChartVersion, Event, Game, Participant
from games.queries import View
from games.registry import TITLES
from games.services import charts, people
from games.services.entries import Answer
from games.wording import Speaker


def title_line(title: Title) -> catalogue.TitleLine:
    """Return a title for a list."""
    meta = title.meta
    return catalogue.TitleLine(
        meta.key, meta.name, meta.credit, meta.players, meta.minutes, meta.rules_version
    )


@lru_cache(maxsize=16)
def title_sheet(key: str) -> catalogue.TitleSheet:
    """Return all that is known of a title without a game; worked out once."""
    title = TITLES[key]
    board = decode(charts.shipped_text(key), title.board_type)
    options = msgspec.convert({}, title.options_type)
    seats = "ABCDEF"[: title.meta.players[0]]
    return catalogue.TitleSheet(
        meta=title.meta,
        move_schema=msgspec.json.schema(title.move_type),
        options_schema=msgspec.json.schema(title.options_type),
        setup_schema=msgspec.json.schema(title.setup_type),
        board_schema=msgspec.json.schema(title.board_type),
        setup_form=title.setup_fields(Table(seats, options, board)),
        rules_url=reverse("games_api:rules", args=[key]),
    )


def rules(title: Title) -> catalogue.Rules:
    """Return the digest of a title."""
    return catalogue.Rules(title.meta.key, title.meta.rules_version, title.rulebook)


def game_line(game: Game) -> answers.GameLine:
    """Return a game for a list; its club is to be loaded with it."""
    return answers.GameLine(
        game.code, game.title, game.club.name, game.status, game.last, game.created_at
    )


def joined(game_code: str, participant: Participant, requested: str = "") -> answers.Joined:
    """Return where someone has come to. One query."""
    return answers.Joined(
        code=game_code,
        participant=participant.pk,
        name=participant.name,
        role=participant.role,
        seats=tuple(participant.seats.values_list("letter", flat=True)),
        token=people.token_for(participant),
        requested=requested,
    )


def game_sheet(view: View) -> answers.GameSheet:
    """Return a game as someone sees it. Three queries besides those of the view."""
    game, title = view.game, view.title
    state = view.state
    open_to_view = state is not None and view.sees_all
    return answers.GameSheet(
        code=game.code,
        title=game.title,
        club=game.club.name,
        club_id=game.club.public_id,
        board=game.board.chart.public_id,
        board_version=game.board.number,
        rules_version=game.rules_version,
        options=to_data(view.table.options),
        status=game.status,
        said=_status(view),
        actor=game.actor,
        end=game.end,
        head=game.head,
        last=game.last,
        ruled=game.ruled,
        can_redo=bool(game.redo),
        seats=seat_lines(view),
        you=_you(view),
        seat=view.seat,
        forms=_forms(view),
        figures=_figures(view),
        panels=_panels(view),
        position=title.format_position(view.table, state) if open_to_view else "",
        state=_state(view),
        unreadable=_unreadable(view),
        people=tuple(
            answers.Person(person.pk, person.name, person.role, person.is_host)
            for person in queries.participants(game)
        ),
        requests=tuple(
            answers.AskedSeat(asked.pk, asked.seat.letter, asked.participant_id, asked.name)
            for asked in queries.seat_requests(game)
        ),
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
    )


def seat_lines(view: View) -> tuple[answers.SeatLine, ...]:
    """Return the seats of a game in table order."""
    return tuple(
        answers.SeatLine(
            seat.letter,
            seat.order,
            seat.name,
            seat.colour,
            seat.holder_id,
            seat.holder.name if seat.holder is not None else "",
        )
        for seat in view.seats
    )


def _status(view: View) -> str:
    if view.state is None or view.game.status != Game.Status.PLAYING:
        return str(Game.Status(view.game.status).label)
    return view.speaker.say(view.title.status(view.table, view.state))


def _unreadable(view: View) -> str:
    if view.unreplayable is None:
        return ""
    return view.speaker.say(Note(view.unreplayable.code, dict(view.unreplayable.facts)))


def _you(view: View) -> answers.You | None:
    who = view.who
    if who is None:
        return None
    return answers.You(
        participant=who.participant,
        name=who.name,
        role=who.role,
        is_host=who.is_host,
        seats=tuple(sorted(who.seats)),
        may_enter=who.may_enter,
        may_enter_for_others=who.may_enter_for_others,
    )


def _forms(view: View) -> tuple[answers.FormLine, ...]:
    if view.who is None or not view.who.may_enter or view.state is None:
        return ()
    if view.game.status != Game.Status.PLAYING:
        return ()
    forms = view.title.forms(view.table, view.state, view.seat)
    return tuple(_form(view.speaker, form) for form in forms)


def _form(speaker: Speaker, form: Form) -> answers.FormLine:
    blocked = speaker.say(form.blocked) if form.blocked is not None else ""
    return answers.FormLine(form.kind, form.label, form.button, form.fields, form.rule, blocked)


def _state(view: View) -> dict[str, Any] | None:
    """Return the state's data, without what the table hides from this person."""
    if view.state is None:
        return None
    data: dict[str, Any] = to_data(view.state)
    if view.sees_all:
        return data
    hidden = [seat for seat in view.table.seats if not view.sees(seat)]
    for part in view.secrets.parts:
        for seat in hidden if "*" in part else [""]:
            *path, last = part.replace("*", seat).split("/")
            reduce(lambda found, key: found[key], path, data).pop(last, None)
    return data


def _figures(view: View) -> tuple[Figure, ...]:
    if view.state is None:
        return ()
    seat = view.seat if view.sees(view.seat) else ""
    found: tuple[Figure, ...] = view.title.figures(view.table, view.state, seat)
    return found


def _panels(view: View) -> tuple[answers.PanelLine, ...]:
    if view.state is None:
        return ()
    panels: tuple[Panel, ...] = view.title.panels(view.table, view.state)
    return tuple(
        answers.PanelLine(panel.key, panel.caption, panel.columns, panel.rows) for panel in panels
    )


def entered(answer: Answer) -> answers.Entered:
    """Return what became of an entry, in words."""
    speaker = Speaker(TITLES[answer.title], answer.names, answer.places)
    return answers.Entered(
        number=answer.number,
        last=answer.last,
        head=answer.head,
        actor=answer.actor,
        status=answer.status,
        end=answer.end,
        said=speaker.say(answer.said) if answer.said is not None else "",
        notes=tuple(map(speaker.say, answer.notes)),
        unchecked=tuple(map(speaker.say, answer.unchecked)),
        effects=tuple(
            answers.EffectLine(speaker.say(effect.label), effect.old, effect.new, effect.good)
            for effect in answer.effects
        ),
        waived=answer.waived,
        dropped=tuple(map(speaker.say, answer.dropped)),
        dry_run=answer.dry_run,
        repeated=answer.repeated,
    )


def event_line(speaker: Speaker, event: Event, view: View | None = None) -> answers.EventLine:
    """Return an event as it was entered, with its sentence; with a view, without what that may not see."""
    data = decode(event.data, Entered) if event.data else Entered()
    if view is not None:
        data = _seen(view, event, data)
    return answers.EventLine(
        number=event.number,
        kind=event.kind,
        seat=event.seat,
        actor=event.actor,
        said=speaker.say(decode(event.said, Note)) if event.said else "",
        note=event.note,
        by=event.by_name,
        proxy=event.proxy,
        parent=event.parent,
        head=event.head,
        move=data.move,
        waived=data.waive,
        position=data.position,
        edit=data.edit,
        key=event.key,
        rules_version=event.rules_version,
        at=event.at,
    )


def _seen(view: View, event: Event, data: Entered) -> Entered:
    """Return what was entered without what the table hides from this person."""
    if view.sees_all:
        return data
    kind = data.move.get("kind") if isinstance(data.move, dict) else None
    hidden = kind in view.secrets.moves and not view.sees(event.seat)
    return structs.replace(data, move=None if hidden else data.move, position="", edit=None)


def log_entry(line: queries.LogLine) -> answers.LogEntry:
    """Return one line of the log."""
    return answers.LogEntry(
        **{name: getattr(line, name) for name in answers.LogEntry.__struct_fields__}
    )


def tally_now(view: View) -> answers.TallyNow:
    """Return the tally as if the game ended now; the view must show a state."""
    tally = queries.if_ended_now(view)
    if tally is None:
        raise ValueError("a game without a state has no tally")
    seats = msgspec.convert(tally.seats, tuple[answers.TallySeat, ...], from_attributes=True)
    return answers.TallyNow(view.game.head, seats, tally.tie_break)


def money_line(speaker: Speaker, moved: queries.Moved) -> answers.MoneyLine:
    """Return one transfer, with its reason in words."""
    posting = moved.posting
    return answers.MoneyLine(
        moved.number,
        posting.source,
        posting.target,
        posting.amount,
        posting.why,
        speaker.say(Note(posting.why)),
    )


def chart_line(version: ChartVersion) -> catalogue.ChartLine:
    """Return a chart for a list, from its newest version."""
    chart = version.chart
    return catalogue.ChartLine(
        chart.public_id, chart.title, chart.name, chart.club_id is None, version.number
    )


def chart_sheet(
    chart: Chart, version: ChartVersion, versions: tuple[ChartVersion, ...]
) -> catalogue.ChartSheet:
    """Return a chart with one version of its board."""
    return catalogue.ChartSheet(
        id=chart.public_id,
        title=chart.title,
        name=chart.name,
        shipped=chart.club_id is None,
        version=version.number,
        board=_board(version),
        versions=tuple(
            catalogue.VersionLine(each.number, each.why, each.by_name, each.created_at)
            for each in versions
        ),
    )


def _board(version: ChartVersion) -> dict[str, Any]:
    board: dict[str, Any] = decode(version.data, dict[str, Any])
    return board
