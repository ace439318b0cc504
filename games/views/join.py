"""Coming to a table: by code, by link or QR, and back on another phone."""

from __future__ import annotations

import io

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import queries
from games.engine.errors import Fault, Refusal
from games.errors import BadInput, GameError
from games.forms.moves import bind, read_data, typed_of
from games.forms.small import CodeForm, SitForm
from games.identity import claims_of, identity_of
from games.services import seats, tables
from games.services.people import Claim
from games.views.base import open_as_host, open_table, page, too_many_tries
from games.views.show import link_preview, setup_form, table_context
from games.views.slip import slip_for
from games.views.worded import Wording
from games.wording import error_words


@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: HttpRequest) -> HttpResponse:
    """Find a game by its code; what is no code and what no game has are answered alike."""
    form = CodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if too_many_tries(request):
            return render(request, "games/too_many.html", status=429)
        status = 404
        if form.is_valid():
            try:
                game = queries.game_by_code(form.cleaned_data["code"])
            except GameError as error:
                form.add_error("code", error_words(error.code, error.facts))
            else:
                return redirect("games:join_game", game.code)
        else:
            form.errors["code"] = form.error_class([error_words("no_such_game", {})])
    return render(request, "games/join_code.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def join_game(request: HttpRequest, code: str) -> HttpResponse:
    """Come to a table with a name: to a free seat, to ask for one that is held, or to watch."""
    view = open_table(request, code)
    initial = {"name": view.who.name if view.who is not None else ""}
    form = SitForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            who = identity_of(request, data["name"])
            _, asked = seats.join(view.game.pk, who, data["seat"])
        except BadInput as error:
            form.add_error(
                "name" if error.field == "name" else None, error_words(error.code, error.facts)
            )
        else:
            if asked is not None:
                messages.success(
                    request, gettext("The host has been asked. The seat is yours on consent.")
                )
            return redirect("games:table", view.game.code)
    context = {
        "link_preview": link_preview(view),
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "form": form,
        "words": Wording(view),
    }
    return render(request, "games/join.html", context, status=400 if form.errors else 200)


@require_safe
@cache_control(private=True, max_age=3600)
@page
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the QR code of the address to join at."""
    game = queries.game_by_code(code)
    address = request.build_absolute_uri(reverse("games:join_game", args=[game.code]))
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", border=2, scale=6, dark="#1c2326")
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


@require_POST
@page
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start the game with what the table tells at set-up."""
    view = open_as_host(request, code)
    form = setup_form(view)
    typed = typed_of(form, request.POST)
    problems: tuple[tuple[str, str], ...]
    try:
        data = read_data(form.fields, typed) if not view.game.position else {}
        tables.start(view.game.pk, claims_of(request), data, strict=False)
    except Fault as fault:
        problems, status = fault.problems, 400
    except Refusal as refusal:
        problems, status = (("", view.speaker.refuse(refusal)),), 422
    else:
        return redirect("games:table", view.game.code)
    context = table_context(request, view, slip_for(view))
    context["setup"] = bind(form, typed, problems)
    return render(request, "games/table.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def come_back(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Go on as someone at the table on another phone, by a link that works once."""
    view = open_table(request, code)
    behind = seats.identity_behind(view.game.pk, Claim(token=token))
    if behind is None:
        raise Http404(gettext("This link has been used already, or was ended."))
    name = behind.name
    if request.method == "POST":
        seats.come_back(view.game.pk, token, identity_of(request, name))
        messages.success(request, gettext("You are {name} on this phone now.").format(name=name))
        return redirect("games:table", view.game.code)
    context = {"game": view.game, "title": view.title.meta, "name": name}
    return render(request, "games/return.html", context)
