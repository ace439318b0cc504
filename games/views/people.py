"""Who is at the table: requests, seats, roles, hosting, links for a lost phone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.errors import BadInput
from games.forms.small import MOST_NUMBER, SeatForm
from games.identity import claims_of
from games.models import Participant
from games.queries import View
from games.services import people as tokens
from games.services import seats
from games.views.base import open_table, page
from games.views.worded import Wording
from games.wording import error_words


@require_safe
@page
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Show who is at the table; the host can give seats, roles and the hosting."""
    return _show(request, open_table(request, code))


def _show(request: HttpRequest, view: View, status: int = 200, **more: Any) -> HttpResponse:
    who = view.who
    is_host = who is not None and who.is_host
    everyone = queries.participants(view.game) if who is not None else []
    by_id = {person.pk: person for person in everyone}
    own = by_id.get(who.participant) if who is not None else None
    context: dict[str, Any] = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "who": who,
        "is_host": is_host,
        "words": Wording(view),
        "people": [(one, _link(request, view, one) if is_host else "") for one in everyone],
        "requests": queries.seat_requests(view.game) if is_host else [],
        "own_link": _link(request, view, own) if own is not None else "",
        "roles": Participant.Role.choices,
        "seat_forms": [
            (seat, _seat_form(view, seat)) for seat in view.seats if _may_edit(view, seat)
        ],
    }
    return render(request, "games/people.html", context | more, status=status)


def _may_edit(view: View, seat: Any) -> bool:
    who = view.who
    return who is not None and (who.is_host or seat.letter in who.seats)


def _seat_form(view: View, seat: Any) -> SeatForm:
    return SeatForm(
        initial={"name": seat.name, "colour": seat.colour},
        meta=view.title.meta,
        auto_id=f"seat-{seat.letter}-%s",
    )


def _link(request: HttpRequest, view: View, person: Participant) -> str:
    address = reverse("games:return", args=[view.game.code, tokens.token_for(person)])
    return request.build_absolute_uri(address)


@require_POST
@page
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Consent to a request for a seat, or refuse it."""
    view = open_table(request, code)
    consent = request.POST.get("consent") == "yes"
    number = _number(request, "request")
    seats.answer_request(view.game.pk, claims_of(request), number, consent=consent)
    return redirect("games:people", view.game.code)


@require_POST
@page
def give(request: HttpRequest, code: str) -> HttpResponse:
    """Let someone else hold a seat, or nobody."""
    view = open_table(request, code)
    letter = request.POST.get("seat", "")[:10]
    if len(letter) != 1 or letter not in view.game.seat_letters:
        raise BadInput("seat", "no_such_seat", seat=letter.replace("\x00", ""))
    holder = _number(request, "participant") if request.POST.get("participant") else None
    seats.give_seat(view.game.pk, claims_of(request), letter, holder)
    return redirect("games:people", view.game.code)


@require_POST
@page
def seat(request: HttpRequest, code: str, letter: str) -> HttpResponse:
    """Rename a seat or change its colour."""
    view = open_table(request, code)
    form = SeatForm(request.POST, meta=view.title.meta, auto_id=f"seat-{letter}-%s")
    if form.is_valid():
        data = form.cleaned_data
        try:
            seats.edit_seat(
                view.game.pk,
                claims_of(request),
                letter,
                name=data["name"],
                colour=data["colour"],
            )
        except BadInput as error:
            form.add_error(
                error.field if error.field in form.fields else None,
                error_words(error.code, error.facts),
            )
        else:
            return redirect("games:people", view.game.code)
    shown = [
        (one, form if one.letter == letter else _seat_form(view, one))
        for one in view.seats
        if _may_edit(view, one)
    ]
    return _show(request, view, 400, seat_forms=shown)


@require_POST
@page
def role(request: HttpRequest, code: str) -> HttpResponse:
    """Make someone player, scorekeeper or watcher."""
    view = open_table(request, code)
    wish = request.POST.get("role", "")[:20]
    seats.set_role(view.game.pk, claims_of(request), _number(request, "participant"), wish)
    return redirect("games:people", view.game.code)


@require_POST
@page
def host(request: HttpRequest, code: str) -> HttpResponse:
    """Hand the hosting on."""
    view = open_table(request, code)
    seats.hand_on_hosting(view.game.pk, claims_of(request), _number(request, "participant"))
    return redirect("games:people", view.game.code)


@require_POST
@page
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the table; one's seats become free."""
    view = open_table(request, code)
    seats.leave(view.game.pk, claims_of(request))
    messages.success(request, gettext("You have left the table."))
    return redirect("games:home")


def _number(request: HttpRequest, name: str) -> int:
    """Return the number a form sends, or raise `BadInput`."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise BadInput(name, "bad_envelope")
    return min(int(text), MOST_NUMBER)
