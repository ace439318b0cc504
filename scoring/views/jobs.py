"""Long work as people see it: how far it is, with a stop and a way to go on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from scoring import jobs, queries
from scoring.errors import NotAllowed, NotFound
from scoring.guests import who_of
from scoring.models import Job
from scoring.queries import Access
from scoring.services import rebuild
from scoring.tasks import start_lanes
from scoring.views.base import page


@require_GET
@page
def job(request: HttpRequest, job_id: str) -> HttpResponse:
    """Show how far a rebuild of a club is."""
    found, access = _found(request, job_id)
    context = {"job": found, "access": access, "club": access.club}
    return render(request, "scoring/jobs/job.html", context)


@require_POST
@page
def rebuild_club(request: HttpRequest, club_id: str) -> HttpResponse:
    """Count a club anew; whoever asks while that goes on is shown how far it is."""
    access = queries.organiser_access(club_id, who_of(request))
    going = access.club.jobs.filter(
        kind=rebuild.KIND, state__in=(Job.State.WAITING, Job.State.RUNNING)
    )
    begun = going.first()
    if begun is None:
        begun = rebuild.begin(access.club.pk)
        start_lanes(begun.pk)
    return redirect("scoring:job", begun.public_id)


@require_POST
@page
def stop(request: HttpRequest, job_id: str) -> HttpResponse:
    """Stop a rebuild before its next part."""
    found, access = _found(request, job_id)
    _demand_organiser(access)
    if jobs.stop(found.pk):
        messages.success(request, gettext("Stopped. What was counted stays."))
    return redirect("scoring:job", found.public_id)


@require_POST
@page
def resume(request: HttpRequest, job_id: str) -> HttpResponse:
    """Go on with a rebuild that was stopped."""
    found, access = _found(request, job_id)
    _demand_organiser(access)
    if jobs.resume(found.pk):
        start_lanes(found.pk)
    return redirect("scoring:job", found.public_id)


def _found(request: HttpRequest, job_id: str) -> tuple[Job, Access]:
    found = Job.objects.filter(public_id=job_id, kind=rebuild.KIND).select_related("club").first()
    if found is None or found.club is None:
        raise NotFound("no_job")
    try:
        return found, queries.access_to(found.club, who_of(request))
    except NotFound:
        raise NotFound("no_job") from None


def _demand_organiser(access: Access) -> None:
    if not access.is_organiser:
        raise NotAllowed("organisers_only", club=access.club.name)
