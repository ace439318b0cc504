"""The pages of imports: a file is uploaded, reviewed, imported, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import import_words
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms.exchange import (
    DateForm,
    GamesForm,
    LayoutForm,
    PeopleForm,
    UploadForm,
)
from scoring.guests import who_of
from scoring.models import ImportBatch, ImportRow
from scoring.people import Who
from scoring.queries import club_access, organiser_access
from scoring.queries import imports as queries
from scoring.services import imports
from scoring.views.base import page, page_number
from scoring.views.webhooks import webhook_context

State = ImportBatch.State


@require_http_methods(["GET", "HEAD", "POST"])
@page
def exchange(request: HttpRequest, club_id: str) -> HttpResponse:
    """Offer a club's files, and to its organisers uploads, imports and the webhook; upload a file."""
    who = who_of(request)
    access = club_access(club_id, who)
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    form = UploadForm()
    if request.method == "POST":
        access = organiser_access(club_id, who)
        form = UploadForm(request.POST, request.FILES)
        if form.is_valid():
            try:
                return redirect(
                    "scoring:import", _upload(request, form, access.club, who).public_id
                )
            except ScoringError as error:
                form.add_error("file", str(error))
    context = {"access": access, "club": access.club, "form": form}
    if access.is_organiser:
        context["imports"] = queries.recent_imports(access.club)
        context |= webhook_context(access.club)
    return render(
        request, "scoring/exchange/exchange.html", context, status=400 if form.errors else 200
    )


def _upload(request: HttpRequest, form: UploadForm, club: Any, who: Who) -> ImportBatch:
    file = form.cleaned_data["file"]
    if file.size > imports.MOST_BYTES:
        raise ScoringError("import_large", most=imports.MOST_BYTES // 1024**2)
    return imports.start_import(club, who, file.name, file.chunks(), form.cleaned_data["encoding"])


@require_GET
@page
def batch(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Show an import: how far it is, what is to be decided, or what became of it."""
    found, access = queries.import_access(batch_id, who_of(request))
    return render(request, "scoring/exchange/import.html", _context(request, found, access))


def _context(request: HttpRequest, found: ImportBatch, access: Any) -> dict[str, Any]:
    state = request.GET.get("rows", "")
    state = state if state in ImportRow.State.values else ""
    rows = queries.rows_page(found, state, page_number(request.GET.get("page", "")))
    counts = queries.row_counts(found)
    context: dict[str, Any] = {
        "access": access,
        "club": access.club,
        "batch": found,
        "counts": [(key, ImportRow.State(key).label, count) for key, count in counts.items()],
        "ready": counts.get(ImportRow.State.READY, 0),
        "imported": counts.get(ImportRow.State.IMPORTED, 0),
        "rows": [_shown(row) for row in rows.items],
        "rows_page": rows,
        "rows_state": state,
        "is_stalled": queries.is_stalled(found),
        # Where tasks run in the request that starts them, the page asks for one turn after another.
        "here": settings.CELERY_TASK_ALWAYS_EAGER,
    }
    if found.problem:
        context["problem"] = import_words.sentence(found.problem)
    if found.state == State.REVIEW:
        games = queries.games_page(found, page_number(request.GET.get("games", "")))
        people = queries.people_page(found, page_number(request.GET.get("people", "")))
        choices = queries.player_choices(access.club)
        context |= {
            "games_form": GamesForm(games.items),
            "games_page": games,
            "date_form": DateForm(initial={"date": found.date_for_none}),
            "people_form": PeopleForm(people.items, choices),
            "people_page": people,
            "plays_of": {f"person-{p.pk}": p.plays for p in people.items}
            | {f"game-{game.pk}": game.plays for game in games.items},
        }
    layout = imports.layout_of(found)
    if layout is not None and found.state in (State.REVIEW, State.FAILED):
        context["layout_form"] = LayoutForm(layout)
    return context


def _shown(row: ImportRow) -> dict[str, Any]:
    """Return a row as the page shows it."""
    record = row.record or {}
    seats = [
        (seat["player"]["name"] or "–", seat.get("raw") or seat.get("total"))
        for seat in record.get("seats", [])
    ]
    return {
        "row": row,
        "game": record.get("game", {}).get("name", ""),
        "date": record.get("played_on") or "",
        "seats": seats,
        "said": import_words.sentences([*row.problems, *row.verdict]),
        "play": row.play if row.play is not None and row.play.withdrawn_at is None else None,
    }


@require_POST
@page
def set_games(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Say which titles the games are."""
    found, _ = queries.import_access(batch_id, who_of(request))
    number = page_number(request.POST.get("games", ""))
    form = GamesForm(queries.games_page(found, number).items, request.POST)
    date = DateForm(request.POST)
    if not (form.is_valid() and date.is_valid()):
        return _again(request, found, gettext("Choose one of the titles, and a date or none."))
    return _decide(
        request,
        found,
        lambda who: imports.set_games(found.pk, who, form.titles(), date.cleaned_data["date"]),
    )


@require_POST
@page
def set_people(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Say who the people are."""
    found, access = queries.import_access(batch_id, who_of(request))
    people = queries.people_page(found, page_number(request.POST.get("people", "")))
    form = PeopleForm(people.items, queries.player_choices(access.club), request.POST)
    if not form.is_valid():
        return _again(request, found, gettext("Choose one of the players."))
    return _decide(request, found, lambda who: imports.set_people(found.pk, who, form.chosen()))


@require_POST
@page
def set_columns(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Say which columns a spreadsheet has, and have it read again."""
    found, _ = queries.import_access(batch_id, who_of(request))
    layout = imports.layout_of(found)
    if layout is None:
        raise NotFound("no_import")
    form = LayoutForm(layout, request.POST)
    if not form.is_valid():
        return _again(request, found, gettext("Choose one of the columns."))
    return _decide(request, found, lambda who: imports.set_layout(found.pk, who, form.layout()))


@require_POST
@page
def begin(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Import what is to be imported."""
    found, _ = queries.import_access(batch_id, who_of(request))
    return _decide(request, found, lambda who: imports.begin_import(found.pk, who))


@require_POST
@page
def undo(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Take an import back."""
    found, _ = queries.import_access(batch_id, who_of(request))
    return _decide(request, found, lambda who: imports.undo_import(found.pk, who))


@require_POST
@page
def go_on(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Have an import go on, should nobody be at it."""
    found, access = queries.import_access(batch_id, who_of(request))
    imports.resume_import(found.pk, who_of(request))
    if request.headers.get("HX-Request"):
        found.refresh_from_db()
        return render(request, "scoring/exchange/import.html", _context(request, found, access))
    return redirect("scoring:import", found.public_id)


@require_POST
@page
def discard(request: HttpRequest, batch_id: str) -> HttpResponse:
    """Forget an import that has left nothing in the history."""
    found, access = queries.import_access(batch_id, who_of(request))
    try:
        imports.discard_import(found.pk, who_of(request))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        return _again(request, found, str(error))
    messages.success(request, gettext("The import is forgotten."))
    return redirect("scoring:exchange", access.club.public_id)


def _decide(
    request: HttpRequest, found: ImportBatch, decide: Callable[[Who], None]
) -> HttpResponse:
    try:
        decide(who_of(request))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    return redirect("scoring:import", found.public_id)


def _again(request: HttpRequest, found: ImportBatch, words: str) -> HttpResponse:
    messages.error(request, words)
    return redirect("scoring:import", found.public_id)
