"""Creating a game: the title, then everything else in one form."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games import queries
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.title import Title
from games.errors import BadInput
from games.forms.create import NEW_CLUB, CreateForm
from games.identity import identity_of
from games.models import ChartVersion, Game
from games.registry import TITLES
from games.services import charts, tables
from games.views.base import page
from games.wording import Speaker, error_words
from scoring import services as clubs
from scoring.guests import ensure_who, who_of
from scoring.models import Club
from scoring.queries import my_clubs


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """Choose the title of a new game."""
    context = {
        "titles": [title.meta for title in TITLES.values()],
        "club": request.GET.get("club", "")[:20],
    }
    return render(request, "games/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def create(request: HttpRequest, title: str) -> HttpResponse:
    """Lay out a new game and open its lobby."""
    found = TITLES.get(title)
    if found is None:
        raise Http404(gettext("There is no such title here."))
    form = _form(request, found)
    if request.method == "POST" and form.is_valid():
        game = _create(request, found, form)
        if game is not None:
            return redirect("games:table", game.code)
    context = {"title": found.meta, "form": form}
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "games/create.html", context, status=status)


def _form(request: HttpRequest, title: Title) -> CreateForm:
    own = list(my_clubs(who_of(request))[:100])
    boards = _boards(title, own)
    wished = request.GET.get("club", "")
    known = [club.public_id for club in own]
    first = wished if wished in known else (known[0] if known else NEW_CLUB)
    return CreateForm(
        request.POST if request.method == "POST" else None,
        meta=title.meta,
        clubs=own,
        boards=boards,
        initial={"club": first, "players": title.meta.players[0]},
    )


def _boards(title: Title, own: list[Club]) -> list[ChartVersion]:
    """Return the boards of every club one belongs to, those that ship with the title first."""
    found = {shipped.pk: shipped for shipped in charts.shipped_versions(title)}
    for club in own[:20]:
        found |= {board.pk: board for board in queries.boards_for(club.pk, title.meta.key)}
    return list(found.values())


def _create(request: HttpRequest, title: Title, form: CreateForm) -> Game | None:
    """Return the new game, or None with the problems at the form's fields."""
    name = form.cleaned_data["name"]
    try:
        with transaction.atomic():
            club = form.chosen_club
            if club is None:
                club = clubs.create_club(form.cleaned_data["club_name"], ensure_who(request), name)
            game, _ = tables.create_game(identity_of(request, name), form.plan(club))
    except BadInput as error:
        form.add_problem(error.field, error_words(error.code, error.facts))
    except Fault as fault:
        for path, message in fault.problems:
            form.add_problem("position", f"{path}: {message}" if path else message)
    except NotationError as error:
        form.add_problem("position", str(error))
    except Refusal as refusal:
        form.add_problem("position", Speaker(title, {}).refuse(refusal))
    except ValidationError as error:
        form.add_problem("club_name", " ".join(error.messages))
    else:
        return game
    return None
