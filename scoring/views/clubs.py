"""The pages of clubs: founding, belonging, looking after them, and their history."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import cards, queries, services
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms import ClubForm, ClubSettingsForm, JoinForm, RoleForm
from scoring.guests import ensure_who, who_of
from scoring.models import Club, Member
from scoring.queries import club_stats
from scoring.registry import SCORE_TABLES
from scoring.views.base import page, page_number

_RECENT = 5


@require_GET
@page
def clubs(request: HttpRequest) -> HttpResponse:
    """List one's own clubs and those that are open to everyone."""
    own = list(queries.my_clubs(who_of(request)))
    listed = queries.public_clubs().exclude(pk__in=[club.pk for club in own])[:100]
    return render(request, "scoring/clubs.html", {"own": own, "listed": listed})


@require_http_methods(["GET", "HEAD", "POST"])
@page
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club, with an account or without."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(
            form.cleaned_data["name"], ensure_who(request), form.cleaned_data["display_name"]
        )
        return redirect("scoring:club", club.public_id)
    return render(request, "scoring/club_new.html", {"form": form}, status=_status(form))


@require_GET
@page
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """Show a club: its players, its last plays, and the ways on."""
    access = queries.club_access(club_id, who_of(request))
    players, count = club_stats.regulars(access.club)
    context = {
        "access": access,
        "club": access.club,
        "players": players,
        "count": count,
        "link_preview": cards.preview_of_club(access.club, count),
        "plays": list(queries.club_plays(access.club)[:_RECENT]),
        # The games app fills this place if it has the first of these.
        "games_slot": ["games/_club.html", "scoring/_nothing.html"],
    }
    return render(request, "scoring/club.html", context)


@require_GET
@page
def history(request: HttpRequest, club_id: str) -> HttpResponse:
    """Show a club's plays, 25 to a page, of one title if it is asked for."""
    access = queries.club_access(club_id, who_of(request))
    title = request.GET.get("title", "")
    if title not in SCORE_TABLES:
        title = ""
    found = queries.history(access.club, page_number(request.GET.get("page", "")), title)
    context = {
        "access": access,
        "club": access.club,
        "page": found,
        "title": title,
        "titles": SCORE_TABLES.values(),
    }
    return render(request, "scoring/history.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def join(request: HttpRequest, club_id: str) -> HttpResponse:
    """Join a club that one may see."""
    return _join(request, queries.club_access(club_id, who_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def invited(request: HttpRequest, invite: str) -> HttpResponse:
    """Join a club by its invitation, even a private one."""
    return _join(request, queries.club_by_invite(invite, who_of(request)))


def _join(request: HttpRequest, access: queries.Access) -> HttpResponse:
    if access.is_member:
        return redirect("scoring:club", access.club.public_id)
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.join_club(access.club, ensure_who(request), form.cleaned_data["display_name"])
        messages.success(request, gettext("You are a member of {club}.").format(club=access.club))
        return redirect("scoring:club", access.club.public_id)
    context = {"club": access.club, "form": form}
    return render(request, "scoring/join.html", context, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def leave(request: HttpRequest, club_id: str) -> HttpResponse:
    """Leave a club, after being told what that means."""
    access = queries.club_access(club_id, who_of(request))
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    refusal = ""
    if request.method == "POST":
        try:
            services.leave_club(access.club, who_of(request))
        except NotAllowed:
            raise
        except ScoringError as error:
            refusal = str(error)
        else:
            messages.success(request, gettext("You have left {club}.").format(club=access.club))
            return redirect("scoring:clubs")
    context = {"access": access, "club": access.club, "refusal": refusal}
    return render(request, "scoring/leave.html", context, status=409 if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def club_settings(request: HttpRequest, club_id: str) -> HttpResponse:
    """Rename a club, open or close it, and look after its members."""
    access = queries.organiser_access(club_id, who_of(request))
    held = access.club
    form = ClubSettingsForm(
        request.POST or None, initial={"name": held.name, "visibility": held.visibility}
    )
    if request.method == "POST" and form.is_valid():
        who = who_of(request)
        services.rename_club(held, who, form.cleaned_data["name"])
        services.set_visibility(held, who, Club.Visibility(form.cleaned_data["visibility"]))
        messages.success(request, gettext("Saved."))
        return redirect("scoring:club_settings", held.public_id)
    context = {
        "access": access,
        "club": held,
        "form": form,
        "members": list(held.members.all()),
        "roles": Member.Role.choices,
        "invite_url": request.build_absolute_uri(reverse("scoring:invited", args=[held.invite])),
    }
    return render(request, "scoring/settings.html", context, status=_status(form))


@require_POST
@page
def renew_invite(request: HttpRequest, club_id: str) -> HttpResponse:
    """End the old invitation link and make another."""
    access = queries.organiser_access(club_id, who_of(request))
    services.renew_invite(access.club, who_of(request))
    messages.success(request, gettext("The old link no longer works."))
    return redirect("scoring:club_settings", access.club.public_id)


@require_POST
@page
def set_role(request: HttpRequest, club_id: str, member_id: int) -> HttpResponse:
    """Give a member another role."""
    access = queries.organiser_access(club_id, who_of(request))
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose one of the roles."))
        return redirect("scoring:club_settings", access.club.public_id)
    try:
        role = Member.Role(form.cleaned_data["role"])
        member = services.set_role(access.club, who_of(request), member_id, role)
        messages.success(
            request, gettext("{name}: {role}.").format(name=member.name, role=role.label)
        )
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    return redirect("scoring:club_settings", access.club.public_id)


@require_POST
@page
def remove_member(request: HttpRequest, club_id: str, member_id: int) -> HttpResponse:
    """End someone's membership; what they played stays."""
    access = queries.organiser_access(club_id, who_of(request))
    try:
        services.remove_member(access.club, who_of(request), member_id)
        messages.success(request, gettext("They are no longer a member. What they played stays."))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    return redirect("scoring:club", access.club.public_id)


def _status(form: ClubForm | ClubSettingsForm | JoinForm) -> int:
    return 400 if form.is_bound and form.errors else 200
