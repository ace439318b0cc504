"""Typing in a play: choose the title, fill in its sheet; and changing a play that is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import changes, queries, services
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms.sheets import LETTERS, SheetForm, initial_of_sheet, initial_of_totals
from scoring.guests import who_of
from scoring.models import Play, Score
from scoring.names import same_name
from scoring.queries import sheets
from scoring.registry import SCORE_TABLES, ScoreTable
from scoring.services import PlayDraft, SeatDraft
from scoring.tables import totals
from scoring.views.base import page

_KEY = re.compile(r"[0-9a-f]{32}")


@require_GET
@page
def choose(request: HttpRequest, club_id: str) -> HttpResponse:
    """Choose the title of a play to type in."""
    access = _member_access(request, club_id)
    context = {"club": access.club, "titles": SCORE_TABLES.values()}
    return render(request, "scoring/sheet_titles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def new(request: HttpRequest, club_id: str, title: str) -> HttpResponse:
    """Fill in the score sheet of a play that nobody tracked."""
    access, table = _member_access(request, club_id), _table(title)
    last = sheets.last_line_up(access.club, title)
    again = _names(last) if "again" in request.GET else {}
    seats = LETTERS[: _size(request, table, len(last))]
    form = SheetForm(
        table,
        seats,
        totals_only=_totals_only(request, False),
        data=_data(request),
        initial=_initial_of_request(request) or (initial_of_sheet(table, seats, {}) | again),
    )
    if _is_preview(request):
        return _running(request, form)
    if _is_saved(request) and form.is_valid():
        play = _enter(access, form)
        if play is not None:
            return redirect("scoring:play", play.public_id)
    context = _context(access, table, form) | {"has_last": bool(last and not again), "is_new": True}
    return render(request, "scoring/sheet.html", context, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def edit(request: HttpRequest, play_id: str) -> HttpResponse:
    """Change a play; what it was stays in its history."""
    play, access = _own_play(request, play_id)
    table = _table(play.title)
    if play.withdrawn_at is not None:
        return redirect("scoring:changes", play.public_id)
    draft = services.draft_of(play)
    held = [seat.letter for seat in draft.seats]
    seats = _letters(held, _size(request, table, len(held)))
    totals_only = _totals_only(request, play.totals_only)
    base = _built(table, draft) if not (totals_only or play.totals_only) else None
    form = SheetForm(
        table,
        seats,
        totals_only=totals_only,
        data=_data(request),
        initial=_initial_of_request(request) or _initial(table, draft, seats, totals_only),
        base=base,
    )
    if _is_preview(request):
        return _running(request, form)
    if _is_saved(request) and form.is_valid():
        try:
            with transaction.atomic():
                services.edit_play(play.pk, _draft(access, form, draft), _name(access))
        except (ScoringError, ValidationError) as error:
            form.add_error(None, _sentence(error))
        else:
            messages.success(request, gettext("Changed. What it was is kept in its history."))
            return redirect("scoring:play", play.public_id)
    context = _context(access, table, form) | {"play": play, "is_new": False}
    return render(request, "scoring/sheet.html", context, status=_status(form))


@require_GET
@page
def history(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show who changed a play, when, and what; with the way back."""
    play, access = queries.play_sheet(play_id, who_of(request))
    context = {
        "access": access,
        "club": access.club,
        "play": play,
        "steps": changes.steps_of(play.title, sheets.revisions_of(play)),
    }
    return render(request, "scoring/changes.html", context)


@require_POST
@page
def withdraw(request: HttpRequest, play_id: str) -> HttpResponse:
    """Take a play out of the history; the next page offers to bring it back."""
    play, access = _own_play(request, play_id)
    services.delete_play(play.pk, _name(access))
    messages.success(request, gettext("Taken out of the history. You can bring it back below."))
    return redirect("scoring:changes", play.public_id)


@require_POST
@page
def restore(request: HttpRequest, play_id: str, number: int) -> HttpResponse:
    """Bring a play back to what it was at one of its revisions."""
    play, access = _own_play(request, play_id)
    if number > 2**31 - 1:
        raise NotFound("no_revision")
    services.bring_back(play.pk, _name(access), number)
    messages.success(request, gettext("Brought back."))
    return redirect("scoring:play", play.public_id)


# --- Who may, and what they said ---------------------------------------------------------------------


def _member_access(request: HttpRequest, club_id: str) -> queries.Access:
    access = queries.club_access(club_id, who_of(request))
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    return access


def _own_play(request: HttpRequest, play_id: str) -> tuple[Play, queries.Access]:
    play, access = queries.play_sheet(play_id, who_of(request))
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    return play, access


def _table(title: str) -> ScoreTable:
    table = SCORE_TABLES.get(title)
    if table is None:
        raise Http404(gettext("There is no such title here."))
    return table


def _name(access: queries.Access) -> str:
    return access.member.name if access.member is not None else ""


def _is_preview(request: HttpRequest) -> bool:
    return request.method == "POST" and "preview" in request.POST


def _is_saved(request: HttpRequest) -> bool:
    return request.method == "POST" and not {"count", "resize"} & set(request.POST)


def _data(request: HttpRequest) -> Any:
    """Return what was posted to be checked; what is laid out anew is not checked yet."""
    return request.POST if request.method == "POST" and "resize" not in request.POST else None


def _initial_of_request(request: HttpRequest) -> dict[str, Any]:
    return request.POST.dict() if "resize" in request.POST else {}


def _totals_only(request: HttpRequest, usual: bool) -> bool:
    wish = request.POST.get("resize", "")
    if wish in ("totals", "lines"):
        return wish == "totals"
    asked = request.POST.get("totals") or request.GET.get("totals", "")
    return asked == "1" if asked in ("0", "1") else usual


def _size(request: HttpRequest, table: ScoreTable, usual: int) -> int:
    least, most = table.players
    asked = request.POST.get("players") or request.GET.get("players", "")
    count = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else usual
    return min(max(count or min(4, most), least), most)


def _letters(held: Sequence[str], count: int) -> list[str]:
    """Return the seats there are, fewer or more."""
    more = [letter for letter in LETTERS if letter not in held]
    return [*held, *more][:count]


def _running(request: HttpRequest, form: SheetForm) -> HttpResponse:
    context = {"standings": form.standings(), "problems": form.errors}
    return render(request, "scoring/_running.html", context)


def _context(access: queries.Access, table: ScoreTable, form: SheetForm) -> dict[str, Any]:
    least, most = table.players
    return {
        "access": access,
        "club": access.club,
        "table": table,
        "form": form,
        "names": sheets.names_to_offer(access.club),
        "counts": range(least, most + 1),
        "standings": form.standings(),
    }


def _status(form: SheetForm) -> int:
    return 400 if form.is_bound and form.errors else 200


def _sentence(error: Exception) -> str:
    return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)


# --- From fields to a draft and back -----------------------------------------------------------------


def _names(scores: Sequence[Score]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for letter, score in zip(LETTERS, scores, strict=False):
        found[f"name-{letter}"], found[f"colour-{letter}"] = score.name, score.colour
    return found


def _built(table: ScoreTable, draft: PlayDraft) -> dict[str, Any] | None:
    """Return the sheet as plain data, or None where it is none of the title's."""
    try:
        sheet = msgspec.json.decode(draft.sheet_json, type=table.sheet_type)
    except msgspec.MsgspecError:
        return None
    built: dict[str, Any] = msgspec.to_builtins(sheet)
    return built


def _initial(
    table: ScoreTable, draft: PlayDraft, seats: Sequence[str], totals_only: bool
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "played_on": draft.played_on,
        "minutes": draft.minutes,
        "place": draft.place,
        "notes": draft.notes,
        "house_rules": draft.house_rules,
        "rating": "usual" if draft.rated != draft.house_rules else ("yes" if draft.rated else "no"),
    }
    for variant in table.form.variants:
        found[f"option-{variant.key}"] = draft.options.get(variant.key, variant.choices[0][0])
    for seat in draft.seats:
        found[f"name-{seat.letter}"] = seat.name
        found[f"colour-{seat.letter}"] = seat.colour
    if not totals_only:
        return found | initial_of_sheet(table, seats, _built(table, draft) or {})
    return found | initial_of_totals(seats, _totals(table, draft))


def _totals(table: ScoreTable, draft: PlayDraft) -> totals.Totals:
    """Return the totals of a draft; those its lines come to, where it has lines."""
    try:
        if draft.totals_only:
            return msgspec.json.decode(draft.sheet_json, type=totals.Totals)
        tally = table.tally(msgspec.json.decode(draft.sheet_json, type=table.sheet_type))
    except (msgspec.MsgspecError, LookupError, ValueError):
        return totals.Totals({})
    return totals.Totals({seat.seat: totals.SeatTotal(seat.total) for seat in tally.seats})


def _enter(access: queries.Access, form: SheetForm) -> Play | None:
    """Record what was typed in; a form sent twice gives the same play. None where it cannot be."""
    key = form.cleaned_data["key"]
    if not _KEY.fullmatch(key):
        key = ""
    if key and (known := sheets.typed_play(access.club, key)) is not None:
        return known
    draft = PlayDraft(
        club_id=access.club.pk,
        title=form.table.key,
        source=Play.Source.TYPED,
        source_ref="" if key and sheets.is_taken(key) else key,
        played_on=form.cleaned_data["played_on"],
        seats=(),
        sheet_json="",
        entered_by_name=_name(access),
    )
    try:
        with transaction.atomic():
            return services.record_play(_draft(access, form, draft), _name(access))
    except IntegrityError:
        return sheets.typed_play(access.club, key)
    except (ScoringError, ValidationError) as error:
        form.add_error(None, _sentence(error))
        return None


def _draft(access: queries.Access, form: SheetForm, base: PlayDraft) -> PlayDraft:
    """Return the draft with all that the form says; what it does not ask stays as it was."""
    said = form.cleaned_data
    known = {seat.letter: seat for seat in base.seats}
    return msgspec.structs.replace(
        base,
        played_on=said["played_on"],
        minutes=said["minutes"],
        place=said["place"],
        notes=said["notes"],
        house_rules=said["house_rules"],
        rated=form.is_rated(),
        options=base.options | form.options(),
        totals_only=form.totals_only,
        sheet_json=msgspec.json.encode(form.sheet()).decode(),
        seats=tuple(
            _seat(access, form, letter, order, known.get(letter))
            for order, letter in enumerate(form.seats, 1)
        ),
    )


def _seat(
    access: queries.Access, form: SheetForm, letter: str, order: int, known: SeatDraft | None
) -> SeatDraft:
    name, colour = (
        form.cleaned_data[f"name-{letter}"],
        form.cleaned_data.get(f"colour-{letter}", ""),
    )
    if known is not None and same_name(known.name) == same_name(name) and known.player_id:
        return msgspec.structs.replace(known, name=name, colour=colour)
    player = services.get_or_create_player(access.club.pk, name)
    seat = known or SeatDraft(letter, order, name)
    return msgspec.structs.replace(seat, name=name, colour=colour, player_id=player.pk)
